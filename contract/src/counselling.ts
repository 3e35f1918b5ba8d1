import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** A note of the counselling about a result, or of what was agreed. */
export const counsellingNote = z
  .string()
  // Counted in Unicode characters as in the database: an emoji is one.
  .check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u))

/** Who counsels a patient about a result, and who noted it, when, and how. */
export const counselling = z.object({
  talks: z.enum(['lab', 'doctor']),
  by: z.string(),
  at: z.string(),
  note: z.string(),
})
export type Counselling = z.infer<typeof counselling>

/** A test of an order whose result is released only with counselling. */
const toCounsel = z.object({
  /** The line of the order and the code of the test. Together they identify it. */
  position: z.number(),
  test: z.string(),
  name: z.string(),
  because: z.string(),
  /** Its result is released, as far as the doctor may know, so no note is possible any more. */
  isOut: z.boolean(),
  /** The doctor's note for the next or the released result. */
  noted: z.nullable(z.object({ at: z.string(), note: z.string() })),
})
export type ToCounsel = z.infer<typeof toCounsel>

const orderCounselling = z.object({
  /** The patient lets this doctor read such results, so the doctor can talk about them. */
  agreed: z.boolean(),
  /** The order is paid and not over. */
  isOpen: z.boolean(),
  tests: z.array(toCounsel),
})
export type OrderCounselling = z.infer<typeof orderCounselling>

export const readCounselling = endpoint('GET /v0/orders/:reference/counselling', {
  summary:
    'The tests of an order of the signed-in doctor whose results need someone to talk to the patient, and what the doctor has noted. It says nothing about the results.',
  access: 'doctor',
  params: orderParams,
  reply: orderCounselling,
  refusals: ['not_found'],
})

export const noteCounselling = endpoint('POST /v0/orders/:reference/counselling', {
  summary:
    'Notes that the signed-in doctor has talked with the patient about a test that needs it and that they booked, before its result is released. The lab reads the note and may release the result with it. Sending the same note twice is harmless.',
  access: 'doctor',
  params: orderParams,
  body: z.strictObject({
    position: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    test: z.string().check(z.minLength(1), z.maxLength(80)),
    note: counsellingNote,
  }),
  reply: z.object({ at: z.string() }),
  refusals: ['not_found', 'consent_needed', 'wrong_state'],
})

/** An order that waits for a doctor's note. */
const waitingTalk = z.object({
  reference: z.string(),
  patientName: z.string(),
  lab: z.string(),
  /** The tests without a note. */
  tests: z.array(z.string()),
})
export type WaitingTalk = z.infer<typeof waitingTalk>

export const listWaitingTalks = endpoint('GET /v0/counselling', {
  summary:
    'Orders of the signed-in doctor with tests that need counselling, are not released and have no note of the doctor yet, of patients who let the doctor read sensitive results. Those with a received sample come first, then the newest. It lists at most a hundred.',
  access: 'doctor',
  reply: z.array(waitingTalk),
})
