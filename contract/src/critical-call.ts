import * as z from 'zod/mini'
import { phone } from './account.ts'
import { endpoint } from './endpoint.ts'

/**
 * How soon someone must be called about a critical result: `immediate`, within 30 minutes, as life may be in danger now;
 * `urgent`, within 24 hours.
 */
export const criticalTier = z.enum(['immediate', 'urgent'])
export type CriticalTier = z.infer<typeof criticalTier>

/** Whom the lab called about a critical result. */
export const calledPeople = ['patient', 'guardian', 'doctor', 'other'] as const
export const calledPerson = z.enum(calledPeople)
export type CalledPerson = z.infer<typeof calledPerson>

/**
 * How far a critical call is. `open`: no one was reached yet; `overdue`: the same, after its time; `reached`: the lab gave
 * someone the result; `not_reached`: the lab ended it after several attempts, and operators have a case; it becomes `reached` if
 * someone is reached after that; `void`: before anyone was reached, the version was sent back or withdrawn, or a correction
 * was released.
 */
export const criticalCallState = z.enum(['open', 'overdue', 'reached', 'not_reached', 'void'])
export type CriticalCallState = z.infer<typeof criticalCallState>

const callAttempt = z.object({
  /** First name of the staff member who called. */
  by: z.string(),
  at: z.string(),
  whom: calledPerson,
  name: z.string(),
  phone: z.string(),
  reached: z.boolean(),
  /** Whether the person repeated the result; null if no one was reached. */
  readBack: z.nullable(z.boolean()),
  note: z.nullable(z.string()),
})
export type CallAttempt = z.infer<typeof callAttempt>

/** The call that a version with a critical value needs, from its verification on. */
export const criticalCall = z.object({
  /** The version of the report. */
  number: z.number(),
  tier: criticalTier,
  state: criticalCallState,
  openedAt: z.string(),
  /** Until when someone must be reached. */
  dueAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Whom the lab may tell the result, as the order has them: the patient, a child's guardian, and the doctor who booked. */
  contacts: z.array(z.object({ whom: calledPerson, name: z.string(), phone: z.string() })),
  /** The newest first. */
  attempts: z.array(callAttempt),
  /**
   * Whether the next attempt may end it without reaching anyone: from the third on. The server still refuses this
   * (`ended_too_soon`) before ten minutes have passed since the first.
   */
  mayEnd: z.boolean(),
})
export type CriticalCall = z.infer<typeof criticalCall>

/** An open call, as the worklist shows it above all orders. It names no value. */
const openCall = z.object({
  /** The report's id. */
  report: z.string(),
  order: z.string(),
  patientName: z.string(),
  test: z.string(),
  tier: criticalTier,
  state: z.enum(['open', 'overdue']),
  dueAt: z.string(),
  attempts: z.number(),
  sampleData: z.boolean(),
})
export type OpenCall = z.infer<typeof openCall>

/** How many open calls are listed at most. */
export const openCallsListed = 100

export const listOpenCalls = endpoint('GET /v0/lab/calls', {
  summary: `Critical results of the caller's lab about which the lab has reached no one yet, at the locations that the caller sees, the earliest due first. At most ${openCallsListed}.`,
  access: 'lab',
  reply: z.array(openCall),
})

export const logCall = endpoint('POST /v0/lab/reports/:id/calls', {
  summary:
    'Records a telephone call about a critical result: who was called, on which number, whether they were reached and read the result back. The first call that reaches someone ends it. From the third attempt, and ten minutes after the first, the lab can end it without that; operators then get a case.',
  access: 'lab',
  params: z.strictObject({ id: z.string().check(z.uuid()) }),
  body: z.strictObject({
    /** The version that the caller has seen. */
    number: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)),
    whom: calledPerson,
    name: z.string().check(z.trim(), z.minLength(2), z.maxLength(100), z.regex(/^[^\p{Cc}]*$/u)),
    phone,
    reached: z.boolean(),
    /** Required if someone was reached, else null. */
    readBack: z.nullable(z.boolean()),
    note: z.optional(z.string().check(z.trim(), z.maxLength(300), z.regex(/^[^\p{Cc}]{3,300}$/u))),
    /** Ends the call although no one was reached. */
    end: z.optional(z.boolean()),
    /** Made by the client for this attempt, so that a repeated request records it once. */
    attempt: z.string().check(z.uuid()),
  }),
  reply: z.object({}),
  refusals: ['not_found', 'wrong_state', 'not_your_duty', 'ended_too_soon'],
})
