import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db.ts'

/**
 * Counts one more use by what `about` stands for, for all processes together. Answers 0 where it is welcome, else the seconds
 * until the next one is. A use that is not welcome is counted too, and extends nothing.
 */
export type RateCounter = (about: Buffer) => Promise<number>

export type Rate = {
  /** What is counted; no other counter has this name. */
  readonly name: string
  readonly most: number
  /** The window, which begins with the first use. */
  readonly seconds: number
}

/**
 * Opens a counter in the database. `about` is a keyed hash, of `tryAbout` or `addressAbout`, so that no table says who did
 * what. The window goes by the machine's clock. Once a key is over its limit, this process asks the database about it no more
 * until the window ends.
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

/** The one call of a client of PostgreSQL that the library makes, through our connections. */
function storeOf(db: Db) {
  return {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, [...values])),
  }
}

/** Forgets the counts whose window has ended. */
export async function forgetRateCounts(db: Db): Promise<void> {
  await db.deleteFrom('rate_count').where('expire', '<', Date.now()).execute()
}
