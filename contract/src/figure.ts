import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { rejectionReason, workStage } from './specimen.ts'

/** Of fewer than this, the numbers themselves are given, and neither a percentage nor a middle. */
export const fewestForShares = 5

export const figurePeriods = ['this_month', 'last_month', 'ninety_days'] as const
export const figurePeriod = z.enum(figurePeriods)
export type FigurePeriod = z.infer<typeof figurePeriod>

const hours = z.nullable(z.number())

/** How long one test took, over all orders of the period. */
const testTurnaround = z.object({
  test: z.string(),
  /** What patients were told: hours from receiving the sample; null where orders were told different ones. */
  promisedHours: hours,
  /** Samples that the lab received, and the results that are out. */
  received: z.number(),
  released: z.number(),
  /** Of those that are out or whose promise has passed, how many were out by it: the hour at which the lab is open that patients are told. */
  due: z.number(),
  inTime: z.number(),
  /** From receiving the sample to the first release; null where too few are out. */
  medianHours: hours,
  /** Nine in ten took no longer. */
  ninthHours: hours,
  /** Where too few are out: each, the shortest first. */
  each: z.array(z.number()),
})
export type TestTurnaround = z.infer<typeof testTurnaround>

const labFigures = z.object({
  lab: z.string(),
  /** Lagos days, both included. */
  from: z.string(),
  to: z.string(),
  locations: z.array(z.object({ address: z.string(), name: z.string() })),
  /** Orders that were paid in these days, by where they stand now. All else is of these orders. */
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
})
export type LabFigures = z.infer<typeof labFigures>

export const readLabFigures = endpoint({
  method: 'GET',
  path: '/v0/lab/figures',
  summary:
    "How a lab does, for those who manage it, over the orders that were paid in a period: where they stand, how long results took beside what was promised, and which samples were rejected. Of one's own locations only.",
  access: 'lab',
  query: z.strictObject({
    period: z._default(figurePeriod, 'this_month'),
    /** Of this location, by its address. */
    location: z.optional(z.string().check(z.maxLength(300))),
  }),
  reply: labFigures,
  refusals: ['not_found'],
})
