import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { rejectionReason, workStage } from './specimen.ts'

/** With fewer results than this, the numbers themselves are given instead of percentages and medians. */
export const fewestForShares = 5

export const figurePeriods = ['this_month', 'last_month', 'ninety_days'] as const
export const figurePeriod = z.enum(figurePeriods)
export type FigurePeriod = z.infer<typeof figurePeriod>

const hours = z.nullable(z.number())

/** How long one test took, over all orders of the period. */
const testTurnaround = z.object({
  test: z.string(),
  /** The hours promised to patients, from receiving the sample; null if orders were promised different ones. */
  promisedHours: hours,
  /** Samples that the lab received, and results that were released. */
  received: z.number(),
  released: z.number(),
  /**
   * Results that were released or whose promised time has passed, and how many of them were released in time. The promised
   * time is the hour within opening times that patients are shown.
   */
  due: z.number(),
  inTime: z.number(),
  /** From receiving the sample to the first release; null if too few are released. */
  medianHours: hours,
  /** Nine in ten took no longer. */
  ninthHours: hours,
  /** If too few are released: each turnaround, the shortest first. */
  each: z.array(z.number()),
})
export type TestTurnaround = z.infer<typeof testTurnaround>

const labFigures = z.object({
  lab: z.string(),
  /** Lagos days, both included. */
  from: z.string(),
  to: z.string(),
  locations: z.array(z.object({ address: z.string(), name: z.string() })),
  /** Orders paid in these days, by their current stage. All other numbers cover these orders. */
  orders: z.object({
    paid: z.number(),
    stages: z.array(z.object({ stage: workStage, count: z.number() })),
    cancelled: z.number(),
  }),
  turnaround: z.array(testTurnaround),
  samples: z.object({
    taken: z.number(),
    rejected: z.number(),
    byReason: z.array(z.object({ reason: rejectionReason, count: z.number() })),
    bySpecimen: z.array(z.object({ specimen: z.string(), taken: z.number(), rejected: z.number() })),
  }),
  /** Critical calls, without those that became void in time and those that an earlier call made needless. */
  calls: z.object({
    count: z.number(),
    /** Those that ended or whose time has passed, and how many of them reached someone in time. */
    due: z.number(),
    inTime: z.number(),
    /** From the first verification of the values until someone was reached; null if too few were. */
    medianMinutes: z.nullable(z.number()),
  }),
})
export type LabFigures = z.infer<typeof labFigures>

export const readLabFigures = endpoint('GET /v0/lab/figures', {
  summary:
    "Statistics for a lab's managers about the orders paid in a period: their stages, how long results took compared with the promise, which samples were rejected, and how soon the lab called about critical results. Only for the manager's own locations.",
  access: 'lab',
  query: z.strictObject({
    period: z._default(figurePeriod, 'this_month'),
    /** Only this location, by its address. */
    location: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: labFigures,
  refusals: ['not_found'],
})
