import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { totalOf } from '../../ledger/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import * as repository from '../repository.ts'
import { leftOf, leftOfSource, sharesOfPart, takenBy, unusedFeeKey, waysBack } from './policy.ts'
import * as refunds from './repository.ts'
import { endReturning, giveBack, type Outside, refuseDisputed, tryAgain } from './returning.ts'

type Part = {
  readonly amount: Kobo
  readonly reason: string
  /** The caller's own key: requests with the same key are one refund. */
  readonly key: string
  /** Set if the money was refunded already, in a way that we did not send. */
  readonly outside?: Outside
}

/**
 * Promises a refund of part of a payment; its order continues, and the payment stays settled. The part paid with credit is
 * refunded as credit. The same key returns the same refund; if that one has failed for good, it is tried again. Throws
 * `wrong_state`, `payment_disputed`, `refund_too_large` and `refund_key_reused`.
 */
export async function refundPart(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  { amount, reason, key: ownKey, outside }: Part,
  now: Date,
): Promise<refunds.RefundRow> {
  const locked = await repository.lockOrderAndPayment(tx, seen)
  const { order, payment } = locked
  const key = `part:${payment.reference}:${ownKey}`
  const before = await refunds.refundByKey(tx, key)
  if (before && before.amount_kobo !== amount) throw new DomainError('refund_key_reused')
  if (before) {
    const last = await refunds.lastOfChain(tx, before.id)
    const hasFailedForGood = last.state === 'failed' && last.retry_at === null
    return hasFailedForGood ? await tryAgain(tx, locked, last, 'operator', now) : before
  }
  if (payment.state !== 'settled') throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = sharesOfPart(leftOf(order, takenBy(earlier)), amount)
  if (!takenFrom) throw new DomainError('refund_too_large')
  const ways = waysBack(amount, 'source', leftOfSource(payment.due_kobo, earlier))
  const wanted = { key, actor: 'operator', reason, takenFrom, outside: outside ?? null, ...ways } as const
  const refund = await giveBack(tx, locked, wanted, now)
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
  return refund
}

/**
 * Refunds the fee of a home visit, once, because no phlebotomist could be sent and the lab took the sample itself. Does
 * nothing if no settled payment pays the order, or a bank disputes it. The caller holds the lock of the order.
 */
export async function refundUnusedFee(tx: Tx, order: OrderRow, now: Date): Promise<void> {
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

/**
 * Refunds the collection fee that was retained when a booking was cancelled. It is refunded once: calling it again returns
 * the same refund. Throws `wrong_state` if none was retained, `payment_disputed`, and `payer_only` if credit is requested
 * for money that came by a link.
 */
export async function refundRetainedFee(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  { refundTo, reason }: { readonly refundTo: 'source' | 'credit'; readonly reason: string },
  now: Date,
): Promise<refunds.RefundRow> {
  const locked = await repository.lockOrderAndPayment(tx, seen)
  const { order, payment } = locked
  const key = `fee:${order.reference}`
  const before = await refunds.refundByKey(tx, key)
  if (before) return before
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = leftOf(order, takenBy(earlier)).visit
  if (order.state !== 'cancelled' || !payment.settles_order || totalOf(takenFrom) === 0)
    throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  if (refundTo === 'credit' && payment.link_id !== null) throw new DomainError('payer_only')
  // While another refund of the payment is under way, it is in this state already.
  await repository.movePayment(tx, payment, { verb: 'refund_fee', actor: 'operator', at: now, reason })
  const ways = waysBack(totalOf(takenFrom), refundTo, leftOfSource(payment.due_kobo, earlier))
  const wanted = { key, actor: 'operator', reason, takenFrom, ...ways } as const
  const refund = await giveBack(tx, locked, wanted, now)
  await endReturning(tx, payment.id, now)
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
  return refund
}
