import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { toAcknowledge } from './result.ts'

const inboxItem = z.object({
  reference: z.string(),
  patientName: z.string(),
  lab: z.string(),
  /** The tests whose results are released and readable. */
  tests: z.array(z.string()),
  /** The tests whose result the doctor had read and the lab has withdrawn, without a replacement. */
  withdrawn: z.array(z.string()),
  /** How many tests the patient keeps private, whether or not there is a result yet. */
  keptPrivate: z.number(),
  /** A value is critical, and the doctor has not acknowledged it. */
  critical: z.boolean(),
  /** A result was withdrawn, and the doctor has not acknowledged that. */
  takenBack: z.boolean(),
  /** Part of it has not been opened yet. */
  unread: z.boolean(),
  /** What is unread replaces an earlier result. */
  corrected: z.boolean(),
  /** All of it is acknowledged. */
  acknowledged: z.boolean(),
  /** When the newest of them was released or withdrawn. */
  releasedAt: z.string(),
})
export type InboxItem = z.infer<typeof inboxItem>

export const listInbox = endpoint({
  method: 'GET',
  path: '/v0/inbox',
  summary:
    "Released results of the signed-in doctor's patients who agree to it. Critical results that wait for acknowledgement come first, then withdrawn results, then unread ones, each with the newest first.",
  access: 'doctor',
  recent: true,
  query: z.strictObject({ after: z.optional(z.string().check(z.maxLength(80))) }),
  reply: z.object({ items: z.array(inboxItem), next: z.nullable(z.string()) }),
  refusals: ['sign_in_again', 'invalid'],
})

export const acknowledgeResults = endpoint({
  method: 'POST',
  path: '/v0/orders/:reference/acknowledgements',
  summary:
    'Records that the signed-in doctor has acknowledged these results, each in the version that they read, or that they know of a withdrawal. Asking twice is harmless.',
  access: 'doctor',
  recent: true,
  params: orderParams,
  body: z.strictObject({
    seen: z.array(toAcknowledge).check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({ at: z.string() }),
  refusals: ['not_found', 'sign_in_again', 'consent_needed', 'result_changed'],
})
