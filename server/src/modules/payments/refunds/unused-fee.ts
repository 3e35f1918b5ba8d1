import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { OrderRow } from '../../orders/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import * as repository from '../repository.ts'
import { leftOf, leftOfSource, takenBy, totalOf, unusedFeeKey, waysBack } from './policy.ts'
import * as refunds from './repository.ts'
import { giveBack } from './returning.ts'

/**
 * Refunds the fee of a home visit, once, because no phlebotomist could be sent and the lab took the sample itself. Does
 * nothing if no settled payment pays the order, or a bank disputes it. The caller holds the lock of the order.
 */
export async function returnUnusedFee(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const settled = await repository.settledOf(tx, order.id)
  if (!settled) return
  const payment = await repository.lockPayment(tx, settled.id)
  if (payment.state !== 'settled' || (await isDisputed(tx, payment.id))) return
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = leftOf(order, takenBy(earlier)).visit
  if (totalOf(takenFrom) === 0) return
  const ways = waysBack(totalOf(takenFrom), 'source', leftOfSource(payment.due_kobo, earlier))
  const reason = 'no one could be sent, and the lab took the sample'
  const key = `${unusedFeeKey}${order.reference}`
  const wanted = { key, actor: 'system', reason, takenFrom, outside: null, ...ways } as const
  const refund = await giveBack(tx, { order, payment }, wanted, now)
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
}
