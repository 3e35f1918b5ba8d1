import * as z from 'zod/mini'
import { criticalTier } from './critical-call.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { trimester } from './pregnancy.ts'
import { age, catalogueInterval } from './reference-interval.ts'

/** What each limit of our tables says of its line and its source. */
const tableLimit = z.object({
  /** What is measured, and in which of the lab's tests. */
  name: z.string(),
  tests: z.array(z.string()),
  /** The unit of the catalogue; null for choices. */
  unit: z.nullable(z.string()),
  source: z.string(),
  /** Whether we opened and read the source. */
  sourceRead: z.boolean(),
  /** The pathologist who has signed it; null if none has. */
  signedBy: z.nullable(z.string()),
})
export type TableLimit = z.infer<typeof tableLimit>

/** A limit for patients of a sex and an age: up to a number, from a number on, or both. */
const limitByAge = z.extend(tableLimit, {
  /** Null for both sexes. */
  sex: z.nullable(gender),
  from: age,
  /** Until the day before a patient reaches this age; null for no limit. */
  to: z.nullable(age),
  atOrBelow: z.nullable(z.number()),
  atOrAbove: z.nullable(z.number()),
})

/** From where on a value, or which choice, opens a critical call. */
const criticalTableLimit = z.extend(limitByAge, {
  /** Only in these trimesters of a pregnancy; empty for every patient. */
  trimesters: z.array(trimester),
  choices: z.array(z.string()),
  tier: criticalTier,
})
export type CriticalTableLimit = z.infer<typeof criticalTableLimit>

/** Which value, or which change since the last value of the same patient, is to be checked. */
const plausibilityTableLimit = z.extend(limitByAge, {
  /** A change by an amount, or in percent of the last value, within so many days; null for a value. */
  changeBy: z.nullable(z.number()),
  changePercent: z.nullable(z.number()),
  withinDays: z.nullable(z.number()),
  /** What to check, such as "the unit: g/dL or g/L". */
  check: z.string(),
})
export type PlausibilityTableLimit = z.infer<typeof plausibilityTableLimit>

/** The outermost values that are usual in pregnancy. */
const pregnancyTableLimit = z.extend(tableLimit, {
  /** 1, 2 or 3; null for the whole pregnancy. */
  trimester: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
})
export type PregnancyTableLimit = z.infer<typeof pregnancyTableLimit>

/** Agents that organisms are expected to resist: a culture that says otherwise is to be checked. */
const resistanceTableRow = z.extend(tableLimit, {
  organisms: z.array(z.string()),
  agents: z.array(z.string()),
})
export type ResistanceTableRow = z.infer<typeof resistanceTableRow>

/** An interval of the catalogue for adults that the lab has to confirm, because its source was not read. */
const unconfirmedInterval = z.extend(tableLimit, {
  male: catalogueInterval,
  female: catalogueInterval,
  /** The lab has intervals of its own for each adult, so that this one judges no value. */
  isReplaced: z.boolean(),
})
export type UnconfirmedInterval = z.infer<typeof unconfirmedInterval>

/** Identifies the limits that no pathologist has signed and the intervals to be confirmed: another one if any of them changes. */
const edition = z.string().check(z.regex(/^[0-9a-f]{16}$/))

const clinicalLimits = z.object({
  /** The limits for the lab's tests, by what is measured. */
  critical: z.array(criticalTableLimit),
  plausibility: z.array(plausibilityTableLimit),
  pregnancy: z.array(pregnancyTableLimit),
  resistance: z.array(resistanceTableRow),
  /** The intervals of the catalogue that are to be confirmed. */
  intervals: z.array(unconfirmedInterval),
  edition,
  /** How many of all these no pathologist has signed, without the intervals that the lab has replaced. */
  unsigned: z.number(),
  /** Who accepted them for the lab, and when; null if no one has. */
  accepted: z.nullable(
    z.object({
      by: z.string(),
      at: z.string(),
      /** The limits have not changed since. */
      isCurrent: z.boolean(),
    }),
  ),
  /** No report of a test with such limits can be verified before a manager accepts them, or replaces its intervals if it has no others. */
  mustAccept: z.boolean(),
  /** Whether the caller may accept them. */
  mayAccept: z.boolean(),
})
export type ClinicalLimits = z.infer<typeof clinicalLimits>

export const readClinicalLimits = endpoint('GET /v0/lab/clinical-limits', {
  summary:
    "The critical, plausibility and pregnancy limits and the expected resistance of our tables for the lab's tests and the intervals of the catalogue that are to be confirmed, with their sources, and whether the lab has accepted those that no pathologist has signed. For its verifiers and managers.",
  access: 'lab',
  reply: clinicalLimits,
  refusals: ['not_found', 'not_your_duty'],
})

export const acceptClinicalLimits = endpoint('PUT /v0/lab/clinical-limits/acceptance', {
  summary:
    'Accepts all limits that no pathologist has signed and the intervals of the catalogue that are to be confirmed, for a whole lab. A real lab must do this before its first report of a test with such limits is verified; an interval may instead be replaced by one of the lab. From then on, an accepted interval is confirmed for values entered later, and a value beyond an accepted plausibility limit is verified only with a reason. Accepting the same edition again changes nothing. For managers.',
  access: 'lab',
  /** The edition that the manager has read. If the limits have changed since, nothing is accepted. */
  body: z.strictObject({ edition }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty', 'limits_changed'],
})

/** The tables of clinical limits. */
const limitTable = z.enum(['critical', 'plausibility', 'pregnancy', 'resistance', 'intervals'])
export type LimitTable = z.infer<typeof limitTable>

export const countClinicalLimits = endpoint('GET /v0/clinical-limits', {
  summary:
    'How many rows each table of clinical limits has, and how many of them no pathologist has signed; and how many intervals the catalogue has, and how many of them are to be confirmed.',
  access: 'operator',
  reply: z.array(z.object({ table: limitTable, rows: z.number(), unsigned: z.number() })),
})
