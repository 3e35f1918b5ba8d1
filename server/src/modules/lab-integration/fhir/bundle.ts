import { createHash } from 'node:crypto'
import { isolatesOf, type NotMeasured, notMeasuredWords, type ResultFlag } from '@labalaba/contract'
import type { ClinicalRequestRow, LineRow, OrderRow } from '../../orders/index.ts'
import type { InForce, TakenBack } from '../../result-access/index.ts'
import {
  conclusionOf,
  correctionWords,
  firstName,
  type ValueRow,
  type VersionRow,
} from '../../results/index.ts'
import type { SpecimenRow } from '../../specimens/index.ts'
import { type Concept, codingOf } from './codes.ts'
import { isolateComponents } from './isolates.ts'
import { notesOf } from './notes.ts'
import { type LoincCodes, loincKey } from './repository.ts'
import { quantity, systems } from './systems.ts'
import { taskFields } from './task.ts'

/** A name with its LOINC code, if it has one. */
function named(text: string, loinc: string | undefined): Concept {
  return loinc === undefined ? { text } : { coding: [{ system: systems.loinc, code: loinc }], text }
}

const interpretations: Readonly<Record<ResultFlag, readonly [code: string, display: string]>> = {
  normal: ['N', 'Normal'],
  low: ['L', 'Low'],
  high: ['H', 'High'],
  critical_low: ['LL', 'Critical low'],
  critical_high: ['HH', 'Critical high'],
  critical_abnormal: ['AA', 'Critical abnormal'],
  abnormal: ['A', 'Abnormal'],
}

function interpretationOf(flag: ResultFlag): Concept {
  const [code, display] = interpretations[flag]
  return { coding: [{ system: systems.interpretation, code, display }] }
}

const laboratoryObservation: Concept = {
  coding: [{ system: systems.observationCategory, code: 'laboratory', display: 'Laboratory' }],
}

const laboratoryReport: Concept = {
  coding: [{ system: systems.section, code: 'LAB', display: 'Laboratory' }],
}

/** A stable id for a name: a UUID of version 8 (RFC 9562) made from it. */
function idOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`]
  return [...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-')
}

type Resource = { readonly resourceType: string; readonly id: string; readonly [field: string]: unknown }
type Reference = { readonly reference: string }

/** The data of an order for a bundle: its tests, its specimens and, for readers who may read them, the results. */
type BundleFacts = {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly specimens: readonly SpecimenRow[]
  readonly released: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  /** The address of a version's PDF for this reader. */
  readonly attachmentUrl: (version: InForce['version']) => string
  /** The code by which a version can be checked. */
  readonly codeOf: (version: Pick<VersionRow, 'report_id' | 'number'>) => string
  readonly loinc: LoincCodes
  readonly labPhone: string
  /** Urgency, reason and what the lab knows of the patient, for the lab alone. */
  readonly request:
    | Pick<ClinicalRequestRow, 'is_urgent' | 'indication' | 'born_on' | 'is_born_about'>
    | undefined
  /** The number of the patient (`patientNumber`). */
  readonly patient: string
  /** When the order came into its state. */
  readonly movedAt: Date
  /** The base of the identifier systems of patients, order ids and accession numbers. */
  readonly publicUrl: string
  readonly at: Date
}

/**
 * An order as a FHIR R4 bundle: ServiceRequest, Task, Specimen, DiagnosticReport and Observation, with the patient and the
 * lab.
 */
export function bundleOf(facts: BundleFacts) {
  const resources = [
    patientOf(facts),
    labOf(facts),
    ...facts.lines.map((line) => requestOf(facts, line)),
    ...facts.lines.map((line) => taskOf(facts, line)),
    ...taken(facts).map((specimen) => specimenOf(facts, specimen)),
    ...facts.released.flatMap((one) => [
      reportOf(facts, one),
      ...observationsOf(facts, one),
      ...retractedOf(facts, one),
    ]),
    ...facts.withdrawn.flatMap((one) => [withdrawnOf(facts, one), ...retractedOf(facts, one)]),
  ]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: `${facts.publicUrl}/orders`, value: facts.order.reference },
    timestamp: facts.at.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: urn(resource.id), resource })),
  }
}

const urn = (id: string) => `urn:uuid:${id}`
const to = (id: string): Reference => ({ reference: urn(id) })
const patientId = ({ order }: BundleFacts) => idOf(`patient of ${order.reference}`)
const labId = ({ order }: BundleFacts) => idOf(`lab ${order.lab_slug}`)
const requestId = ({ order }: BundleFacts, position: number) => idOf(`line ${position} of ${order.reference}`)
/** The bundle omits specimens that have not been taken. */
const taken = ({ specimens }: BundleFacts) => specimens.filter(({ collected_at }) => collected_at !== null)

function patientOf(facts: BundleFacts): Resource {
  const { patient_name, patient_gender, patient_born_on } = facts.order
  const stated = facts.request?.is_born_about ? null : facts.request?.born_on
  const birthDate = patient_born_on ?? stated
  return {
    resourceType: 'Patient',
    id: patientId(facts),
    identifier: [{ system: `${facts.publicUrl}/patients`, value: facts.patient }],
    name: [{ text: patient_name }],
    gender: patient_gender === 'Male' ? 'male' : 'female',
    ...(birthDate && { birthDate }),
  }
}

function labOf(facts: BundleFacts): Resource {
  return {
    resourceType: 'Organization',
    id: labId(facts),
    name: facts.order.lab_name,
    ...(facts.labPhone && { telecom: [{ system: 'phone', value: facts.labPhone }] }),
  }
}

const requestStatus: Partial<Record<OrderRow['state'], string>> = {
  cancelled: 'revoked',
  results_ready: 'completed',
}

function requestOf(facts: BundleFacts, line: LineRow): Resource {
  const { order, loinc, request } = facts
  const samples = taken(facts).filter(({ tests }) => tests.some(({ position }) => position === line.position))
  return {
    resourceType: 'ServiceRequest',
    id: requestId(facts, line.position),
    requisition: { system: `${facts.publicUrl}/orders`, value: order.reference },
    status: requestStatus[order.state] ?? 'active',
    intent: 'order',
    ...(request?.is_urgent && { priority: 'urgent' }),
    ...(request?.indication && { reasonCode: [{ text: request.indication }] }),
    code: named(line.name, loinc.tests.get(line.test_id)),
    subject: to(patientId(facts)),
    authoredOn: order.created_at.toISOString(),
    performer: [to(labId(facts))],
    ...(samples.length > 0 && { specimen: samples.map(({ id }) => to(id)) }),
  }
}

/** How far a request of the order is. */
function taskOf(facts: BundleFacts, { position }: LineRow): Resource {
  const samples = facts.specimens.filter(({ tests }) => tests.some((one) => one.position === position))
  return {
    resourceType: 'Task',
    id: idOf(`task ${position} of ${facts.order.reference}`),
    ...taskFields(facts.order, samples, facts.publicUrl, facts.movedAt),
    focus: to(requestId(facts, position)),
    for: to(patientId(facts)),
    owner: to(labId(facts)),
  }
}

function specimenOf(facts: BundleFacts, specimen: SpecimenRow): Resource {
  const { collected_at, received_at, rejected_at, rejected_reason, rejected_note } = specimen
  const served = new Set(specimen.tests.map(({ position }) => position))
  const why = [rejected_reason?.replaceAll('_', ' '), rejected_note].filter(Boolean).join(': ')
  return {
    resourceType: 'Specimen',
    id: specimen.id,
    accessionIdentifier: { system: `${facts.publicUrl}/accessions`, value: specimen.accession },
    status: rejected_at === null ? 'available' : 'unsatisfactory',
    type: { ...codingOf('specimen', specimen.specimen), text: specimen.specimen },
    subject: to(patientId(facts)),
    ...(received_at !== null && { receivedTime: received_at.toISOString() }),
    request: [...served].map((position) => to(requestId(facts, position))),
    collection: { collectedDateTime: collected_at?.toISOString() },
    container: [{ description: specimen.container }],
    ...(rejected_at !== null && why && { note: [{ text: why }] }),
  }
}

/** A corrected value has the same id, so that the receiver replaces the old one. */
const observationId = ({ report }: TakenBack, position: number) => idOf(`value ${position} of ${report.id}`)

function sampleOf(facts: BundleFacts, { report }: TakenBack): SpecimenRow | undefined {
  return taken(facts).find(({ rejected_at, tests }) => {
    const serves = tests.some((one) => one.position === report.position && one.testId === report.test_id)
    return rejected_at === null && serves
  })
}

/** The fields that a report and its values have in common. */
function resultOf(facts: BundleFacts, one: TakenBack, code: Concept, category: Concept) {
  const { report, version } = one
  const takenAt = sampleOf(facts, one)?.collected_at
  const issued = version.released_at?.toISOString()
  return {
    meta: { versionId: String(version.number) },
    status: statusOf(version),
    category: [category],
    code,
    subject: to(patientId(facts)),
    basedOn: [to(requestId(facts, report.position))],
    performer: [to(labId(facts))],
    ...(takenAt && { effectiveDateTime: takenAt.toISOString() }),
    ...(issued && { issued }),
  }
}

function statusOf(version: VersionRow): 'preliminary' | 'final' | 'corrected' {
  if (version.preliminary) return 'preliminary'
  return correctionWords(version) === null || version.adds_only ? 'final' : 'corrected'
}

function reportOf(facts: BundleFacts, one: InForce): Resource {
  const { report, version, values } = one
  const code = named(report.test_name, facts.loinc.tests.get(report.test_id))
  const sample = sampleOf(facts, one)
  const conclusion = conclusionOf(report.test_code, values)
  return {
    resourceType: 'DiagnosticReport',
    id: report.id,
    ...resultOf(facts, one, code, laboratoryReport),
    // The code of FHIR R4 for new content without a change of the existing; a value has no such status.
    ...(version.adds_only && { status: 'appended' }),
    ...(version.verified_name && { resultsInterpreter: [{ display: firstName(version.verified_name) }] }),
    ...(sample && { specimen: [to(sample.id)] }),
    ...(values.length > 0 && { result: values.map(({ position }) => to(observationId(one, position))) }),
    ...(conclusion !== null && { conclusion }),
    ...presentedForm(facts, one),
  }
}

/** The lab's own PDF as an address instead of its bytes. FHIR R4 requires its SHA-1. */
function presentedForm({ attachmentUrl }: BundleFacts, { report, version }: InForce) {
  const { attachment_sha1: sha1, attachment_size: size } = version
  if (!sha1 || !size) return {}
  const file = { contentType: 'application/pdf', url: attachmentUrl(version), size }
  return { presentedForm: [{ ...file, hash: sha1.toString('base64'), title: report.test_name }] }
}

/** A withdrawn report, with the ids of its values, so that a receiver takes back each of them. */
function withdrawnOf(facts: BundleFacts, one: TakenBack): Resource {
  const code = named(one.report.test_name, facts.loinc.tests.get(one.report.test_id))
  const ids = one.retracted.map(({ position }) => observationId(one, position))
  return {
    resourceType: 'DiagnosticReport',
    id: one.report.id,
    ...resultOf(facts, one, code, laboratoryReport),
    status: 'entered-in-error',
    ...(ids.length > 0 && { result: ids.map(to) }),
  }
}

/**
 * A value's name with its LOINC code. A code says whether mass or moles were measured, so a value in a lab's own unit has that
 * of its unit, or none if it is not known.
 */
function codeOf({ loinc }: BundleFacts, { name, analyte_id: id, value, ucum }: ValueRow): Concept {
  return named(name, value === null ? loinc.analytes.get(id) : loinc.inUnits.get(loincKey(id, ucum)))
}

/**
 * Values that no longer hold, under the ids with which they were sent, without the value itself: it may belong to another
 * patient, and in FHIR R4 an Observation may leave it out.
 */
function retractedOf(facts: BundleFacts, one: TakenBack): Resource[] {
  const sample = sampleOf(facts, one)
  return one.retracted.map((value) => ({
    resourceType: 'Observation',
    id: observationId(one, value.position),
    ...resultOf(facts, one, codeOf(facts, value), laboratoryObservation),
    status: 'entered-in-error',
    ...(sample && { specimen: to(sample.id) }),
  }))
}

function observationsOf(facts: BundleFacts, one: InForce): Resource[] {
  const sample = sampleOf(facts, one)
  return one.values.map((value) => {
    const code = codeOf(facts, value)
    return {
      resourceType: 'Observation',
      id: observationId(one, value.position),
      ...resultOf(facts, one, code, laboratoryObservation),
      ...(sample && { specimen: to(sample.id) }),
      ...found(value, facts.loinc.analytes.get(value.analyte_id)),
      ...(value.flag && { interpretation: [interpretationOf(value.flag)] }),
      ...intervalOf(value),
      ...(value.method !== null && { method: { text: value.method } }),
      ...notesOf(value, one.replaced, facts.codeOf),
    }
  })
}

/**
 * Why a value is absent, in HL7's codes: `not-performed`, “the observation procedure (test, etc.) was not performed”, and
 * `not-applicable`, “there is no proper value for this element”. The text says more than the code.
 */
function absent(reason: NotMeasured): Concept {
  const [code, display] =
    reason === 'not_applicable' ? ['not-applicable', 'Not Applicable'] : ['not-performed', 'Not Performed']
  return { coding: [{ system: systems.absent, code, display }], text: notMeasuredWords(reason) }
}

/** The value in the FHIR field for its kind; or why there is none. `line` is the LOINC code of its line. */
function found(row: ValueRow, line: string | undefined) {
  const { kind, structure, value, not_measured: reason, amount, unit, ucum } = row
  if (value === null) return reason === null ? {} : { dataAbsentReason: absent(reason) }
  if (kind === 'choice') return { valueCodeableConcept: { ...codingOf('choice', value, line), text: value } }
  const culture = structure === 'isolates' ? isolatesOf(value) : null
  if (culture)
    return {
      valueString: value,
      component: culture.found.flatMap((one, index) => isolateComponents(one, index, culture.breakpoints)),
    }
  if (kind === 'text' || amount === null) return { valueString: value }
  const [comparator] = /^[<>]/.exec(value) ?? []
  return { valueQuantity: { ...(comparator && { comparator }), ...quantity(Number(amount), unit, ucum) } }
}

const toBeConfirmed = 'A usual interval for adults, to be confirmed by the laboratory'

function intervalOf({ low, high, unit, ucum, basis }: ValueRow) {
  if (low === null && high === null) return {}
  return {
    referenceRange: [
      {
        ...(low !== null && { low: quantity(Number(low), unit, ucum) }),
        ...(high !== null && { high: quantity(Number(high), unit, ucum) }),
        ...(basis === 'unconfirmed' && { text: toBeConfirmed }),
        ...(basis === 'pregnancy' && { text: 'In pregnancy' }),
      },
    ],
  }
}
