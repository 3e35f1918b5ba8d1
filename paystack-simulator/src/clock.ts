import { readSetting, type Store, saveSetting } from './store.ts'

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
  let ahead = Number(readSetting(store, 'clock ahead') ?? 0)
  return {
    now: () => Date.now() + ahead,
    aheadMs: () => ahead,
    moveTo(aheadMs) {
      if (aheadMs < ahead) throw new RangeError('the clock does not go back')
      saveSetting(store, 'clock ahead', String(aheadMs))
      ahead = aheadMs
    },
  }
}

const longestWait = 2 ** 31 - 1

/** Work that decides when it must run next. */
export type Alarm = {
  /** Runs the work soon. Cheap to call often. */
  wake(): void
  stop(): void
}

/**
 * Runs `work` immediately, then at the time that it returns, by the given clock (null: only after `wake`). If it throws,
 * the error is reported and it runs again a second later.
 */
export function startAlarm(work: () => number | null, now: () => number): Alarm {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function ringIn(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(ring, Math.min(Math.max(ms, 0), longestWait))
  }

  function ring(): void {
    try {
      const next = work()
      if (next !== null) ringIn(next - now())
    } catch (error) {
      console.error(error)
      ringIn(1000)
    }
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
  }

  ringIn(0)
  return { wake: () => ringIn(0), stop }
}
