import * as z from 'zod/mini'
import { gender } from './booking.ts'
import { endpoint } from './endpoint.ts'

/** A round age: so many days, months or years on the calendar. */
const age = z.strictObject({
  amount: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
  unit: z.enum(['days', 'months', 'years']),
})
export type Age = z.infer<typeof age>

const limit = z.nullable(z.number().check(z.minimum(0), z.maximum(999_999)))

/** How a lab measures an analyte of some patients. */
const labInterval = z.strictObject({
  /** Null for both. */
  sex: z.nullable(gender),
  /** From the day on which somebody is so old. */
  from: age,
  /** Until the day before they are so old; null without an end. */
  to: z.nullable(age),
  low: limit,
  high: limit,
  criticalLow: limit,
  criticalHigh: limit,
})
export type LabInterval = z.infer<typeof labInterval>

const adultInterval = z.object({
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
})

const measuredLine = z.object({
  /** Of the line, in every lab. */
  id: z.number(),
  test: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  /** For adults, as every lab begins. */
  catalogue: z.object({
    male: adultInterval,
    female: adultInterval,
    criticalLow: z.nullable(z.number()),
    criticalHigh: z.nullable(z.number()),
    toBeConfirmed: z.boolean(),
  }),
  /** The lab's own: by sex and age, the youngest first. */
  own: z.array(labInterval),
  /** Who set them, and when; null where there are none. */
  set: z.nullable(z.object({ by: z.string(), at: z.string() })),
})
export type MeasuredLine = z.infer<typeof measuredLine>

export const readIntervals = endpoint({
  method: 'GET',
  path: '/v0/lab/intervals',
  summary:
    "What the lab's tests are measured by, twenty lines at a time by test: the catalogue's intervals for adults, and the lab's own. For its verifiers and managers.",
  access: 'lab',
  query: z.strictObject({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
  }),
  reply: z.object({
    lab: z.string(),
    lines: z.array(measuredLine),
    /** How many lines are found in all. */
    found: z.number(),
    /** How many of all the lab's lines wait for it to confirm or set them. */
    toConfirm: z.number(),
  }),
  refusals: ['not_found', 'not_your_duty'],
})
export type Intervals = z.infer<(typeof readIntervals)['reply']>

export const setIntervals = endpoint({
  method: 'PUT',
  path: '/v0/lab/intervals/:analyte',
  summary:
    "Makes a lab's own intervals of a line just these, for results that are entered from now on. What reports were read by stays. Saying the same again changes nothing.",
  access: 'lab',
  params: z.strictObject({ analyte: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
  body: z.strictObject({
    own: z.array(labInterval).check(z.maxLength(40)),
    /** When those were set that stood there; null where there were none. */
    seen: z.nullable(z.string().check(z.maxLength(40))),
    /** The unit that the line was shown in: where it is another by now, nothing is set. */
    unit: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty', 'intervals_changed', 'lines_changed'],
})
