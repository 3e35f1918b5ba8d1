import { writeDown } from '../audit/index.ts'
import { freePlaces, lockOrder } from '../booking/index.ts'
import {
  type GiverUp,
  giveUpAwaited,
  lockOpenVisit,
  specimensOf,
  type Worth,
  worthOf,
} from '../collection/index.ts'
import type { Tx } from '../db.ts'
import { publish } from '../events.ts'
import { DomainError } from '../platform/domain-error.ts'
import { finishOrder } from '../result/index.ts'
import { openGivenUp } from './given-up.ts'

/**
 * What of an order must be taken once more is given up: it is asked for no more, the order goes on as far as its other
 * samples and results are, and operators are asked about its money. Again changes nothing. Answers what the tests cost that
 * nobody will do. Refuses `wrong_state`, also while somebody is on the way to take it, and where other samples are awaited
 * than were seen.
 */
export async function giveUp(
  tx: Tx,
  orderId: number,
  by: GiverUp & { readonly accessions: readonly string[] | 'all' },
): Promise<Worth> {
  const seen = await lockOrder(tx, orderId)
  const visit = await lockOpenVisit(tx, orderId)
  const before = await specimensOf(tx, orderId)
  const { order, given } = await giveUpAwaited(tx, seen, by)
  const [first] = given
  if (!first) return { kobo: 0, isPartOfPackage: false }
  if (visit?.state === 'on_the_way') throw new DomainError('wrong_state')
  const worth = await worthOf(tx, orderId, before, given)
  const subject = first.untaken?.visitId ?? first.id
  await openGivenUp(tx, { order, subject, samples: given.length, ...worth }, by.at)
  if (by.actor === 'operator') {
    const entry = { order_id: orderId, role: 'operator', account_id: by.accountId } as const
    await writeDown(tx, [{ ...entry, what: 'sample_handled', at: by.at }])
    // Whoever did it themselves knows.
    await publish(tx, 'order.given_up_for', { orderId, noticeKey: first.id })
  }
  await publish(tx, 'order.left_out_given_up', { orderId })
  if (order.state === 'scheduled') return worth
  await freePlaces(tx, [orderId])
  await finishOrder(tx, order, by.at)
  return worth
}
