import { Refusal } from '../platform/refusal.ts'
import { limitWindow, signInPause } from './rules.ts'

/** Refuses `too_many` while an address has to wait. `failures` is in order of time. */
export function refuseWhilePausing(failures: readonly Date[], now: Date): void {
  const pause = signInPause(failures, now)
  if (pause > 0) throw new Refusal('too_many', { retryAfter: pause })
}

/** How far back failed sign-ins are looked at. */
export function signInSince(now: Date): Date {
  return new Date(now.getTime() - limitWindow)
}
