import { createHash } from 'node:crypto'
import { plainText } from '@labalaba/contract'
import type * as z from 'zod/mini'
import { FhirRefusal } from '../../../infra/http/fhir-door.ts'
import { choicesOf } from '../fhir/codes.ts'
import * as fhir from './bundle-schema.ts'

/** A value of a delivered report, as far as it is read. */
export type Value = {
  readonly name: string
  readonly loinc: readonly string[]
  /**
   * A number in decimal digits with its comparator and its unit in UCUM or in words; or the value in words: as they are written,
   * then the choices that its codes stand for, and those of each code.
   */
  readonly found:
    | { readonly number: string; readonly ucum: string | null; readonly unit: string | null }
    | { readonly words: readonly string[]; readonly byCode: readonly (readonly string[])[] }
    | null
  /** Its notes in one line of text; null without one. */
  readonly comment: string | null
}

/** A report in a delivery, as far as it is read. It is stored in this form while it waits. */
export type Delivered = {
  readonly test: {
    readonly loinc: readonly string[]
    readonly code: string | null
    readonly name: string | null
  }
  readonly patient: {
    readonly name: string | null
    readonly gender: 'Male' | 'Female' | null
    readonly dob: string | null
  }
  /** The accession numbers that it names; normally one. */
  readonly accessions: readonly string[]
  readonly values: readonly Value[]
}

export type ReadDelivery = {
  /** Hashes of the bundle's identifier and of its whole content. */
  readonly identifierHash: Buffer
  readonly contentHash: Buffer
  readonly reports: readonly Delivered[]
}

/** The identifier systems of our accession numbers and of our test codes. */
type Namespaces = { readonly accessions: string; readonly tests: string }

/** The identifier systems of this install. */
export function namespacesOf(publicUrl: string): Namespaces {
  return { accessions: `${publicUrl}/accessions`, tests: `${publicUrl}/tests` }
}

const loincSystem = 'http://loinc.org'
const ucumSystem = 'http://unitsofmeasure.org'
const deepest = 40

/** Reads a bundle. Throws FhirRefusal 422 with the faults of the first part that is wrong, and where they are. */
export function readBundle(body: unknown, namespaces: Namespaces): ReadDelivery {
  const contentHash = hashOf(canonical(body, 0))
  const bundle = read(fhir.bundle, body, 'Bundle')
  const found = new Resources(bundle)
  const reports = found.all('DiagnosticReport').map((entry) => readReport(found, entry, namespaces))
  if (reports.length === 0) throw wrong('Bundle.entry', 'there is no DiagnosticReport in it', 'required')
  const [lost] = found.unread('Observation')
  if (lost) throw wrong(lost.path, 'no report names this value, so it would get lost')
  const { system = '', value } = bundle.identifier
  return { identifierHash: hashOf(JSON.stringify([system, value])), contentHash, reports }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The same text for the same content, in any order of its keys. */
function canonical(part: unknown, depth: number): string {
  if (depth > deepest) throw wrong('Bundle', `it is nested deeper than ${deepest} levels`, 'structure')
  if (Array.isArray(part)) return `[${part.map((one) => canonical(one, depth + 1)).join()}]`
  if (typeof part !== 'object' || part === null) return JSON.stringify(part)
  const fields = Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value, depth + 1)}`).join()}}`
}

function wrong(at: string, say: string, code = 'invalid'): FhirRefusal {
  return new FhirRefusal(422, { code, say, at })
}

function read<S extends z.ZodMiniType>(schema: S, part: unknown, path: string): z.output<S> {
  const result = schema.safeParse(part)
  if (result.success) return result.data
  const troubles = result.error.issues.slice(0, 20).map(({ path: below, message }) => ({
    code: 'invalid',
    say: message === 'Invalid input' ? 'it is not what FHIR R4 allows here' : message,
    at: `${path}${below.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 80)}`)).join('')}`,
  }))
  throw new FhirRefusal(422, ...troubles)
}

type Entry = { readonly path: string; readonly type: string; readonly resource: unknown }

/** The resources of a bundle, by the names that references use. */
class Resources {
  readonly #entries: Entry[]
  readonly #byName = new Map<string, Entry>()
  readonly #read = new Set<Entry>()

  constructor({ entry }: fhir.ReadBundle) {
    this.#entries = entry.map(({ fullUrl, resource }, index) => {
      const path = `Bundle.entry[${index}]`
      const made = { path: `${path}.resource`, type: resource.resourceType, resource }
      const names = [
        fullUrl,
        resource.id === undefined ? undefined : `${resource.resourceType}/${resource.id}`,
      ]
      for (const name of names) {
        if (name === undefined) continue
        if (this.#byName.has(name))
          throw wrong(path, 'another entry also has this fullUrl or id', 'duplicate')
        this.#byName.set(name, made)
      }
      return made
    })
  }

  all(type: string): Entry[] {
    return this.#entries.filter((entry) => entry.type === type)
  }

  unread(type: string): Entry[] {
    return this.all(type).filter((entry) => !this.#read.has(entry))
  }

  /** The resource of this type that a reference points to in this bundle; it is marked as read. */
  find({ reference }: fhir.ReadReference, type: string): Entry | undefined {
    const entry = reference === undefined ? undefined : this.#byName.get(reference)
    if (entry?.type !== type) return undefined
    this.#read.add(entry)
    return entry
  }
}

function readReport(found: Resources, { path, resource }: Entry, namespaces: Namespaces): Delivered {
  const report = read(fhir.diagnosticReport, resource, path)
  const values = report.result.map((reference, index) => {
    const entry = found.find(reference, 'Observation')
    if (!entry) throw wrong(`${path}.result[${index}]`, 'the Observation is not in this Bundle', 'not-found')
    const value = read(fhir.observation, entry.resource, entry.path)
    if (value.subject?.reference !== undefined && report.subject?.reference !== undefined)
      if (value.subject.reference !== report.subject.reference)
        throw wrong(`${entry.path}.subject`, 'the value is about another person than its report')
    return value
  })
  const named = [...(report.specimen ?? []), ...values.flatMap((value) => value.specimen ?? [])]
  const ofSamples = named.flatMap((reference) => sampleNumbers(found, reference, namespaces))
  const accessions =
    ofSamples.length > 0
      ? ofSamples
      : (report.basedOn ?? []).flatMap((one) => requestNumbers(found, one, namespaces))
  return {
    test: testOf(report.code, namespaces),
    patient: patientOf(found, report.subject),
    accessions: [...new Set(accessions.map((one) => one.toUpperCase()))],
    values: values.map(readValue),
  }
}

/** An accession number is ours if it has our identifier system or none. */
function isOurs({ system }: fhir.ReadIdentifier, { accessions }: Namespaces): boolean {
  return system === undefined || system === accessions
}

function sampleNumbers(found: Resources, reference: fhir.ReadReference, namespaces: Namespaces): string[] {
  const entry = found.find(reference, 'Specimen')
  const own = entry
    ? read(fhir.specimen, entry.resource, entry.path).accessionIdentifier
    : reference.identifier
  return own?.value !== undefined && isOurs(own, namespaces) ? [own.value] : []
}

/** A ServiceRequest has no field for accession numbers in R4: it is the identifier of type ACSN. */
function requestNumbers(found: Resources, reference: fhir.ReadReference, namespaces: Namespaces): string[] {
  const entry = found.find(reference, 'ServiceRequest')
  const own = entry ? read(fhir.serviceRequest, entry.resource, entry.path).identifier : undefined
  return [...(own ?? []), ...(reference.identifier ? [reference.identifier] : [])].flatMap((one) =>
    one.value !== undefined &&
    one.type?.coding?.some(({ code }) => code === 'ACSN') &&
    isOurs(one, namespaces)
      ? [one.value]
      : [],
  )
}

function codesOf({ coding = [] }: fhir.ReadConcept, of: string): string[] {
  return coding.flatMap(({ system, code }) => (system === of && code !== undefined ? [code] : []))
}

function nameOf({ text, coding = [] }: fhir.ReadConcept): string | null {
  return text ?? coding.find(({ display }) => display !== undefined)?.display ?? null
}

function testOf(concept: fhir.ReadConcept, { tests }: Namespaces): Delivered['test'] {
  return {
    loinc: codesOf(concept, loincSystem),
    code: codesOf(concept, tests)[0] ?? null,
    name: nameOf(concept),
  }
}

const genders = { male: 'Male', female: 'Female', other: null, unknown: null } as const

function patientOf(found: Resources, subject: fhir.ReadReference | undefined): Delivered['patient'] {
  const entry = subject && found.find(subject, 'Patient')
  if (!entry) return { name: null, gender: null, dob: null }
  const { name: [name] = [], gender, birthDate } = read(fhir.patient, entry.resource, entry.path)
  const parts = [...(name?.given ?? []), ...(name?.family ? [name.family] : [])].join(' ')
  return {
    name: name?.text ?? (parts === '' ? null : parts),
    gender: gender ? genders[gender] : null,
    dob: birthDate?.length === 10 ? birthDate : null,
  }
}

function readValue(value: fhir.ReadObservation): Value {
  const { code } = value
  return {
    name: nameOf(code) ?? codesOf(code, loincSystem)[0] ?? 'Without a name',
    loinc: codesOf(code, loincSystem),
    found: foundOf(value),
    comment: commentOf(value),
  }
}

function commentOf({ note = [] }: fhir.ReadObservation): string | null {
  const said = note.map(({ text }) => text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim()).join(' ')
  return said === '' ? null : said
}

/** Returns null if the value is of a kind that no line of a report can hold. */
function foundOf(value: fhir.ReadObservation): Value['found'] {
  if (value.component !== undefined) return null
  if (value.valueQuantity) return numberOf(value.valueQuantity)
  if (value.valueInteger !== undefined) return { number: String(value.valueInteger), ucum: null, unit: null }
  if (value.valueString !== undefined) return { words: [inLines(value.valueString)], byCode: [] }
  const { coding = [], text } = value.valueCodeableConcept ?? {}
  const written = [text, ...coding.map(({ display }) => display)].flatMap((one) => (one ? [plain(one)] : []))
  const known = coding.map((one) => choicesOf(one, codesOf(value.code, loincSystem)))
  const byCode = known.filter((choices) => choices.length > 0)
  const words = [...written, ...byCode.flat()]
  return words.length > 0 ? { words, byCode } : null
}

/** With its lines and paragraphs, and without other control characters. */
function inLines(text: string): string {
  return plainText(text.replace(/[^\P{Cc}\t-\r]+/gu, ' '))
}

/** On one line. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

function numberOf({ value, comparator, unit, system, code }: fhir.ReadQuantity): Value['found'] {
  if (value === undefined) return null
  const ucum = system === ucumSystem && code !== undefined ? code : null
  return { number: `${comparator ?? ''}${value}`, ucum, unit: unit ?? null }
}
