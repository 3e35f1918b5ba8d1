import * as z from 'zod/mini'
import { criticalTier } from './critical-call.ts'
import { endpoint } from './endpoint.ts'
import { gender } from './gender.ts'
import { age } from './reference-interval.ts'

/** A critical limit of our table, for patients of a sex and an age: up to a number, from a number on, or choices. */
const tableLimit = z.object({
  /** What is measured, and in which of the lab's tests. */
  name: z.string(),
  tests: z.array(z.string()),
  /** Null for both sexes. */
  sex: z.nullable(gender),
  from: age,
  /** Until the day before a patient reaches this age; null for no limit. */
  to: z.nullable(age),
  /** The unit of the catalogue; null for choices. */
  unit: z.nullable(z.string()),
  atOrBelow: z.nullable(z.number()),
  atOrAbove: z.nullable(z.number()),
  choices: z.array(z.string()),
  tier: criticalTier,
  source: z.string(),
  /** Whether we opened and read the source. */
  sourceRead: z.boolean(),
  /** The pathologist who has signed it; null if none has. */
  signedBy: z.nullable(z.string()),
})
export type TableLimit = z.infer<typeof tableLimit>

/** Identifies the limits that no pathologist has signed: another one if any of them changes. */
const edition = z.string().check(z.regex(/^[0-9a-f]{16}$/))

const criticalLimits = z.object({
  /** Those of the lab's tests, by what is measured. */
  limits: z.array(tableLimit),
  edition,
  /** How many of them no pathologist has signed. */
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
  /** No report of a test with such limits can be verified before a manager accepts them. */
  mustAccept: z.boolean(),
  /** Whether the caller may accept them. */
  mayAccept: z.boolean(),
})
export type CriticalLimits = z.infer<typeof criticalLimits>

export const readCriticalLimits = endpoint('GET /v0/lab/critical-limits', {
  summary:
    "The critical limits of our table for the lab's tests, with their sources, and whether the lab has accepted those that no pathologist has signed. For its verifiers and managers.",
  access: 'lab',
  reply: criticalLimits,
  refusals: ['not_found', 'not_your_duty'],
})

export const acceptCriticalLimits = endpoint('PUT /v0/lab/critical-limits/acceptance', {
  summary:
    'Accepts the critical limits that no pathologist has signed, for a whole lab. A real lab must do this before its first report of a test with such limits is verified. Accepting the same edition again changes nothing. For managers.',
  access: 'lab',
  /** The edition that the manager has read. If the limits have changed since, nothing is accepted. */
  body: z.strictObject({ edition }),
  reply: z.object({}),
  refusals: ['not_found', 'not_your_duty', 'limits_changed'],
})

/** The tables of clinical limits. */
const limitTable = z.enum(['critical', 'plausibility', 'pregnancy'])
export type LimitTable = z.infer<typeof limitTable>

export const countClinicalLimits = endpoint('GET /v0/clinical-limits', {
  summary: 'How many rows each table of clinical limits has, and how many of them no pathologist has signed.',
  access: 'operator',
  reply: z.array(z.object({ table: limitTable, rows: z.number(), unsigned: z.number() })),
})
