import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** A connected system: a program of a lab that sends results with its key. */
const labSystem = z.object({
  id: z.string(),
  name: z.string(),
  /** The start of its key, to identify it. */
  keyStart: z.string(),
  /** First names only. */
  madeBy: z.string(),
  madeAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
})
export type LabSystem = z.infer<typeof labSystem>

/** The most active keys of a lab. */
export const mostLabSystems = 5

export const listLabSystems = endpoint('GET /v0/lab/systems', {
  summary: "The connected systems that send results for the caller's lab, the working ones first.",
  access: 'lab',
  reply: z.object({
    lab: z.string(),
    /** False for a manager of only some locations, who can only view. */
    mayChange: z.boolean(),
    systems: z.array(labSystem),
  }),
  refusals: ['not_found'],
})

export const makeLabSystem = endpoint('POST /v0/lab/systems', {
  summary:
    "Makes a key for a connected system of the caller's lab. The key is shown only in this answer. Needs a password given within the last 15 minutes.",
  access: 'lab',
  recent: true,
  body: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Give at least three letters, such as “Analyser room LIS”.'),
        z.maxLength(60, 'Give 60 letters at most.'),
        z.regex(/^[^\p{Cc}]*$/u),
      ),
  }),
  reply: z.object({ system: labSystem, key: z.string() }),
  refusals: ['not_found', 'not_your_duty', 'sign_in_again', 'many_systems'],
})

export const revokeLabSystem = endpoint('DELETE /v0/lab/systems/:id', {
  summary: 'Revokes the key of a connected system for good. The results that it sent stay.',
  access: 'lab',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: labSystem,
  refusals: ['not_found', 'not_your_duty'],
})

/** Why a report from a connected system was not matched automatically. */
export const deliveryProblems = [
  ...(['no_accession', 'several_samples', 'unknown_accession', 'not_received', 'rejected'] as const),
  ...(['order_over', 'patient_differs', 'values', 'already_entered', 'result_out'] as const),
] as const
export const deliveryProblem = z.enum(deliveryProblems)
export type DeliveryProblem = z.infer<typeof deliveryProblem>

/** Why one of its values does not fit the report of that sample. */
export const valueProblems = [
  ...(['unknown_code', 'several_lines', 'twice', 'unit', 'not_a_value', 'comment'] as const),
] as const
export const valueProblem = z.enum(valueProblems)
export type ValueProblem = z.infer<typeof valueProblem>

export const postResults = endpoint('POST /v0/fhir', {
  summary:
    "Takes a FHIR R4 Bundle of type `collection` with DiagnosticReports from a lab's own system, once for each Bundle.identifier. A report that matches a sample in the lab fills in its sheet, for a person to check. Other reports wait for a person. Answers an OperationOutcome.",
  access: 'system',
  body: z.looseObject({ resourceType: z.literal('Bundle') }),
  reply: z.unknown(),
  file: 'application/fhir+json',
})

const waitingReport = z.object({
  id: z.string(),
  at: z.string(),
  system: z.string(),
  /** The accession number in the delivery, unchanged. */
  accession: z.nullable(z.string()),
  /** The test name in the delivery; also null for a caller who may not know it. */
  test: z.nullable(z.string()),
  problem: deliveryProblem,
  valueCount: z.number(),
})
export type WaitingReport = z.infer<typeof waitingReport>

const deliveredValue = z.object({
  name: z.string(),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** What the system says about it; null if nothing. */
  comment: z.nullable(z.string()),
  problem: z.nullable(valueProblem),
})
export type DeliveredValue = z.infer<typeof deliveredValue>

const deliveredPatient = z.object({
  name: z.nullable(z.string()),
  gender: z.nullable(z.enum(['Male', 'Female'])),
  dob: z.nullable(z.string()),
})

const openedReport = z.object({
  ...waitingReport.shape,
  /** As the connected system has them. */
  patient: deliveredPatient,
  values: z.array(deliveredValue),
})
export type OpenedReport = z.infer<typeof openedReport>

/** Where the values would go if the report were placed on a sample. */
const placingLine = z.object({
  name: z.string(),
  value: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** The matching line of the report, with the value in that line's unit; null if it must be typed. */
  goesTo: z.nullable(
    z.object({ test: z.string(), name: z.string(), value: z.string(), unit: z.nullable(z.string()) }),
  ),
  problem: z.nullable(valueProblem),
})

const placing = z.object({
  accession: z.string(),
  reference: z.string(),
  patient: z.object({ name: z.string(), gender: z.enum(['Male', 'Female']), dob: z.nullable(z.string()) }),
  tests: z.array(z.string()),
  /** The system's sex or date of birth differs from the order's. */
  patientDiffers: z.boolean(),
  lines: z.array(placingLine),
  /** Why it cannot be placed there; null if it can. */
  problem: z.nullable(deliveryProblem),
})
export type Placing = z.infer<typeof placing>

const reportParams = z.strictObject({ id: z.string().check(z.uuid()) })
const accession = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[A-Za-z0-9-]+$/, 'Give it as on the label.'))
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u))

export const listWaitingReports = endpoint('GET /v0/lab/deliveries', {
  summary:
    "Reports that connected systems sent for the caller's lab and that are not matched yet, the newest first.",
  access: 'lab',
  reply: z.object({
    lab: z.string(),
    /** Whether the caller may open, place and set aside reports. */
    mayOpen: z.boolean(),
    /** Whether the caller may see the test of each report. */
    mayName: z.boolean(),
    reports: z.array(waitingReport),
    /** How many wait in total; the list holds the newest two hundred. */
    waiting: z.number(),
  }),
  refusals: ['not_found'],
})

export const countWaitingReports = endpoint('GET /v0/lab/deliveries/count', {
  summary: "How many reports of the caller's lab are not matched yet.",
  access: 'lab',
  reply: z.object({ waiting: z.number() }),
  refusals: ['not_found'],
})

export const openWaitingReport = endpoint('POST /v0/lab/deliveries/:id/opening', {
  summary: 'What a waiting report says. Opening it is recorded.',
  access: 'lab',
  params: reportParams,
  reply: openedReport,
  refusals: ['not_found', 'not_your_duty'],
})

export const previewPlacing = endpoint('POST /v0/lab/deliveries/:id/preview', {
  summary: 'Whose sample has this number, and where the values of a waiting report would go.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ accession }),
  reply: placing,
  refusals: ['not_found', 'not_your_duty', 'unknown_sample'],
})

export const placeReport = endpoint('POST /v0/lab/deliveries/:id/placing', {
  summary: 'Fills in the sheet of a sample with the values of a waiting report that have a line there.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ accession }),
  reply: placing,
  refusals: ['not_found', 'not_your_duty', 'unknown_sample', 'wrong_state'],
})

export const setAsideReport = endpoint('DELETE /v0/lab/deliveries/:id', {
  summary: 'Sets a waiting report aside with a reason, and deletes its content.',
  access: 'lab',
  params: reportParams,
  body: z.strictObject({ reason }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty'],
})

export const exportOrder = endpoint('GET /v0/orders/:reference/fhir', {
  summary:
    'A paid order as a FHIR R4 Bundle: ServiceRequest, Specimen, DiagnosticReport and Observation, with LOINC and UCUM codes. For its patient and its lab. The doctor who booked it gets it without results. Each reading is recorded.',
  access: 'account',
  recent: true,
  params: orderParams,
  file: 'application/fhir+json',
  reply: z.unknown(),
  refusals: ['not_found', 'sign_in_again', 'patient_unproven', 'too_many'],
})
