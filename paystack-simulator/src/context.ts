import type { Alarm } from './alarm.ts'
import type { Clock } from './clock.ts'
import type { FaultBoard } from './control/faults.ts'
import type { Noise } from './noise.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

/** Everything a verb may need, built once at the start and handed down. */
export type Context = {
  readonly settings: Settings
  readonly store: Store
  readonly noise: Noise
  readonly faults: FaultBoard
  /** `test` or `live`, as the secret key says (section 1.1). */
  readonly domain: 'test' | 'live'
  readonly clock: Clock
  /** The clock's time, in milliseconds since 1970. */
  readonly now: () => number
  /** Told whenever a webhook falls due sooner than before. */
  readonly courier: Pick<Alarm, 'wake'>
  /** Told whenever a refund has a move to make. */
  readonly refundWalk: Pick<Alarm, 'wake'>
  /** Told whenever a dispute has a move to make. */
  readonly disputeWalk: Pick<Alarm, 'wake'>
}

/** Paystack writes times as ISO-8601 in UTC with milliseconds (section 1.1). */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
