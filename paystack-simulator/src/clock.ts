import type { Store } from './store.ts'
import { keepSetting, keptSetting } from './store.ts'

/** The simulator's own clock: the machine's clock plus an offset in milliseconds. The offset survives a restart. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  aheadMs(): number
  /** Sets the offset. It can only grow, as Paystack's time does not go back. */
  moveTo(aheadMs: number): void
}

/** Opens the clock of a store. */
export function clockOf(store: Store): Clock {
  let ahead = Number(keptSetting(store, 'clock ahead') ?? 0)
  return {
    now: () => Date.now() + ahead,
    aheadMs: () => ahead,
    moveTo(aheadMs) {
      if (aheadMs < ahead) throw new RangeError('the clock does not go back')
      keepSetting(store, 'clock ahead', String(aheadMs))
      ahead = aheadMs
    },
  }
}
