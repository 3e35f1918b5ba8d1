import { formatDay, lagosDate } from '@labalaba/contract'
import {
  addFound,
  closeCaseAbout,
  type Found,
  openCase,
  openSubjects,
  wasOpenSince,
} from '../../case/index.ts'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { awaitedNoMore, awaitedSince, type LongAwaited } from './awaited-repository.ts'
import { isBegun } from './outstanding.ts'

const day = 24 * 60 * 60 * 1000
/**
 * So long a sample is waited for before a person asks: whoever works all week has two weekends to come, and what else was
 * found of the order is not read much later than it was taken.
 */
export const patience = 14 * day
/** More than this many wait only where something else is wrong. */
const most = 1000

type Dependencies = { readonly db: Db; readonly clock: Clock }

/**
 * Brings to operators the orders that wait for a sample that nobody comes to give, so that none is open for ever without
 * anybody knowing. What a person has closed comes again after as long, if it still waits. Closes those that wait no more.
 */
export async function watchAwaited({ db, clock }: Dependencies): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - patience)
  for (const order of await awaitedSince(db, before, lagosDate(now), most))
    await db.transaction().execute(async (tx) => {
      if (await wasOpenSince(tx, 'sample_awaited', order.reference, before)) return
      await openCase(tx, caseOf(order, await isBegun(tx, order.reference)), now)
    })
  const open = await openSubjects(db, 'sample_awaited')
  // What else was taken may have been rejected since, or something else was taken: then another act ends it.
  for (const reference of open) {
    const found = { is_begun: await isBegun(db, reference) }
    await db.transaction().execute((tx) => addFound(tx, 'sample_awaited', reference, found))
  }
  for (const reference of await awaitedNoMore(db, open))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, 'sample_awaited', reference, 'The order waits no more.', now))
}

function caseOf({ reference, samples, since }: LongAwaited, begun: boolean): Found {
  return {
    ...{ kind: 'sample_awaited', subject: reference, orderReference: reference },
    found: { samples_awaited: samples, awaited_since: formatDay(lagosDate(since)), is_begun: begun },
  }
}
