import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCasesOfOrder } from '../../cases/index.ts'
import { cancelOrder, lockOrder, type OrderRow } from '../../orders/index.ts'
import { workHasBegun } from '../../specimens/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import { isDisputed } from '../disputes/repository.ts'
import { revokeLink } from '../links.ts'
import { isOurMode } from '../policy.ts'
import * as repository from '../repository.ts'
import { keepsFee, leftOf, leftOfSource, sharesOfAll, takenBy, totalOf, waysBack } from './policy.ts'
import * as refunds from './repository.ts'
import { endReturning, giveBack, type Locked, type Outside, returnHeld, startReturning } from './returning.ts'

/** Who may cancel a booking. If an operator does it for a lab, the lab is the canceller. */
export type Canceller = 'patient' | 'doctor' | 'lab' | 'operator'

export type Cancelling = {
  /** Where the money is refunded: to the card or account that paid, or immediately as credit of the owner. */
  readonly refundTo: 'source' | 'credit'
  readonly reason: string
  /** Set if the money was refunded already, in a way that we did not send. */
  readonly outside?: Outside
}

/**
 * Cancels a booking that has no sample yet, ends its link, and promises the refund: all of the money, or all except the
 * collection fee if the account that booked gives up a visit under way. Held money of the order is refunded with it, and
 * money that arrives later is refunded automatically. Cancelling again has no effect and returns the same refund; null if
 * there was nothing to refund. Held money that a bank disputes stays held. Throws `wrong_state`, `payment_disputed`,
 * `work_begun` for the account that booked once the lab has a usable sample of it, and `payer_only` if credit is requested
 * for money that came by a link, since another person may have paid it. Throws `invalid` if a lab or an operator gives no
 * reason.
 */
export async function cancelBooking(
  tx: Tx,
  seen: Pick<OrderRow, 'id'>,
  actor: Canceller,
  { refundTo, reason, outside }: Cancelling,
  now: Date,
): Promise<refunds.RefundRow | null> {
  if ((actor === 'lab' || actor === 'operator') && reason.trim() === '')
    throw new DomainError('invalid', { fields: { reason: 'say why' } })
  const order = await lockOrder(tx, seen.id)
  const key = `cancel:${order.reference}`
  if (order.state === 'cancelled') return (await refunds.refundByKey(tx, key)) ?? null
  if ((actor === 'patient' || actor === 'doctor') && (await workHasBegun(tx, order)))
    throw new DomainError('work_begun')
  await cancelOrder(tx, order.id, actor, reason, now)
  // The link has no actor `lab`.
  await revokeLink(tx, order.id, actor === 'lab' ? 'operator' : actor, now)
  await publish(tx, 'order.cancelled', { orderId: order.id })
  // All the money is refunded: no sample is awaited any more, and no partial refund is due.
  const ended = ['late_choice', 'sample_awaited', 'samples_given_up', 'samples_missing'] as const
  await closeCasesOfOrder(tx, ended, order.reference, 'The booking is cancelled.', now)
  for (const { id } of await repository.heldOf(tx, order.id)) {
    const payment = await repository.lockPayment(tx, id)
    if (isOurMode(payment) && !(await isDisputed(tx, id)))
      await returnHeld(tx, { order, payment }, { reason: 'the booking was cancelled', actor: 'system' }, now)
  }
  const settled = await repository.settledOf(tx, order.id)
  if (!settled) return null
  const payment = await repository.lockPayment(tx, settled.id)
  const asked = { key, actor, refundTo, reason, ...(outside && { outside }) }
  return await returnAll(tx, { order, payment }, asked, now)
}

async function returnAll(
  tx: Tx,
  { order, payment }: Locked,
  asked: Cancelling & { readonly key: string; readonly actor: Canceller },
  now: Date,
): Promise<refunds.RefundRow | null> {
  const { key, actor, reason, refundTo, outside = null } = asked
  await refuseDisputed(tx, payment)
  if (refundTo === 'credit' && payment.link_id !== null) throw new DomainError('payer_only')
  await startReturning(tx, payment, actor === 'operator' ? 'operator' : 'system', reason, now)
  const before = await refunds.refundsOfPayment(tx, payment.id)
  const left = leftOf(order, takenBy(before))
  const takenFrom = sharesOfAll(left, keepsFee(order, actor, now))
  const ways = waysBack(totalOf(takenFrom), refundTo, leftOfSource(payment.due_kobo, before))
  const refund =
    totalOf(takenFrom) > 0
      ? await giveBack(tx, { order, payment }, { key, actor, reason, takenFrom, outside, ...ways }, now)
      : null
  await endReturning(tx, payment.id, now)
  return refund
}
