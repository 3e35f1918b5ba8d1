import { type Kobo, kobo } from '@labalaba/contract'
import { lockOrder } from '../../booking/index.ts'
import { closeCaseAbout } from '../../case/index.ts'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { refuseDisputed } from '../dispute/refuse.ts'
import { cancelBooking } from '../refund/cancel.ts'
import { refundPart } from '../refund/part.ts'
import { leftOfHeld } from '../refund/policy.ts'
import * as refunds from '../refund/repository.ts'
import { giveBack, type Locked, mend, type Outside, returnHeld } from '../refund/returning.ts'
import * as repository from '../repository.ts'

/** What an operator says of money that was given back outside. */
export type SaidOutside = {
  /** In Paystack's dashboard, or from our own bank account. */
  readonly through: 'dashboard' | 'bank'
  /** Paystack's id of the refund, or the bank's of the transfer. */
  readonly reference: string
  readonly note: string
}

const booked = 'It was given back outside this site.'

/**
 * Writes down that a payment was given back outside: held money in whatever currency and mode; all of what paid an order,
 * which is cancelled with it as long as it has no sample; or, with an amount, a part, and the order goes on. Saying the same
 * again is harmless. Refuses `wrong_state` while a refund of it is on its way, `payment_disputed`, `refund_too_large` and
 * `refund_key_reused` for a refund of Paystack's that stands in the books already.
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

/** All of held money, or a part of it: then the rest goes on waiting. */
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

/** As `returnedOutside`, of one refund that failed: it makes that one good, and its order stays as it is. */
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
 * Makes a refund that failed credit of the owner's instead. Doing it again is harmless. Refuses `wrong_state`,
 * `payment_disputed`, and `payer_only` where somebody else may have paid, or where the money stands in no book.
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
      message: "That refund of Paystack's stands in the books already. Look at its number again.",
    })
}

/** What was found about this money is explained, and whoever paid is written to. */
async function tell(tx: Tx, { payment }: Locked, { way, reference }: Outside, now: Date): Promise<void> {
  await closeCaseAbout(tx, 'reversed_outside', payment.reference, booked, now)
  if (way === 'dashboard') await closeCaseAbout(tx, 'refund_unknown', reference, booked, now)
  const made = await refunds.refundsOfPayment(tx, payment.id)
  for (const { id } of made.filter((one) => one.outside === way && one.outside_reference === reference))
    await publish(tx, 'payment.refunded', { refundId: id })
}
