import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { toAcknowledge } from './own-result.ts'
import { intervalBasis, resultFlag } from './result-judgement.ts'

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

/** An order with a result that is not sensitive, needs action now, and cannot be read by the doctor. It says nothing more. */
const needsAction = z.object({
  reference: z.string(),
  patientName: z.string(),
  lab: z.string(),
  releasedAt: z.string(),
})
export type NeedsAction = z.infer<typeof needsAction>

export const listInbox = endpoint('GET /v0/inbox', {
  summary:
    "Released results of the signed-in doctor's patients who agree to it. Critical results that wait for acknowledgement come first, then withdrawn results, then unread ones, each with the newest first. With the first page come the orders with a result that needs action now, which a verified doctor may open by break-glass; sensitive tests are not counted.",
  access: 'doctor',
  recent: true,
  query: z.strictObject({ after: z.optional(z.string().check(z.maxLength(80))) }),
  reply: z.object({
    items: z.array(inboxItem),
    next: z.nullable(z.string()),
    /** At most twenty, of the last thirty days. */
    needsAction: z.array(needsAction),
  }),
  refusals: ['sign_in_again', 'invalid'],
})

export const acknowledgeResults = endpoint('POST /v0/orders/:reference/acknowledgements', {
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

const limit = z.nullable(z.number())

/** One value, in the unit of its series, with the interval of its report. */
const trendPoint = z.object({
  /** When the sample was taken; if no specimen is taken, when the result was released. */
  at: z.string(),
  order: z.string(),
  lab: z.string(),
  amount: z.number(),
  low: limit,
  high: limit,
  /** Set if the report says only that the value is below or above this amount. */
  bound: z.nullable(z.enum(['below', 'above'])),
  flag: z.nullable(resultFlag),
  basis: z.nullable(intervalBasis),
  /** As in the report; its unit differs if the value was converted to that of the series. */
  reported: z.object({ value: z.string(), unit: z.nullable(z.string()) }),
})
export type TrendPoint = z.infer<typeof trendPoint>

const trendSeries = z.object({
  id: z.string(),
  name: z.string(),
  /** The unit of the newest value. */
  unit: z.nullable(z.string()),
  /** Other units of the same analyte that cannot be converted. Their values have a series of their own. */
  apartFrom: z.array(z.string()),
  /** The oldest first. */
  points: z.array(trendPoint),
})
export type TrendSeries = z.infer<typeof trendSeries>

const resultPerson = z.object({
  name: z.string(),
  gender,
  bornOn: z.nullable(z.string()),
  /** Orders with results, the newest first. */
  orders: z.array(
    z.object({
      reference: z.string(),
      lab: z.string(),
      location: z.string(),
      /** When the newest of its results was released. */
      releasedAt: z.string(),
      tests: z.array(z.string()),
      sampleData: z.boolean(),
    }),
  ),
  /** Analytes that were measured more than once. */
  series: z.array(trendSeries),
})
export type ResultPerson = z.infer<typeof resultPerson>

export const readTrends = endpoint('GET /v0/orders/:reference/trends', {
  summary:
    'How the measured values of an order have changed for the same person, over the orders that the signed-in patient may read. Needs a recent password. Each report that is shown is recorded as read.',
  access: 'account',
  recent: true,
  params: orderParams,
  reply: z.object({
    /** Without a date of birth, results cannot be matched to one person. */
    bornOn: z.nullable(z.string()),
    series: z.array(trendSeries),
  }),
  refusals: ['not_found', 'sign_in_again', 'too_many'],
})
export type Trends = z.infer<(typeof readTrends)['reply']>

export const readOwnPeople = endpoint('GET /v0/results', {
  summary:
    'The people whose results the signed-in patient may read, from the newest two hundred orders, each with the values measured more than once. Needs a recent password. Each report that is shown is recorded as read.',
  access: 'account',
  recent: true,
  reply: z.object({ people: z.array(resultPerson) }),
  refusals: ['not_found', 'sign_in_again', 'too_many'],
})
