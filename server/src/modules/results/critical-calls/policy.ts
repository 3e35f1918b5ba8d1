import { createHash } from 'node:crypto'
import type { CriticalCallState, CriticalTier, Duty } from '@labalaba/contract'

const minute = 60 * 1000
const hour = 60 * minute

/**
 * Within how long of the verification someone must be told, in milliseconds. The tiers are those of
 * reference/critical-limits.csv. The 30 minutes are the goal of 15 to 30 minutes that a Q-Probes study of the College of
 * American Pathologists led to, as Fei et al. report it (Biochemia Medica 2017;27(3):030707).
 */
const callWithin: Readonly<Record<CriticalTier, number>> = {
  immediate: 30 * minute,
  urgent: 24 * hour,
}

/**
 * After how long without a person who was told operators get a case, in milliseconds. The 60 minutes are the hour within
 * which CLSI GP47 asks for the report of a life-threatening result, as quoted in the same study.
 */
export const operatorsAfter: Readonly<Record<CriticalTier, number>> = {
  immediate: 60 * minute,
  urgent: 24 * hour,
}

/** After how many attempts the lab may end a call without having reached anyone. */
export const attemptsToEnd = 3

/** Who calls about a critical result: staff who work on results. A desk reads no values, so it tells none. */
export const dutiesToCall = ['scientist', 'verifier', 'manager'] as const satisfies readonly Duty[]

export function mayCall(duties: readonly string[]): boolean {
  return dutiesToCall.some((duty) => duties.includes(duty))
}

/** A value, as far as it matters for a call about it. */
type Value = {
  readonly analyte_id: number
  readonly value: string
  readonly ucum: string | null
  readonly critical_tier: CriticalTier | null
}

/** What a call is about: its tier, the most urgent of the critical values, and their hash. Null without critical values. */
export function aboutCritical(values: readonly Value[]): { tier: CriticalTier; hash: Buffer } | null {
  const critical = values.filter(({ critical_tier }) => critical_tier !== null)
  if (critical.length === 0) return null
  const told = critical
    .map(({ analyte_id, value, ucum, critical_tier }) =>
      JSON.stringify([analyte_id, value, ucum, critical_tier]),
    )
    .toSorted()
  return {
    tier: critical.some(({ critical_tier }) => critical_tier === 'immediate') ? 'immediate' : 'urgent',
    hash: createHash('sha256').update(told.join('\n')).digest(),
  }
}

export function dueAt(tier: CriticalTier, openedAt: Date): Date {
  return new Date(openedAt.getTime() + callWithin[tier])
}

type Call = { readonly outcome: 'reached' | 'not_reached' | 'void' | null; readonly due_at: Date }

/** How far a call is at this time. It becomes overdue by its time, without a job. */
export function callState({ outcome, due_at }: Call, now: Date): CriticalCallState {
  return outcome ?? (now > due_at ? 'overdue' : 'open')
}

/** Whether the next attempt may end an open call without having reached anyone: it is at least the third. */
export function mayEndWithNext(attemptsBefore: number): boolean {
  return attemptsBefore + 1 >= attemptsToEnd
}
