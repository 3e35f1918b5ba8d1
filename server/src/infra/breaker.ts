/** A circuit breaker: stops calls to a provider that does not respond. */
export type Breaker = {
  /** Whether calls are stopped: then there is no need to queue. */
  isOpen(): boolean
  /**
   * Whether a call may go out now. None may while calls are stopped; then one may try, and the others wait for its outcome.
   */
  allow(): boolean
  /** Reports the outcome of a call: whether any reliable response came. */
  record(answered: boolean): void
}

const silencesToTrip = 5
const within = 30_000

/**
 * Opens after five calls in a row without response, the first of them at most thirty seconds ago, and then stops calls for
 * `restMs` milliseconds; with `restMs` 0 it never opens. `changed` is called when it opens and when it closes.
 */
export function openBreaker(
  restMs: number,
  changed: (tripped: boolean) => void,
  clock: () => number = () => performance.now(),
): Breaker {
  let silences: number[] = []
  let openUntil: number | null = null
  let triedAt: number | null = null

  function trip(now: number): void {
    if (openUntil === null) changed(true)
    openUntil = now + restMs
    triedAt = null
  }

  return {
    isOpen: () => openUntil !== null && clock() < openUntil,
    allow() {
      if (openUntil === null) return true
      const now = clock()
      if (now < openUntil) return false
      // A try that never reports its outcome must not block it for ever.
      if (triedAt !== null && now - triedAt < within) return false
      triedAt = now
      return true
    },
    record(answered) {
      const now = clock()
      if (answered) {
        silences = []
        if (openUntil !== null) changed(false)
        openUntil = null
        triedAt = null
        return
      }
      if (restMs === 0) return
      silences = [...silences, now].slice(-silencesToTrip)
      const [first = now] = silences
      if (openUntil !== null || (silences.length === silencesToTrip && now - first <= within)) trip(now)
    },
  }
}
