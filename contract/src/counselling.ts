import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** What was said of a result that is given only with somebody to talk to, or agreed of it. */
export const counsellingNote = z
  .string()
  // In signs, as the database counts them: a picture is one.
  .check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u))

/** Who talks with a patient about a result, noted by whom, when, and how. */
export const counselling = z.object({
  talks: z.enum(['lab', 'doctor']),
  by: z.string(),
  at: z.string(),
  note: z.string(),
})
export type Counselling = z.infer<typeof counselling>

/** A test of an order whose result is given only with somebody to talk to. */
const toCounsel = z.object({
  /** Which line of the order it belongs to, and its code: together they name it. */
  position: z.number(),
  test: z.string(),
  name: z.string(),
  because: z.string(),
  /** Its result is out, as far as the doctor may know: nothing is noted before it any more. */
  isOut: z.boolean(),
  /** What the doctor has noted for the result that comes next, or that is out. */
  noted: z.nullable(z.object({ at: z.string(), note: z.string() })),
})
export type ToCounsel = z.infer<typeof toCounsel>

const orderCounselling = z.object({
  /** The patient lets this doctor read such results, so that the doctor can talk about them. */
  agreed: z.boolean(),
  /** The order is paid and goes on. */
  isOpen: z.boolean(),
  tests: z.array(toCounsel),
})
export type OrderCounselling = z.infer<typeof orderCounselling>

export const readCounselling = endpoint({
  method: 'GET',
  path: '/v0/orders/:reference/counselling',
  summary:
    'The tests of an order of the signed-in doctor whose results are given only with somebody to talk to, and what the doctor has noted. It says nothing of what was found.',
  access: 'doctor',
  params: orderParams,
  reply: orderCounselling,
  refusals: ['not_found'],
})

export const noteCounselling = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/counselling',
  summary:
    'Notes that the signed-in doctor has talked with the patient about a sensitive test that they booked, before its result is out. The lab reads the note and may release with it. The same note twice is harmless.',
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

/** Orders that wait for a doctor's note. */
const waitingTalk = z.object({
  reference: z.string(),
  patientName: z.string(),
  lab: z.string(),
  /** The tests that nothing is noted about yet. */
  tests: z.array(z.string()),
})
export type WaitingTalk = z.infer<typeof waitingTalk>

export const listWaitingTalks = endpoint({
  method: 'GET',
  path: '/v0/counselling',
  summary:
    'Orders of the signed-in doctor with sensitive tests that are not out, about which they have noted nothing, of patients who let them read such results. Those of which a sample has come are first, then the newest; no more than a hundred.',
  access: 'doctor',
  reply: z.array(waitingTalk),
  refusals: [],
})
