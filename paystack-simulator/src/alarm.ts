const longestWait = 2 ** 31 - 1

/** Work that knows when it is next wanted. */
export type Alarm = {
  /** Runs the work soon; cheap to call often. */
  wake(): void
  stop(): void
}

/**
 * Runs `work` at once and then whenever its own answer falls due by the clock given (null: only when woken). Work that throws is reported and tried again a second later, so that one fault does not end it.
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
