import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import type { PaymentState } from '../payment-state-machine.ts'
import type { MaybeProvider, Paystack } from '../paystack/paystack.ts'
import * as repository from '../repository.ts'
import { cancelBooking } from './cancel.ts'
import { lockRefundAndPayment, refundAndPayment } from './failed.ts'
import { refundPart } from './part.ts'
import { leftOfHeld } from './policy.ts'
import * as refunds from './repository.ts'
import { giveBack, mend, type Outside, refuseDisputed, returnHeld } from './returning.ts'

/** An operator's record of money that was refunded outside this site. */
type OutsideRecord = {
  /** In Paystack's dashboard, or from our own bank account. */
  readonly through: 'dashboard' | 'bank'
  /** Paystack's id of the refund, or the bank's of the transfer. */
  readonly reference: string
  readonly note: string
}

const booked = 'It was given back outside this site.'

/**
 * Records that a payment was refunded outside: held money in any currency and mode; all of the money that paid an order,
 * which is then cancelled if it has no sample yet; or, with an amount, a part, and the order continues. A refund in
 * Paystack's dashboard counts only once Paystack has processed it. Calling it again with the same data has no effect.
 * Throws `not_found`, `wrong_state` while a refund of it is under way, `payment_disputed`, `refund_too_large`,
 * `refund_key_reused` for a Paystack refund that is in the books already, `refund_unfinished`, `paystack_silent` and
 * `payments_not_configured`.
 */
export async function recordReturnOutside(
  { db, clock, paystack }: MaybeProvider,
  reference: string,
  record: OutsideRecord & { readonly amount?: Kobo },
): Promise<PaymentState> {
  const seen = await repository.paymentByReference(db, reference)
  if (!seen) throw new DomainError('not_found')
  await refuseUnfinished(paystack, seen, record)
  const outside: Outside = { way: record.through, reference: record.reference }
  const { amount, note: reason } = record
  return await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const locked = await repository.lockOrderAndPayment(tx, seen)
    const { order, payment } = locked
    if ((await recordedAs(tx, payment, outside)).length > 0) return payment.state
    await refuseDisputed(tx, payment)
    await refuseKnown(tx, outside)
    if (payment.state === 'held') await returnOfHeld(tx, locked, { reason, outside, amount }, now)
    else if (payment.state !== 'settled') throw new DomainError('wrong_state')
    else if (amount === undefined)
      await cancelBooking(tx, order, 'operator', { refundTo: 'source', reason, outside }, now)
    else {
      const key = `outside:${outside.way}:${outside.reference}`
      await refundPart(tx, payment, { amount, reason, key, outside }, now)
    }
    await closeExplained(tx, payment, outside, now)
    return (await repository.lockPayment(tx, payment.id)).state
  })
}

/**
 * Throws `refund_unfinished` for a refund that Paystack lists and has not processed: it may still fail, and the payer would
 * have nothing. Money of Paystack's other mode, and money that a bank took back without a refund, is in no list, so the
 * operator's record counts.
 */
async function refuseUnfinished(
  paystack: Paystack | null,
  { provider_id: transactionId }: repository.PaymentRow,
  { through, reference }: OutsideRecord,
): Promise<void> {
  if (through !== 'dashboard' || transactionId === null) return
  if (!paystack) throw new DomainError('payments_not_configured')
  const listed = await paystack.refundsOf(transactionId)
  if (listed.kind === 'unknown') throw new DomainError('paystack_silent')
  const found = listed.kind === 'yes' ? listed.value.find(({ id }) => id === reference) : undefined
  if (found && found.status !== 'processed') throw new DomainError('refund_unfinished')
}

async function refuseKnown(tx: Tx, { way, reference }: Outside): Promise<void> {
  if (way === 'dashboard' && (await refunds.isProviderRefundKnown(tx, reference)))
    throw new DomainError('refund_key_reused', {
      message: "That refund of Paystack's is already in the books. Look at its number again.",
    })
}

/** Records all of held money as returned, or a part: then the rest continues to wait. */
async function returnOfHeld(
  tx: Tx,
  locked: repository.Locked,
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

/** Like `recordReturnOutside`, for one failed refund: the record replaces that refund, and its order stays as it is. */
export async function recordRefundOutside(
  { db, clock, paystack }: MaybeProvider,
  refundId: string,
  record: OutsideRecord,
): Promise<PaymentState> {
  const { payment: seen } = await refundAndPayment(db, refundId)
  await refuseUnfinished(paystack, seen, record)
  const outside: Outside = { way: record.through, reference: record.reference }
  return await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const { locked, refund } = await lockRefundAndPayment(tx, refundId)
    const { payment } = locked
    const last = await refunds.lastOfChain(tx, refundId)
    if (last.outside === outside.way && last.outside_reference === outside.reference) return payment.state
    if (last.id !== refundId || refund.state !== 'failed') throw new DomainError('wrong_state')
    await refuseDisputed(tx, payment)
    await refuseKnown(tx, outside)
    await mend(tx, locked, refund, { actor: 'operator', how: { outside, reason: record.note } }, now)
    await closeExplained(tx, payment, outside, now)
    return (await repository.lockPayment(tx, payment.id)).state
  })
}

/** The refunds of a payment that are recorded with this reference. */
async function recordedAs(
  tx: Tx,
  payment: repository.PaymentRow,
  { way, reference }: Outside,
): Promise<refunds.RefundRow[]> {
  const made = await refunds.refundsOfPayment(tx, payment.id)
  return made.filter((one) => one.outside === way && one.outside_reference === reference)
}

/** Closes the cases about this money, which are now explained, and publishes its refunds so that the payer is informed. */
async function closeExplained(
  tx: Tx,
  payment: repository.PaymentRow,
  outside: Outside,
  now: Date,
): Promise<void> {
  await closeCaseAbout(tx, 'reversed_outside', payment.reference, booked, now)
  if (outside.way === 'dashboard') await closeCaseAbout(tx, 'refund_unknown', outside.reference, booked, now)
  for (const { id } of await recordedAs(tx, payment, outside))
    await publish(tx, 'payment.refunded', { refundId: id })
}
