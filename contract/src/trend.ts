import * as z from 'zod/mini'
import { gender, orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { intervalBasis, resultFlag } from './result.ts'

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

export const readTrends = endpoint({
  method: 'GET',
  path: '/v0/orders/:reference/trends',
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

export const readOwnPeople = endpoint({
  method: 'GET',
  path: '/v0/results',
  summary:
    'The people whose results the signed-in patient may read, from the newest two hundred orders, each with the values measured more than once. Needs a recent password. Each report that is shown is recorded as read.',
  access: 'account',
  recent: true,
  reply: z.object({ people: z.array(resultPerson) }),
  refusals: ['not_found', 'sign_in_again', 'too_many'],
})
