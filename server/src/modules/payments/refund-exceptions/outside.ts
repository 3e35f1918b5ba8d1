import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import { cancelBooking } from '../refunds/cancel.ts'
import { refundPart } from '../refunds/part.ts'
import { leftOfHeld } from '../refunds/policy.ts'
import * as refunds from '../refunds/repository.ts'
import { giveBack, type Locked, mend, type Outside, returnHeld } from '../refunds/returning.ts'
import * as repository from '../repository.ts'

/** An operator's record of money that was refunded outside this site. */
export type SaidOutside = {
  /** In Paystack's dashboard, or from our own bank account. */
  readonly through: 'dashboard' | 'bank'
  /** Paystack's id of the refund, or the bank's of the transfer. */
  readonly reference: string
  readonly note: string
}

const booked = 'It was given back outside this site.'

/**
 * Records that a payment was refunded outside: held money in any currency and mode; all of the money that paid an order,
 * which is then cancelled if it has no sample yet; or, with an amount, a part, and the order continues. Calling it again
 * with the same data has no effect. Throws `wrong_state` while a refund of it is under way, `payment_disputed`,
 * `refund_too_large`, and `refund_key_reused` for a Paystack refund that is in the books already.
 */
export async function returnedOutside(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  said: SaidOutside & { readonly amount?: Kobo },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, seen.order_id)
  const payment = await repository.lockPayment(tx, seen.id)
  const outside = outsideOf(said)
  if (await isTold(tx, payment, outside)) return
  await refuseDisputed(tx, payment)
  await refuseKnown(tx, outside)
  const { amount, note: reason } = said
  if (payment.state === 'held') await returnOfHeld(tx, { order, payment }, { reason, outside, amount }, now)
  else if (payment.state === 'settled' && amount === undefined)
    await cancelBooking(tx, order, 'operator', { refundTo: 'source', reason, outside }, now)
  else if (payment.state === 'settled' && amount !== undefined) {
    const key = `outside:${outside.way}:${outside.reference}`
    await refundPart(tx, payment, { amount, reason, key, actor: 'operator', outside }, now)
  } else throw new DomainError('wrong_state')
  await tell(tx, { order, payment }, outside, now)
}

/** Records all of held money as returned, or a part: then the rest continues to wait. */
async function returnOfHeld(
  tx: Tx,
  locked: Locked,
  { amount, outside, reason }: { amount: Kobo | undefined; outside: Outside; reason: string },
  now: Date,
): Promise<void> {
  const { payment } = locked
  const actor = 'operator'
  const left = leftOfHeld(payment.captured_kobo ?? kobo(0), await refunds.refundsOfPayment(tx, payment.id))
  if (amount === undefined || amount === left)
    return await returnHeld(tx, locked, { reason, actor, outside }, now)
  if ((await refunds.unmended(tx, payment.id)).length > 0) throw new DomainError('wrong_state')
  if (amount > left) throw new DomainError('refund_too_large')
  const key = `part:${payment.reference}:outside:${outside.way}:${outside.reference}`
  const ways = { toSource: amount, toCredit: kobo(0), takenFrom: null, outside }
  await giveBack(tx, locked, { key, actor, reason, ...ways }, now)
}

/** Like `returnedOutside`, for one failed refund: it replaces that refund, and its order stays as it is. */
export async function refundedOutside(
  tx: Tx,
  refundId: string,
  said: SaidOutside,
  now: Date,
): Promise<repository.PaymentRow['state']> {
  const { locked, failed } = await lockFailed(tx, refundId)
  const outside = outsideOf(said)
  const last = await refunds.lastOfChain(tx, failed.id)
  if (last.outside === outside.way && last.outside_reference === outside.reference)
    return locked.payment.state
  if (last.id !== failed.id || failed.state !== 'failed') throw new DomainError('wrong_state')
  await refuseDisputed(tx, locked.payment)
  await refuseKnown(tx, outside)
  await mend(tx, locked, failed, { actor: 'operator', how: { outside, reason: said.note } }, now)
  await tell(tx, locked, outside, now)
  return (await repository.lockPayment(tx, locked.payment.id)).state
}

/**
 * Turns a failed refund into credit of the owner. Calling it again has no effect. Throws `wrong_state`, `payment_disputed`,
 * and `payer_only` if another person may have paid, or if the money is not in the books.
 */
export async function creditFailed(
  tx: Tx,
  refundId: string,
  now: Date,
): Promise<repository.PaymentRow['state']> {
  const { locked, failed } = await lockFailed(tx, refundId)
  const last = await refunds.lastOfChain(tx, failed.id)
  if (last.retries === failed.id && last.source_kobo === 0) return locked.payment.state
  if (last.id !== failed.id || failed.state !== 'failed') throw new DomainError('wrong_state')
  if (locked.payment.link_id !== null || !failed.in_books) throw new DomainError('payer_only')
  await refuseDisputed(tx, locked.payment)
  const made = await mend(tx, locked, failed, { actor: 'operator', how: 'credit' }, now)
  await publish(tx, 'payment.refunded', { refundId: made.id })
  return (await repository.lockPayment(tx, locked.payment.id)).state
}

async function lockFailed(tx: Tx, refundId: string): Promise<{ locked: Locked; failed: refunds.RefundRow }> {
  const seen = await refunds.refundById(tx, refundId)
  const of = seen && (await repository.paymentById(tx, seen.payment_id))
  if (!seen || !of) throw new DomainError('not_found')
  const order = await lockOrder(tx, of.order_id)
  const payment = await repository.lockPayment(tx, of.id)
  return { locked: { order, payment }, failed: await refunds.lockRefund(tx, refundId) }
}

function outsideOf({ through, reference }: SaidOutside): Outside {
  return { way: through, reference }
}

async function isTold(tx: Tx, payment: repository.PaymentRow, { way, reference }: Outside): Promise<boolean> {
  const told = await refunds.refundsOfPayment(tx, payment.id)
  return told.some((one) => one.outside === way && one.outside_reference === reference)
}

async function refuseKnown(tx: Tx, { way, reference }: Outside): Promise<void> {
  if (way === 'dashboard' && (await refunds.isProviderRefundKnown(tx, reference)))
    throw new DomainError('refund_key_reused', {
      message: "That refund of Paystack's is already in the books. Look at its number again.",
    })
}

/** Closes the cases about this money, which are now explained, and publishes its refunds so that the payer is informed. */
async function tell(tx: Tx, { payment }: Locked, { way, reference }: Outside, now: Date): Promise<void> {
  await closeCaseAbout(tx, 'reversed_outside', payment.reference, booked, now)
  if (way === 'dashboard') await closeCaseAbout(tx, 'refund_unknown', reference, booked, now)
  const made = await refunds.refundsOfPayment(tx, payment.id)
  for (const { id } of made.filter((one) => one.outside === way && one.outside_reference === reference))
    await publish(tx, 'payment.refunded', { refundId: id })
}
