import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { longestMethod, oneLineCharacters } from './result-text.ts'

/** An age as a whole number of hours since birth, or of days, months or years on the calendar. */
export const age = z.strictObject({
  amount: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
  unit: z.enum(['hours', 'days', 'months', 'years']),
})
export type Age = z.infer<typeof age>

const limit = z.nullable(z.number().check(z.minimum(0), z.maximum(999_999)))

/** How a lab judges an analyte for some patients. */
const labInterval = z.strictObject({
  /** Null for both sexes. */
  sex: z.nullable(gender),
  /** From the day, or the hour, in which a patient reaches this age. */
  from: age,
  /** Until before a patient reaches this age; null for no limit. */
  to: z.nullable(age),
  low: limit,
  high: limit,
  criticalLow: limit,
  criticalHigh: limit,
})
export type LabInterval = z.infer<typeof labInterval>

/** An interval of the catalogue for adults of one sex; without limits if it has none. */
export const catalogueInterval = z.object({
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
})

/** The catalogue's intervals for adults. */
const catalogueIntervals = z.object({
  male: catalogueInterval,
  female: catalogueInterval,
  criticalLow: z.nullable(z.number()),
  criticalHigh: z.nullable(z.number()),
  toBeConfirmed: z.boolean(),
})

/** A unit that a lab may report a line in. */
const reportingUnit = z.object({
  ucum: z.string(),
  unit: z.string(),
  /** How much one of it is in the catalogue's unit; null if nothing converts it. */
  factor: z.nullable(z.number()),
  /** The catalogue's intervals in it; null if nothing converts them, so that only the lab's own hold. */
  catalogue: z.nullable(catalogueIntervals),
})
export type ReportingUnit = z.infer<typeof reportingUnit>

const measuredLine = z.object({
  /** The id of the line, the same in every lab. */
  id: z.number(),
  test: z.string(),
  name: z.string(),
  /** Only a quantity has intervals and a unit. */
  kind: z.enum(['quantity', 'choice']),
  /** How the lab measures it, in its own words; null if it has not said. */
  method: z.nullable(z.string()),
  /** The unit in which the lab reports it. */
  unit: z.nullable(z.string()),
  /** The UCUM code of that unit; null if it has none. */
  ucum: z.nullable(z.string()),
  /** The units that the lab may choose, the catalogue's first; empty if there is no choice. */
  units: z.array(reportingUnit),
  /** The catalogue's intervals for adults in that unit, with which every lab starts. */
  catalogue: catalogueIntervals,
  /** The lab's own intervals: by sex and age, the youngest first. */
  own: z.array(labInterval),
  /** Who set them, and when; null if there are none. */
  set: z.nullable(z.object({ by: z.string(), at: z.string() })),
})
export type MeasuredLine = z.infer<typeof measuredLine>

export const readIntervals = endpoint('GET /v0/lab/intervals', {
  summary:
    "The lines of the lab's tests, twenty a page by test: the catalogue's intervals for adults, the lab's own, and how the lab measures each. For its verifiers and managers.",
  access: 'lab',
  query: z.strictObject({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
  }),
  reply: z.object({
    lab: z.string(),
    lines: z.array(measuredLine),
    /** The total number of matching lines. */
    found: z.number(),
    /** How many of the lab's lines still need its confirmation or own intervals. */
    toConfirm: z.number(),
  }),
  refusals: ['not_found', 'not_your_duty'],
})
export type Intervals = z.infer<(typeof readIntervals)['reply']>

export const setIntervals = endpoint('PUT /v0/lab/intervals/:analyte', {
  summary:
    "Replaces a lab's own intervals of a line, the unit in which the lab reports it, and how the lab measures it. The intervals and the method are for results entered from now on, the unit for reports begun from now on. Saving the same again changes nothing.",
  access: 'lab',
  params: z.strictObject({ analyte: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
  body: z.strictObject({
    own: z.array(labInterval).check(z.maxLength(40)),
    /** When the intervals that the caller saw were set; null if there were none. */
    seen: z.nullable(z.string().check(z.maxLength(40))),
    /** The unit in which the line was shown. If it has changed since, nothing is set. */
    unit: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    /** The UCUM code of the unit to report the line in, which is that of the intervals. Absent: it stays. */
    reportIn: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    /** How the lab measures the line: what the caller saw, and what it shall be, empty for nothing. Absent: it stays. */
    method: z.optional(
      z.strictObject({
        seen: z.nullable(z.string().check(z.maxLength(longestMethod))),
        to: z.string().check(z.trim(), z.maxLength(longestMethod), z.regex(oneLineCharacters)),
      }),
    ),
  }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty', 'intervals_changed', 'lines_changed'],
})
