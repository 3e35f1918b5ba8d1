import { createHash } from 'node:crypto'
import { type CriticalCallState, type CriticalTier, type Duty, isolatesOf } from '@labalaba/contract'

const minute = 60 * 1000

/**
 * The time limits of each tier, in minutes from the verification: until when someone must be reached, and after how long
 * without that operators get a case. The tiers are those of reference/critical-limits.csv. The 30 minutes are the goal of 15
 * to 30 minutes that a Q-Probes study of the College of American Pathologists led to, as Fei et al. report it (Biochemia
 * Medica 2017;27(3):030707). The 60 minutes are the hour within which CLSI GP47 asks for the report of a life-threatening
 * result, as quoted in the same study.
 */
export const callLimits: Readonly<
  Record<CriticalTier, { readonly dueAfterMinutes: number; readonly operatorsAfterMinutes: number }>
> = {
  immediate: { dueAfterMinutes: 30, operatorsAfterMinutes: 60 },
  urgent: { dueAfterMinutes: 24 * 60, operatorsAfterMinutes: 24 * 60 },
}

/** How long before this time a call must have begun to wait for operators to get a case now. */
export function waitedForOperators(tier: CriticalTier, now: Date): Date {
  return new Date(now.getTime() - callLimits[tier].operatorsAfterMinutes * minute)
}

/** Within how long someone must be reached, in words: `30 minutes`, `24 hours`. */
export function callWithinWords(tier: CriticalTier): string {
  const minutes = callLimits[tier].dueAfterMinutes
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/** After how many attempts the lab may end a call without having reached anyone. */
export const attemptsToEnd = 3

/**
 * How long after its first attempt a call may end without having reached anyone, in minutes: three attempts within a moment
 * leave no time to come to the phone. A rule of this product; it has no source.
 */
const endsAfterMinutes = 10

/** Whether a call whose first attempt was made then may end now without having reached anyone. */
export function isLongEnoughToEnd(firstAttempt: Date, now: Date): boolean {
  return now.getTime() - firstAttempt.getTime() >= endsAfterMinutes * minute
}

/** Who calls about a critical result: staff who work on results. A desk reads no values, so it cannot call about one. */
export const dutiesToCall = ['scientist', 'verifier', 'manager'] as const satisfies readonly Duty[]

/** Whether a staff member with these duties may log calls. */
export function mayCall(duties: readonly string[]): boolean {
  return dutiesToCall.some((duty) => duties.includes(duty))
}

/** A value, as far as it matters for a call about it. */
type Value = {
  readonly analyte_id: number
  /** Null if it was not measured; then it is not critical. */
  readonly value: string | null
  readonly ucum: string | null
  readonly critical_tier: CriticalTier | null
  readonly structure?: 'isolates' | null
}

/** What a call is about: its tier, the most urgent of the critical values, and their hash. Null without critical values. */
export function aboutCritical(values: readonly Value[]): { tier: CriticalTier; hash: Buffer } | null {
  const critical = values.filter(({ critical_tier }) => critical_tier !== null)
  if (critical.length === 0) return null
  const lines = critical
    .map((one) => JSON.stringify([one.analyte_id, calledFor(one), one.ucum, one.critical_tier]))
    .toSorted()
  return {
    tier: critical.some(({ critical_tier }) => critical_tier === 'immediate') ? 'immediate' : 'urgent',
    hash: createHash('sha256').update(lines.join('\n')).digest(),
  }
}

/**
 * What of a value a caller says: of a culture its organisms, in whatever order, so that agents which are tested later need no
 * other call.
 */
function calledFor({ value, structure }: Value) {
  const culture = structure === 'isolates' && value !== null ? isolatesOf(value) : null
  return (
    culture?.found.map(({ organism, quantity }) => JSON.stringify([organism, quantity])).toSorted() ?? value
  )
}

/** Until when someone must be reached about values that have waited since this time. */
export function dueAt(tier: CriticalTier, waitsSince: Date): Date {
  return new Date(waitsSince.getTime() + callLimits[tier].dueAfterMinutes * minute)
}

type Call = { readonly outcome: 'reached' | 'not_reached' | 'void' | null; readonly due_at: Date }

/** How far a call is at this time. It becomes overdue by its time, without a job. */
export function callState({ outcome, due_at }: Call, now: Date): CriticalCallState {
  return outcome ?? (now > due_at ? 'overdue' : 'open')
}

/**
 * Whether a call that ended like this becomes reached when someone is reached after all, for example because the patient
 * calls back: the lab had given up, and its version is still verified or released.
 */
export function acceptsLateReach(outcome: Call['outcome'], version: string | undefined): boolean {
  return outcome === 'not_reached' && (version === 'verified' || version === 'released')
}

/** Whether the next attempt may end an open call without having reached anyone: it is at least the third. */
export function mayEndWithNext(attemptsBefore: number): boolean {
  return attemptsBefore + 1 >= attemptsToEnd
}
