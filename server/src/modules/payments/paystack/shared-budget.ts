import type { Log } from '../../../infra/observability/log.ts'
import { type Budget, type BudgetLimits, localBudget } from './budget.ts'

/** The longest wait for the database, in milliseconds. */
const patience = 1000
/** How long the database is not asked after it has failed, in milliseconds. */
const restOfDatabase = 1000
/** A process without the database makes this share of the calls, because it does not know how many others do the same. */
const shareAlone = 1 / 4

/**
 * Uses the budget that all processes share, `together`. While the database does not answer, this process has a quarter of
 * the calls per second, without a burst.
 */
export function sharedBudget(
  together: Budget,
  { perSecond }: BudgetLimits,
  log: Log,
  clock: () => number = () => performance.now(),
): Budget {
  const alone = localBudget({ perSecond: perSecond * shareAlone, burst: 1 }, clock)
  let isAway = false
  let awayUntil = Number.NEGATIVE_INFINITY

  async function orAlone<T>(together: () => Promise<T>, byItself: () => Promise<T>): Promise<T> {
    if (clock() < awayUntil) return await byItself()
    try {
      const answer = await withinPatience(together())
      isAway = false
      return answer
    } catch (err) {
      if (!isAway) log.warn({ err }, 'the budget of calls to Paystack cannot be read: fewer calls for now')
      isAway = true
      awayUntil = clock() + restOfDatabase
      return await byItself()
    }
  }

  return {
    lease: (request) =>
      orAlone(
        () => together.lease(request),
        () => alone.lease(request),
      ),
    async slowDown(told) {
      await alone.slowDown(told)
      await orAlone(
        () => together.slowDown(told),
        async () => undefined,
      )
    },
  }
}

async function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('the database did not answer in time')), patience)
  try {
    return await Promise.race([answer, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
