/** How many calls per second are allowed, and how many may go out together after a quiet time. */
export type BudgetLimits = { readonly perSecond: number; readonly burst: number }

/** Asks for up to `wanted` tokens, so many that `reserve` are left. One token is the right to make one call. */
export type LeaseRequest = { readonly wanted: number; readonly reserve: number }

/** The tokens that a caller has got, the time until there is another one in milliseconds, and tokens per second now. */
export type Lease = { readonly taken: number; readonly waitMs: number; readonly perSecond: number }

/** What a budget has now; it takes nothing. */
export type BudgetReading = {
  /** Calls per second now, and by the setting. */
  readonly perSecond: number
  readonly limit: number
  /** Tokens that are left. */
  readonly callsLeft: number
  /** How long the provider's pause still lasts. */
  readonly pausedSeconds: number
}

/** The provider has answered 429 to a call that was sent `sentMsAgo`, and asks for a pause of `pauseMs`. */
export type SlowDown = { readonly pauseMs: number; readonly sentMsAgo: number }

/** A token bucket that limits calls per second, and adapts to a provider that answers 429. */
export type Budget = {
  lease(request: LeaseRequest): Promise<Lease>
  /**
   * Allows no call during the pause, and then half as many per second as before; within a minute the rate grows back
   * evenly. Calls that were sent before the last slow-down are answers to the old rate, so they halve it no further.
   */
  slowDown(slowing: SlowDown): Promise<void>
}

/** The longest pause that a provider can impose on us with one answer, in seconds. */
export const longestPause = 60
/** The least rate after slow-downs, as a share of the setting. */
export const leastShare = 0.1
/** How long it takes from no calls per second to the setting, in seconds. */
export const secondsToRecover = 60
/** Tokens are fractions, and sums of fractions are not exact: so little less than a token counts as one. */
export const rounding = 1e-6

/** Opens a budget in memory for this process alone; it begins full. */
export function localBudget(
  { perSecond, burst }: BudgetLimits,
  clock: () => number = () => performance.now(),
): Budget {
  let tokens = burst
  let rate = perSecond
  let countedAt = clock()
  let pausedUntil = countedAt
  let slowedAt = Number.NEGATIVE_INFINITY

  function refill(): number {
    const now = clock()
    const seconds = Math.max(0, now - Math.max(countedAt, pausedUntil)) / 1000
    tokens = Math.min(Math.max(1, (burst * rate) / perSecond), tokens + seconds * rate)
    rate = Math.min(perSecond, rate + (seconds * perSecond) / secondsToRecover)
    countedAt = now
    return now
  }

  return {
    async lease({ wanted, reserve }) {
      const now = refill()
      const taken = Math.max(0, Math.min(wanted, Math.floor(tokens - reserve + rounding)))
      tokens = Math.max(0, tokens - taken)
      const missing = Math.max(0, 1 - rounding - tokens)
      const waitMs = Math.max(0, pausedUntil - now) + (missing / rate) * 1000
      return { taken, waitMs, perSecond: rate }
    },
    async slowDown({ pauseMs, sentMsAgo }) {
      const now = refill()
      tokens = 0
      pausedUntil = Math.max(pausedUntil, now + pauseMs)
      if (now - sentMsAgo < slowedAt) return
      rate = Math.max(perSecond * leastShare, rate / 2)
      slowedAt = now
    },
  }
}
