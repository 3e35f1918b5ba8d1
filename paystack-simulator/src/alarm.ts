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
