import { lagosDate } from '@labalaba/contract'
import type { Log } from '../../../infra/observability/log.ts'
import { watchDisputes } from '../disputes/watch.ts'
import type { Provider } from '../paystack/paystack.ts'
import { watchOrphans } from '../webhook/orphans.ts'
import { daysDue } from './days.ts'
import { reconcileDay } from './reconcile.ts'
import * as repository from './repository.ts'

/** How many days are read to find those that are due: more than are ever compared again. */
const remembered = 120

/**
 * Compares every day that is due with Paystack's lists, and looks for work for operators: webhooks about unknown payments,
 * and disputes that are nearly due. Only one worker compares at a time.
 */
export async function watchMoney(provider: Provider, log: Log): Promise<void> {
  const { db, clock } = provider
  await watchDisputes(db, log, clock.now())
  await watchOrphans(provider)
  const first = await repository.firstAttemptAt(db)
  const looked = (await repository.newestOf(db, remembered)).map((row) => ({
    day: row.day,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }))
  for (const day of daysDue(clock.now(), first && lagosDate(first), looked)) {
    const reconciled = await reconcileDay(provider, day, clock.now())
    if (reconciled.outcome !== 'done') {
      log.warn({ day, outcome: reconciled.outcome }, 'a day could not be compared and is tried again')
      return
    }
    const { mended, cases, ofOtherMode } = reconciled
    log.info({ day, mended, cases }, 'a day was compared with Paystack')
    if (ofOtherMode.length > 0)
      log.warn({ day, references: ofOtherMode.slice(0, 10) }, 'Paystack lists money of its other mode')
  }
}
