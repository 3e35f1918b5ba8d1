import { formatNaira } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCasesOfOrder, openCase } from '../../cases/index.ts'
import { totalOf } from '../../ledger/index.ts'
import { cancelOrder, lockOrder, type OrderRow } from '../../orders/index.ts'
import { workHasBegun } from '../../specimens/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import { closeLink } from '../links.ts'
import { isOurMode } from '../policy.ts'
import * as repository from '../repository.ts'
import { keepsFee, leftOf, leftOfSource, sharesOfAll, takenBy, waysBack } from './policy.ts'
import * as refunds from './repository.ts'
import {
  endReturning,
  giveBack,
  type Outside,
  refuseDisputed,
  returnHeld,
  startReturning,
} from './returning.ts'

/** Who may cancel a booking. If an operator does it for a lab, the lab is the canceller. */
type Canceller = 'patient' | 'doctor' | 'lab' | 'operator'

type Cancelling = {
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
  await closeLink(tx, order.id, 'revoke', actor === 'lab' ? 'operator' : actor, now)
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
  { order, payment }: repository.Locked,
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

/**
 * Promises a refund of all of a payment that was not refunded before. The order that it paid is cancelled with it, if it
 * has no sample yet. Money that paid no order is returned to its source; if that failed before, it is retried. Calling it
 * again has no effect. An automatic refund of disputed money is not made: the money stays held, with a case. An operator
 * may cancel for the lab, which then counts as the canceller. Throws `not_found`, `wrong_state` and `payment_disputed`.
 */
export async function requestRefund(
  tx: Tx,
  paymentId: number,
  reason: string,
  asker: 'operator' | 'system' | 'lab',
  now: Date,
): Promise<void> {
  const actor = asker === 'lab' ? 'operator' : asker
  const seen = await repository.paymentById(tx, paymentId)
  if (!seen) throw new DomainError('not_found')
  const locked = await repository.lockOrderAndPayment(tx, seen)
  const { order, payment } = locked
  if (payment.state === 'refunding' || payment.state === 'refunded') return
  if (payment.state === 'held') {
    if (actor === 'system' && (await isDisputed(tx, payment.id))) return await leaveHeld(tx, locked, now)
    await refuseDisputed(tx, payment)
    await returnHeld(tx, locked, { reason, actor }, now)
  } else if (payment.state === 'settled' && asker !== 'system')
    await cancelBooking(tx, order, asker, { refundTo: 'source', reason }, now)
  else throw new DomainError('wrong_state')
}

/** Opens a case for held money that a bank disputes; an operator returns it once the dispute is won. */
async function leaveHeld(tx: Tx, { order, payment }: repository.Locked, now: Date): Promise<void> {
  const amount = payment.captured_kobo
  const found = {
    why: payment.hold_reason,
    due: formatNaira(payment.due_kobo),
    ...(amount !== null && { came: formatNaira(amount) }),
  }
  const about = { subject: payment.reference, orderReference: order.reference, amount, found }
  await openCase(tx, { kind: 'held_money', ...about }, now)
}
