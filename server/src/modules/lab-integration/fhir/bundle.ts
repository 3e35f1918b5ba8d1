import type { LineRow, OrderRow } from '../../orders/index.ts'
import type { InForce, TakenBack } from '../../result-access/index.ts'
import type { ValueRow } from '../../results/index.ts'
import { firstName } from '../../results/index.ts'
import type { SpecimenRow } from '../../specimens/index.ts'
import {
  type Concept,
  idOf,
  interpretationOf,
  laboratoryObservation,
  laboratoryReport,
  named,
  quantity,
} from './codes.ts'
import type { LoincCodes } from './repository.ts'

type Resource = { readonly resourceType: string; readonly id: string; readonly [field: string]: unknown }
type Reference = { readonly reference: string }

/** The data of an order for a bundle: its tests, its specimens and, for readers who may read them, the results. */
export type BundleFacts = {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly specimens: readonly SpecimenRow[]
  readonly released: readonly InForce[]
  readonly withdrawn: readonly TakenBack[]
  /** The address of a version's PDF for this reader. */
  readonly attachmentUrl: (version: InForce['version']) => string
  readonly loinc: LoincCodes
  readonly labPhone: string
  /** The base of the identifier systems of order ids and accession numbers. */
  readonly publicUrl: string
  readonly at: Date
}

/**
 * An order as a FHIR R4 bundle: ServiceRequest, Specimen, DiagnosticReport and Observation, with the patient and the lab.
 */
export function bundleOf(told: BundleFacts) {
  const resources = [
    patientOf(told),
    labOf(told),
    ...told.lines.map((line) => requestOf(told, line)),
    ...taken(told).map((specimen) => specimenOf(told, specimen)),
    ...told.released.flatMap((one) => [reportOf(told, one), ...observationsOf(told, one)]),
    ...told.withdrawn.map((one) => withdrawnOf(told, one)),
  ]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: `${told.publicUrl}/orders`, value: told.order.reference },
    timestamp: told.at.toISOString(),
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

function patientOf(told: BundleFacts): Resource {
  const { patient_name, patient_gender, patient_born_on } = told.order
  return {
    resourceType: 'Patient',
    id: patientId(told),
    name: [{ text: patient_name }],
    gender: patient_gender === 'Male' ? 'male' : 'female',
    ...(patient_born_on !== null && { birthDate: patient_born_on }),
  }
}

function labOf(told: BundleFacts): Resource {
  return {
    resourceType: 'Organization',
    id: labId(told),
    name: told.order.lab_name,
    ...(told.labPhone && { telecom: [{ system: 'phone', value: told.labPhone }] }),
  }
}

const requestStatus = { cancelled: 'revoked', results_ready: 'completed' } as const

function requestOf(told: BundleFacts, line: LineRow): Resource {
  const { order, loinc } = told
  const { state } = order
  const samples = taken(told).filter(({ tests }) => tests.some(({ position }) => position === line.position))
  return {
    resourceType: 'ServiceRequest',
    id: requestId(told, line.position),
    requisition: { system: `${told.publicUrl}/orders`, value: order.reference },
    status: state === 'cancelled' || state === 'results_ready' ? requestStatus[state] : 'active',
    intent: 'order',
    code: named(line.name, loinc.tests.get(line.test_id)),
    subject: to(patientId(told)),
    authoredOn: order.created_at.toISOString(),
    performer: [to(labId(told))],
    ...(samples.length > 0 && { specimen: samples.map(({ id }) => to(id)) }),
  }
}

function specimenOf(told: BundleFacts, specimen: SpecimenRow): Resource {
  const { collected_at, received_at, rejected_at, rejected_reason, rejected_note } = specimen
  const served = new Set(specimen.tests.map(({ position }) => position))
  const why = [rejected_reason?.replaceAll('_', ' '), rejected_note].filter(Boolean).join(': ')
  return {
    resourceType: 'Specimen',
    id: specimen.id,
    accessionIdentifier: { system: `${told.publicUrl}/accessions`, value: specimen.accession },
    status: rejected_at === null ? 'available' : 'unsatisfactory',
    type: { text: specimen.specimen },
    subject: to(patientId(told)),
    ...(received_at !== null && { receivedTime: received_at.toISOString() }),
    request: [...served].map((position) => to(requestId(told, position))),
    collection: { collectedDateTime: collected_at?.toISOString() },
    container: [{ description: specimen.container }],
    ...(rejected_at !== null && why && { note: [{ text: why }] }),
  }
}

/** A corrected value has the same id, so that the receiver replaces the old one. */
const observationId = ({ report }: InForce, position: number) => idOf(`value ${position} of ${report.id}`)

function sampleOf(told: BundleFacts, { report }: TakenBack): SpecimenRow | undefined {
  return taken(told).find(({ rejected_at, tests }) => {
    const serves = tests.some((one) => one.position === report.position && one.testId === report.test_id)
    return rejected_at === null && serves
  })
}

/** The fields that a report and its values have in common. */
function resultOf(told: BundleFacts, one: TakenBack, code: Concept, category: Concept) {
  const { report, version } = one
  const takenAt = sampleOf(told, one)?.collected_at
  const issued = version.released_at?.toISOString()
  return {
    meta: { versionId: String(version.number) },
    status: version.number > 1 ? 'corrected' : 'final',
    category: [category],
    code,
    subject: to(patientId(told)),
    basedOn: [to(requestId(told, report.position))],
    performer: [to(labId(told))],
    ...(takenAt && { effectiveDateTime: takenAt.toISOString() }),
    ...(issued && { issued }),
  }
}

function reportOf(told: BundleFacts, one: InForce): Resource {
  const { report, version, values } = one
  const code = named(report.test_name, told.loinc.tests.get(report.test_id))
  const sample = sampleOf(told, one)
  return {
    resourceType: 'DiagnosticReport',
    id: report.id,
    ...resultOf(told, one, code, laboratoryReport),
    ...(version.verified_name && { resultsInterpreter: [{ display: firstName(version.verified_name) }] }),
    ...(sample && { specimen: [to(sample.id)] }),
    ...(values.length > 0 && { result: values.map(({ position }) => to(observationId(one, position))) }),
    ...presentedForm(told, one),
  }
}

/** The lab's own PDF as an address instead of its bytes. FHIR R4 requires its SHA-1. */
function presentedForm({ attachmentUrl }: BundleFacts, { report, version }: InForce) {
  const { attachment_sha1: sha1, attachment_size: size } = version
  if (!sha1 || !size) return {}
  const file = { contentType: 'application/pdf', url: attachmentUrl(version), size }
  return { presentedForm: [{ ...file, hash: sha1.toString('base64'), title: report.test_name }] }
}

/** A withdrawn report, marked as such and without any values. */
function withdrawnOf(told: BundleFacts, one: TakenBack): Resource {
  const code = named(one.report.test_name, told.loinc.tests.get(one.report.test_id))
  return {
    resourceType: 'DiagnosticReport',
    id: one.report.id,
    ...resultOf(told, one, code, laboratoryReport),
    status: 'entered-in-error',
  }
}

function observationsOf(told: BundleFacts, one: InForce): Resource[] {
  const sample = sampleOf(told, one)
  return one.values.map((value) => {
    const code = named(value.name, told.loinc.analytes.get(value.analyte_id))
    return {
      resourceType: 'Observation',
      id: observationId(one, value.position),
      ...resultOf(told, one, code, laboratoryObservation),
      ...(sample && { specimen: to(sample.id) }),
      ...found(value),
      ...(value.flag && { interpretation: [interpretationOf(value.flag)] }),
      ...intervalOf(value),
    }
  })
}

/** The value in the FHIR field for its kind. */
function found({ kind, value, amount, unit, ucum }: ValueRow) {
  if (kind === 'choice') return { valueCodeableConcept: { text: value } }
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
      },
    ],
  }
}
