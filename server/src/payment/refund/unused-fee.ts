import type { OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { isDisputed } from '../dispute/rows.ts'
import * as rows from '../rows.ts'
import { giveBack } from './returning.ts'
import * as refunds from './rows.ts'
import { leftOf, leftOfSource, takenBy, totalOf, unusedFeeKey, waysBack } from './rules.ts'

/**
 * Nobody could be sent to the patient, and the lab took the sample itself: what was paid for the home visit goes back to
 * where it came from, once. Nothing where no money settles the order any more, or a bank disputes it. The caller holds the
 * lock of the order.
 */
export async function returnUnusedFee(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const settled = await rows.settledOf(tx, order.id)
  if (!settled) return
  const payment = await rows.lockPayment(tx, settled.id)
  if (payment.state !== 'settled' || (await isDisputed(tx, payment.id))) return
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = leftOf(order, takenBy(earlier)).visit
  if (totalOf(takenFrom) === 0) return
  const ways = waysBack(totalOf(takenFrom), 'source', leftOfSource(payment.due_kobo, earlier))
  const reason = 'nobody could be sent, and the lab took the sample'
  const key = `${unusedFeeKey}${order.reference}`
  const wanted = { key, actor: 'system', reason, takenFrom, outside: null, ...ways } as const
  const refund = await giveBack(tx, { order, payment }, wanted, now)
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
}
