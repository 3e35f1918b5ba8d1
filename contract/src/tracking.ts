import * as z from 'zod/mini'
import { orderState, promised } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { progress } from './progress.ts'

/** As typed: case, spaces and dashes do not matter. */
const orderNumber = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

/** What a person sees who knows an order's reference and its patient: no test, no money and no address of the patient. */
const trackedOrder = z.object({
  reference: z.string(),
  state: orderState,
  /** First name and initial of the last name. */
  patientName: z.string(),
  lab: z.string(),
  location: z.string(),
  mode: z.enum(['walkin', 'sampleCollection']),
  collectionDate: z.nullable(z.string()),
  collectionTime: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** When an unpaid order ends. */
  expiresAt: z.string(),
  /** When the order reached each stage, or null. */
  collectedAt: z.nullable(z.string()),
  receivedAt: z.nullable(z.string()),
  readyAt: z.nullable(z.string()),
  /** When it was cancelled or expired. */
  endedAt: z.nullable(z.string()),
  /** Hours until the lab has every result, from when it receives the sample. */
  resultHours: z.number(),
  /** As in an order. */
  promised: z.nullable(promised),
  /** As in an order, without the kinds of samples and without names. */
  progress,
  sampleData: z.boolean(),
})
export type TrackedOrder = z.infer<typeof trackedOrder>

export const trackOrder = endpoint('POST /v0/track', {
  summary:
    "The progress of an order, for a person who knows its number and the patient's phone or email, or has a link from a mail. A wrong contact and an unknown number get the same answer.",
  access: 'public',
  body: z.union([
    z.strictObject({
      reference: orderNumber,
      /** The patient's phone, in any usual form, or email. */
      contact: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    }),
    z.strictObject({
      reference: orderNumber,
      /** From the link in a mail to the patient. */
      signature: z.string().check(z.regex(/^[\w-]{20,64}$/)),
    }),
  ]),
  reply: trackedOrder,
  refusals: ['order_not_tracked'],
})
