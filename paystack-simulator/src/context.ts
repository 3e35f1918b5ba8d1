import type { Alarm, Clock } from './clock.ts'
import type { FaultBoard } from './control/faults.ts'
import type { Noise } from './noise.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

/** The shared dependencies, built once at the start and passed to every function. */
export type Context = {
  readonly settings: Settings
  readonly store: Store
  readonly noise: Noise
  readonly faults: FaultBoard
  /** `test` or `live`, according to the secret key (section 1.1). */
  readonly domain: 'test' | 'live'
  readonly clock: Clock
  /** The clock's time, in milliseconds since 1970. */
  readonly now: () => number
  /** Woken when a webhook becomes due earlier than before. */
  readonly courier: Pick<Alarm, 'wake'>
  /** Woken when a refund has a next step. */
  readonly refundWalk: Pick<Alarm, 'wake'>
  /** Woken when a dispute has a next step. */
  readonly disputeWalk: Pick<Alarm, 'wake'>
}

/** Paystack writes times as ISO-8601 in UTC with milliseconds (section 1.1). */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
