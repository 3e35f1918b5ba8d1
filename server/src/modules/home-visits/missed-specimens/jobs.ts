import { formatDay, lagosDate } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import {
  addFound,
  closeCaseAbout,
  type Found,
  openCase,
  openSubjects,
  wasOpenSince,
} from '../../cases/index.ts'
import { isBegun } from './outstanding.ts'
import { awaitedNoMore, awaitedSince, type LongOutstanding } from './outstanding-repository.ts'

const day = 24 * 60 * 60 * 1000
/**
 * How long a specimen may be outstanding before a case is opened, in milliseconds: a patient who works all week has two
 * weekends to come, and the other results of the order are not read much later than the specimens were taken.
 */
export const patience = 14 * day
/** The most orders looked at in one run. More are waiting only if something else is wrong. */
const most = 1000

type Dependencies = { readonly db: Db; readonly clock: Clock }

/**
 * Opens cases for orders with a long outstanding specimen, so that operators know of each. A case that an operator closed
 * is opened again after `patience` if the order still waits. Closes the cases of orders that no longer wait.
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
  // Other specimens may have been taken or rejected since: `is_begun` then changes, and with it how the case is resolved.
  for (const reference of open) {
    const found = { is_begun: await isBegun(db, reference) }
    await db.transaction().execute((tx) => addFound(tx, 'sample_awaited', reference, found))
  }
  for (const reference of await awaitedNoMore(db, open))
    await db
      .transaction()
      .execute((tx) => closeCaseAbout(tx, 'sample_awaited', reference, 'The order no longer waits.', now))
}

function caseOf({ reference, samples, since }: LongOutstanding, begun: boolean): Found {
  return {
    ...{ kind: 'sample_awaited', subject: reference, orderReference: reference },
    found: { samples_awaited: samples, awaited_since: formatDay(lagosDate(since)), is_begun: begun },
  }
}
