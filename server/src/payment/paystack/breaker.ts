/** Keeps us from asking one that does not answer. */
export type Breaker = {
  /** Whether it rests: then nobody need stand in line. */
  rests(): boolean
  /** Whether a call may go out now. While it rests nobody may; after that one may try, and the others wait for them. */
  may(): boolean
  /** What came of a call that went out: an answer, whichever it was, or none that can be relied on. */
  heard(answered: boolean): void
}

const silencesToTrip = 5
const within = 30_000

/**
 * Trips after five calls in a row that were not answered, the first of them no longer than thirty seconds ago, and then
 * rests for `restMs`; at 0 it never trips. `changed` is told when it trips and when it is whole again.
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
      // Whoever tries and is never heard of again must not keep it shut for ever.
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
