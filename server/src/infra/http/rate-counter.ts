import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../db.ts'

/**
 * Counts one more use for the key `about`, for all processes together. Returns 0 if it is allowed, otherwise the seconds
 * until the next one is. A refused use is counted too, but does not extend the window.
 */
export type RateCounter = (about: Buffer) => Promise<number>

export type Rate = {
  /** The name of the counter, which must be unique. */
  readonly name: string
  readonly most: number
  /** The length of the window, which begins with the first use. */
  readonly seconds: number
}

/**
 * Opens a counter in the database. `about` is a keyed hash from `tryAbout` or `addressAbout`, so that no table reveals who
 * did what. The window uses the machine's clock. Once a key is over its limit, this process does not query the database
 * about it until the window ends.
 */
export function openRateCounter(db: Db, { name, most, seconds }: Rate): RateCounter {
  const limiter = new RateLimiterPostgres({
    storeClient: storeOf(db),
    storeType: 'client',
    tableName: 'rate_count',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: most,
    duration: seconds,
    inMemoryBlockOnConsumed: most + 1,
  })
  return async (about) => {
    try {
      await limiter.consume(about.toString('base64url'))
      return 0
    } catch (problem) {
      if (problem instanceof RateLimiterRes) return Math.max(1, Math.ceil(problem.msBeforeNext / 1000))
      throw problem
    }
  }
}

/** The only call of a PostgreSQL client that the library uses, through our connections. */
function storeOf(db: Db) {
  return {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, [...values])),
  }
}

/** Deletes the counts whose window has ended. */
export async function forgetRateCounts(db: Db): Promise<void> {
  await db.deleteFrom('rate_count').where('expire', '<', Date.now()).execute()
}
