import * as z from 'zod/mini'
import { reportAttachment } from './attachment.ts'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { resultValue } from './result.ts'
import { withdrawnResult } from './result-withdrawal.ts'

/** A version of a report that a doctor has read. `withdrawn` if its later withdrawal must be acknowledged. */
export const toAcknowledge = z.strictObject({
  report: z.string().check(z.uuid()),
  version: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)),
  withdrawn: z.optional(z.boolean()),
})
export type ToAcknowledge = z.infer<typeof toAcknowledge>

/** A value as its readers see it. */
const ownValue = z.extend(resultValue, {
  /** What its line is, in one sentence of the catalogue; null if it has none. */
  about: z.nullable(z.string()),
})
export type OwnValue = z.infer<typeof ownValue>

/** A result as its readers see it. */
export const ownResult = z.object({
  id: z.string(),
  /** Increases with each correction. */
  version: z.number(),
  test: z.string(),
  /** The catalogue's description of the test; null if it has none. */
  about: z.nullable(z.string()),
  partOf: z.nullable(z.string()),
  /** Sharing it needs a second confirmation. */
  sensitive: z.boolean(),
  /** When its sample was taken; null if no specimen is taken. */
  takenAt: z.nullable(z.string()),
  releasedAt: z.string(),
  /** More results will follow, and these may still change. */
  preliminary: z.boolean(),
  /** Why this version corrects an earlier one, or adds to it. */
  correction: z.nullable(z.string()),
  /** Each value of the version before stands in it, and there are further ones, or comments. */
  addsOnly: z.boolean(),
  /**
   * The earlier versions of a corrected report, the oldest first: when each was released, its code, and its values that no
   * later version has as they were. The version before a correction is there, and others that have such values. None
   * is there that was released before a withdrawal, or that the reader could not read.
   */
  replaces: z.array(z.object({ releasedAt: z.string(), code: z.string(), values: z.array(resultValue) })),
  /** Who counsels the patient about it, if it needs counselling. */
  counselledBy: z.nullable(z.enum(['lab', 'doctor'])),
  values: z.array(ownValue),
  /** The lab's own PDF that belongs to it. */
  attachment: z.nullable(reportAttachment),
  /** The code on the PDF, by which it can be checked. */
  code: z.string(),
})
export type OwnResult = z.infer<typeof ownResult>

const ownResults = z.object({
  reference: z.string(),
  /** Who reads them: the patient, or the doctor whom the patient lets read them. */
  readBy: z.enum(['patient', 'doctor']),
  patientName: z.string(),
  gender,
  /** As given in the booking, for a reader who may read the order; null if it was not given. */
  bornOn: z.nullable(z.string()),
  lab: z.string(),
  labPhone: z.string(),
  location: z.string(),
  results: z.array(ownResult),
  /** Results that were released and withdrawn, without a replacement. */
  withdrawn: z.array(withdrawnResult),
  /** Names of the tests that are not released yet. */
  waiting: z.array(z.string()),
  /**
   * Results that are released for the patient only: a sensitive one, of which the owner of the order sees only the test, or
   * one released after a child turned 18.
   */
  withheld: z.array(z.object({ test: z.string(), because: z.enum(['sensitive', 'of_age']) })),
  /** Where the patient reads it: the email of the order, unless it is this reader's own. */
  patientEmail: z.nullable(z.string()),
  /** For a doctor: how many tests the patient keeps private, whether or not there is a result yet. */
  keptPrivate: z.number(),
  /** For a doctor: until when they read results by break-glass; null if they read all of them by consent. */
  breakGlassUntil: z.nullable(z.string()),
  /** For a doctor: the versions that they have not acknowledged. */
  toAcknowledge: z.array(toAcknowledge),
  /** When they acknowledged the last of it; null if something is not acknowledged. */
  acknowledgedAt: z.nullable(z.string()),
  sampleData: z.boolean(),
})
export type OwnResults = z.infer<typeof ownResults>

export const readResults = endpoint('GET /v0/orders/:reference/results', {
  summary:
    "The released results of the signed-in patient's order, or of an order that the signed-in doctor booked for a patient who lets them read, or what they opened by break-glass. Needs a password given within the last 15 minutes. Each reading is recorded.",
  access: 'account',
  recent: true,
  params: orderParams,
  reply: ownResults,
  refusals: ['not_found', 'sign_in_again', 'patient_unproven', 'consent_needed', 'too_many'],
})

export const provePatient = endpoint('POST /v0/orders/:reference/patient', {
  summary:
    'Confirms once that the caller is the patient of an order that another account booked with the confirmed email of the caller. They give the date of birth on the order. If the order has none, they give its phone, their account must have the name of the patient, and the date of birth that they state is kept. After five wrong answers the order waits for an hour. Fifteen wrong answers close this way for the order.',
  access: 'account',
  recent: true,
  params: orderParams,
  body: z.strictObject({
    answer: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
    /** The date of birth, as 1985-03-27, if the order has none. */
    bornOn: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  }),
  reply: z.object({}),
  refusals: ['not_found', 'sign_in_again', 'not_the_patient', 'proof_closed', 'too_many'],
})

export const downloadReport = endpoint('GET /v0/orders/:reference/results/:report', {
  summary: 'A released report, as the PDF that was made at its release.',
  access: 'account',
  recent: true,
  params: z.extend(orderParams, { report: z.string().check(z.uuid()) }),
  file: 'application/pdf',
  reply: z.unknown(),
  refusals: [
    ...(['not_found', 'sign_in_again', 'patient_unproven', 'consent_needed', 'too_many'] as const),
    ...(['files_unavailable', 'file_damaged'] as const),
  ],
})
