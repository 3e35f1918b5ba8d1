import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { transition } from '../../../infra/state-machine.ts'
import { lockOrder } from '../../orders/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import { paymentTransitions } from '../payment-state-machine.ts'
import { leftOf, leftOfSource, takenBy, totalOf, waysBack } from '../refunds/policy.ts'
import * as refunds from '../refunds/repository.ts'
import { endReturning, giveBack } from '../refunds/returning.ts'
import * as repository from '../repository.ts'

export type FeeBack = { readonly refundTo: 'source' | 'credit'; readonly reason: string }

/**
 * Refunds the collection fee that was retained when a booking was cancelled. It is refunded once: calling it again returns
 * the same refund. Throws `wrong_state` if none was retained, `payment_disputed`, and `payer_only` if credit is requested
 * for money that came by a link.
 */
export async function returnKeptFee(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  { refundTo, reason }: FeeBack,
  now: Date,
): Promise<refunds.RefundRow> {
  const order = await lockOrder(tx, seen.order_id)
  const payment = await repository.lockPayment(tx, seen.id)
  const key = `fee:${order.reference}`
  const before = await refunds.refundByKey(tx, key)
  if (before) return before
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = leftOf(order, takenBy(earlier)).visit
  if (order.state !== 'cancelled' || !payment.settles_order || totalOf(takenFrom) === 0)
    throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  if (refundTo === 'credit' && payment.link_id !== null) throw new DomainError('payer_only')
  const next = transition(paymentTransitions, 'refund_fee', payment.state, 'operator')
  if (next.ok) {
    const move = { from: payment.state, to: next.to, actor: 'operator', at: now, reason }
    await repository.movePayment(tx, payment.id, { verb: 'refund_fee', ...move })
  }
  const ways = waysBack(totalOf(takenFrom), refundTo, leftOfSource(payment.due_kobo, earlier))
  const actor = 'operator'
  const refund = await giveBack(tx, { order, payment }, { key, actor, reason, takenFrom, ...ways }, now)
  await endReturning(tx, payment.id, now)
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
  return refund
}
