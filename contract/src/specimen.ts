import * as z from 'zod/mini'
import { orderParams, orderState } from './booking.ts'
import { clinicalQuestion } from './clinical-answers.ts'
import { clinicalRequest } from './clinical-request.ts'
import { criticalTier } from './critical-call.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { visitPhoto } from './home-visit-photo.ts'
import { paging } from './paging.ts'
import { duty } from './staff.ts'

/** The progress of a home visit's specimens towards the lab. */
export const handoverState = z.enum(['on_its_way', 'handed_over', 'confirmed', 'missing'])
export type HandoverState = z.infer<typeof handoverState>

/** Why a lab cannot use a sample. */
export const rejectionReasons = [
  ...(['haemolysed', 'clotted', 'insufficient_volume', 'wrong_container', 'unlabelled', 'leaked'] as const),
  ...(['too_old', 'other'] as const),
] as const
export const rejectionReason = z.enum(rejectionReasons)
export type RejectionReason = z.infer<typeof rejectionReason>

/** Why a specimen was missed at a visit that took others. It is taken at another time, free of charge. */
export const untakenReasons = [
  ...(['declined', 'no_vein', 'not_fasted', 'no_container', 'not_produced', 'other'] as const),
] as const
export const untakenReason = z.enum(untakenReasons)
export type UntakenReason = z.infer<typeof untakenReason>

export const specimenState = z.enum(['expected', 'collected', 'received', 'rejected', 'given_up'])

/** The stage of a paid order in the lab's work; `again` waits for a replacement of a rejected sample. */
export const workStages = ['to_come', 'collected', 'in_lab', 'again', 'done'] as const
export const workStage = z.enum(workStages)
export type WorkStage = z.infer<typeof workStage>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const mode = z.enum(['walkin', 'sampleCollection'])

const worklistItem = z.object({
  reference: z.string(),
  state: orderState,
  /** Null for an order that is cancelled. */
  stage: z.nullable(workStage),
  patientName: z.string(),
  gender,
  bornOn: z.nullable(z.string()),
  mode,
  location: z.string(),
  collectionDate: z.nullable(z.string()),
  collectionTime: z.nullable(z.string()),
  testCount: z.number(),
  isUrgent: z.boolean(),
  /** The tier of the most urgent critical value that was entered or delivered and not verified; null if there is none. */
  unverifiedCritical: z.nullable(criticalTier),
  /** When its samples were first expected at check-in, and how many are expected, collected and received. */
  checkedInAt: z.nullable(z.string()),
  samples: z.object({ expected: z.number(), collected: z.number(), received: z.number() }),
  /** The progress of a home visit's samples while not all are received; null otherwise. */
  handover: z.nullable(handoverState),
  /** How many results wait for each step, for an order in the lab; null otherwise. */
  results: z.nullable(z.object({ toEnter: z.number(), toVerify: z.number(), toRelease: z.number() })),
  /** Since when it is in its state. */
  since: z.string(),
  sampleData: z.boolean(),
})
export type WorklistItem = z.infer<typeof worklistItem>

export const listWorklist = endpoint('POST /v0/lab/worklist', {
  summary:
    'The paid orders of the lab in a stage of its work, or those that a search finds. It changes nothing. It is not a GET, because it searches for names, and a name must not be in an address.',
  access: 'lab',
  body: z.strictObject({
    ...paging,
    stage: z.optional(workStage),
    /** Only this location, by its address. */
    location: z.optional(z.string().check(z.maxLength(300))),
    /** Home visits on this day, or orders that reached their stage on it. A walk-in patient may come on any day. */
    on: z.optional(day),
    /** An order reference, an accession number, or part of a patient's name. Searches every stage. */
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.array(worklistItem),
  paged: true,
})

const place = z.object({ address: z.string(), name: z.string() })
export const readWorklistDesk = endpoint('GET /v0/lab/worklist/desk', {
  summary:
    'A summary of the worklist: the lab, the locations that the caller sees, and how many orders are in each stage.',
  access: 'lab',
  query: z.object({ location: z.optional(z.string().check(z.maxLength(300))) }),
  reply: z.object({
    lab: z.string(),
    duties: z.array(duty),
    locations: z.array(place),
    counts: z.object({ to_come: z.number(), collected: z.number(), in_lab: z.number(), again: z.number() }),
  }),
})

const moment = z.nullable(z.string())
/** The first name of the person who did it. */
const who = z.nullable(z.string())
const labSpecimen = z.object({
  accession: z.string(),
  specimen: z.string(),
  container: z.string(),
  state: specimenState,
  tests: z.array(z.string()),
  /** The number of the rejected specimen that it replaces. */
  replaces: z.nullable(z.string()),
  collectedAt: moment,
  collectedBy: who,
  receivedAt: moment,
  receivedBy: who,
  rejectedAt: moment,
  rejectedBy: who,
  rejectedReason: z.nullable(rejectionReason),
  rejectedNote: z.nullable(z.string()),
  /** Why a home visit that took others missed it. */
  untaken: z.nullable(z.object({ reason: untakenReason, note: z.nullable(z.string()), at: z.string() })),
  /** A result of it is released: errors are corrected there, and the sample can no longer be rejected. */
  isReported: z.boolean(),
})
export type LabSpecimen = z.infer<typeof labSpecimen>

const labOrder = z.object({
  reference: z.string(),
  state: orderState,
  stage: z.nullable(workStage),
  mode,
  place,
  collectionDate: z.nullable(z.string()),
  collectionTime: z.nullable(z.string()),
  patient: z.object({
    name: z.string(),
    gender,
    /** A test is usually for the other sex, and was booked all the same. */
    despiteSex: z.boolean(),
    bornOn: z.nullable(z.string()),
    phone: z.string(),
  }),
  clinical: clinicalRequest,
  /** The doctor who booked, as patients know them; null if a doctor did not book. */
  requestedBy: z.nullable(z.string()),
  /** A result of it is released only with counselling, so the patient is counselled before the sample too. */
  needsCounselling: z.boolean(),
  /** What its tests ask about the patient, besides the date of birth. */
  asks: z.array(clinicalQuestion),
  tests: z.array(
    z.object({
      name: z.string(),
      includes: z.array(z.string()),
      fastingHours: z.number(),
      preparation: z.string(),
    }),
  ),
  /** The newest last, including rejected ones. */
  specimens: z.array(labSpecimen),
  checkedInAt: moment,
  /** No specimen is taken from the patient; the visit is only recorded. */
  nothingTaken: z.boolean(),
  sampleData: z.boolean(),
  /** Photos of the tubes by the phlebotomist, for the desk and the scientists; empty for others. */
  photos: z.array(visitPhoto),
  /** What the caller may do now. */
  may: z.object({
    checkIn: z.boolean(),
    collect: z.boolean(),
    attend: z.boolean(),
    print: z.boolean(),
    changeRequest: z.boolean(),
    receive: z.boolean(),
    reject: z.boolean(),
  }),
})
export type LabOrder = z.infer<typeof labOrder>

export const readLabOrder = endpoint('GET /v0/lab/orders/:reference', {
  summary: 'One paid order of the lab, with its samples and what the caller may do now.',
  access: 'lab',
  params: orderParams,
  reply: labOrder,
})

export const checkIn = endpoint('POST /v0/lab/orders/:reference/check-in', {
  summary: 'Checks the patient in at the desk. Each needed sample gets its number. Asking twice is harmless.',
  access: 'lab',
  params: orderParams,
  reply: labOrder,
  refusals: ['not_your_duty', 'wrong_state'],
})

const accession = z.string().check(z.regex(/^[0-9]{2}[0-9A-Z]+-[0-9]{5,9}$/))

export const collectSamples = endpoint('POST /v0/lab/orders/:reference/collection', {
  summary: 'Records that samples were taken: the named ones, or all expected ones. Asking twice is harmless.',
  access: 'lab',
  params: orderParams,
  body: z.strictObject({
    accessions: z.optional(z.array(accession).check(z.minLength(1), z.maxLength(100))),
  }),
  reply: labOrder,
  refusals: ['not_your_duty', 'wrong_state'],
})

const accessionParams = z.strictObject({ accession: z.string().check(z.minLength(1), z.maxLength(40)) })

export const receiveSample = endpoint('POST /v0/lab/specimens/:accession/receipt', {
  summary: 'Records that a sample has come to the bench. Asking twice is harmless.',
  access: 'lab',
  params: accessionParams,
  reply: labOrder,
  refusals: ['not_your_duty', 'wrong_state'],
})

export const rejectSample = endpoint('POST /v0/lab/specimens/:accession/rejection', {
  summary:
    'Rejects a sample that the lab cannot use. We notify the patient, and a new sample is free of charge.',
  access: 'lab',
  params: accessionParams,
  body: z.strictObject({
    reason: rejectionReason,
    /** In the lab's own words, which the patient reads. Required if the reason is `other`. */
    note: z._default(
      z.nullable(z.string().check(z.trim(), z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u))),
      null,
    ),
  }),
  reply: labOrder,
  refusals: ['not_your_duty', 'wrong_state', 'result_out'],
})

export const downloadLabels = endpoint('GET /v0/lab/orders/:reference/labels', {
  summary: 'The labels of the samples of an order, each on a strip of its own or all on a sheet of A4.',
  access: 'lab',
  params: orderParams,
  query: z.object({
    layout: z._default(z.enum(['single', 'sheet']), 'single'),
    /** Only the label of this sample. */
    accession: z.optional(accession),
  }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: ['not_your_duty', 'wrong_state'],
})

const newSample = z.object({ reason: rejectionReason, note: z.nullable(z.string()), rejectedAt: z.string() })
export type NewSample = z.infer<typeof newSample>

export const readNewSamples = endpoint('GET /v0/orders/:reference/new-samples', {
  summary: 'Which samples of an order of the signed-in account must be taken again, free of charge, and why.',
  access: 'account',
  params: orderParams,
  reply: z.array(newSample),
})
