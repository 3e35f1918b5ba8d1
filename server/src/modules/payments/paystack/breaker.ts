/** A circuit breaker: stops calls to a provider that does not respond. */
export type Breaker = {
  /** Whether calls are stopped: then there is no need to queue. */
  rests(): boolean
  /**
   * Whether a call may go out now. None may while calls are stopped; then one may try, and the others wait for its outcome.
   */
  may(): boolean
  /** Reports the outcome of a call: whether any reliable response came. */
  heard(answered: boolean): void
}

const silencesToTrip = 5
const within = 30_000

/**
 * Trips after five calls in a row without response, the first of them at most thirty seconds ago, and then stops calls for
 * `restMs` milliseconds; with `restMs` 0 it never trips. `changed` is called when it trips and when it recovers.
 */
export function openBreaker(
  restMs: number,
  changed: (tripped: boolean) => void,
  clock: () => number = () => performance.now(),
): Breaker {
  let silences: number[] = []
  let restsUntil: number | null = null
  let triedAt: number | null = null

  function trip(now: number): void {
    if (restsUntil === null) changed(true)
    restsUntil = now + restMs
    triedAt = null
  }

  return {
    rests: () => restsUntil !== null && clock() < restsUntil,
    may() {
      if (restsUntil === null) return true
      const now = clock()
      if (now < restsUntil) return false
      // A try that never reports its outcome must not block it for ever.
      if (triedAt !== null && now - triedAt < within) return false
      triedAt = now
      return true
    },
    heard(answered) {
      const now = clock()
      if (answered) {
        silences = []
        if (restsUntil !== null) changed(false)
        restsUntil = null
        triedAt = null
        return
      }
      if (restMs === 0) return
      silences = [...silences, now].slice(-silencesToTrip)
      const [first = now] = silences
      if (restsUntil !== null || (silences.length === silencesToTrip && now - first <= within)) trip(now)
    },
  }
}
