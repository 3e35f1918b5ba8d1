import type { Context } from '../context.ts'
import { disputedOf } from '../dispute/repository.ts'
import { refundedOf } from '../refund/repository.ts'
import { inTransaction } from '../store.ts'
import { announceSuccess } from '../webhook/events.ts'
import { WrongState } from '../wire-format.ts'
import { moveBalance, reversedOf } from './balance.ts'
import { feeOn, type PaymentMethod } from './payment-methods.ts'
import { lockedTransaction, type Transaction } from './repository.ts'

/** How a payer really paid; the control API may pay wrongly or silently. */
type Payment = {
  readonly method: PaymentMethod
  readonly amount?: number
  readonly currency?: string
  readonly webhook?: boolean
  readonly otherMode?: boolean
}

/** The payer opens the page: the status becomes `ongoing` (S-05). A final status stays. */
export function openCheckout({ store, now }: Context, reference: string): void {
  const sql = `UPDATE paystack_transaction SET status = 'ongoing', touched_at = ?
    WHERE reference = ? AND status IN ('abandoned', 'ongoing')`
  store.prepare(sql).run(now(), reference)
}

/**
 * Captures the money once, with its fee (S-07) and its `charge.success`. Calling it again has no effect. A payment cannot
 * precede its start, so for a payment in the past the start is moved back.
 */
export function succeed(context: Context, reference: string, payment: Payment): Transaction {
  const { store, now } = context
  const sql = `UPDATE paystack_transaction SET status = 'success', amount = ?, currency = ?, method = ?, fees = ?,
      gateway_response = 'Successful', paid_at = ?, touched_at = ?, created_at = min(created_at, ?), other_mode = ?
    WHERE reference = ?`
  return inTransaction(store, () => {
    const before = lockedTransaction(context, reference)
    if (before.status === 'success' || before.status === 'reversed') return before
    if (before.status === 'failed') throw new WrongState('A failed transaction is final: start another one')
    const amount = payment.amount ?? before.requestedAmount
    const currency = payment.currency ?? before.currency
    const otherMode = Number(payment.otherMode ?? false)
    store
      .prepare(sql)
      .run(amount, currency, payment.method.id, feeOn(amount), now(), now(), now(), otherMode, reference)
    const paid = lockedTransaction(context, reference)
    moveBalance(context, 'capture', paid, paid.amount - (paid.fees ?? 0))
    if (payment.webhook !== false) announceSuccess(context, paid)
    return paid
  })
}

/** Declines the payment: final for this reference (section 1.5), and no event is ever sent (section 1.16). */
export function fail(
  context: Context,
  reference: string,
  reason: string,
  method: string | null,
): Transaction {
  const { store, now } = context
  const sql = `UPDATE paystack_transaction SET status = 'failed', method = ?, gateway_response = ?, touched_at = ?
    WHERE reference = ?`
  return inTransaction(store, () => {
    const before = lockedTransaction(context, reference)
    if (before.status === 'failed') return before
    refuseIfCaptured(before)
    store.prepare(sql).run(method, reason, now(), reference)
    return lockedTransaction(context, reference)
  })
}

/** The payer leaves: no event (section 1.4), and the same page can be opened again later. */
export function abandon(context: Context, reference: string): Transaction {
  const { store, now } = context
  const sql = `UPDATE paystack_transaction SET status = 'abandoned', touched_at = ? WHERE reference = ?`
  return inTransaction(store, () => {
    const before = lockedTransaction(context, reference)
    if (before.status === 'failed') throw new WrongState('A failed transaction is final')
    refuseIfCaptured(before)
    store.prepare(sql).run(now(), reference)
    return lockedTransaction(context, reference)
  })
}

/** Takes back the rest of a payment silently: no event, no refund, no dispute (P-29). The status becomes `reversed`. */
export function reverseSilently(context: Context, reference: string): Transaction {
  const { store, now } = context
  return inTransaction(store, () => {
    const before = lockedTransaction(context, reference)
    const left = remainingOf(context, before)
    if (before.status !== 'success' || left <= 0) throw new WrongState('Only what was paid can be reversed')
    // Otherwise it would stay `reversed` even if the dispute is won and the disputed amount remains.
    if (disputedOf(context, before.id).open > 0) throw new WrongState('A bank has not decided about it yet')
    moveBalance(context, 'reversal', before, -left)
    const sql = `UPDATE paystack_transaction SET status = 'reversed', touched_at = ? WHERE reference = ?`
    store.prepare(sql).run(now(), reference)
    return lockedTransaction(context, reference)
  })
}

/** Changes the fee of a payment after the fact, as a foreign card costs more. No event reports it. */
export function takeOtherFee(context: Context, reference: string, fees: number): Transaction {
  const { store } = context
  return inTransaction(store, () => {
    const before = lockedTransaction(context, reference)
    if (before.paidAt === null) throw new WrongState('Only what was paid has a fee')
    moveBalance(context, 'fee', before, (before.fees ?? 0) - fees)
    store.prepare('UPDATE paystack_transaction SET fees = ? WHERE id = ?').run(fees, before.id)
    return lockedTransaction(context, reference)
  })
}

function refuseIfCaptured(transaction: Transaction): void {
  if (transaction.status === 'success' || transaction.status === 'reversed') {
    throw new WrongState('The money of this transaction has been captured')
  }
}

/**
 * The part of a captured transaction, in kobo, that was neither returned nor is being claimed back: minus refunds that did
 * not fail, disputes that the merchant did not win, and reversals. How Paystack treats a refund during an open dispute is
 * not in the sources; here the same kobo is never returned twice.
 */
export function remainingOf(context: Context, transaction: Transaction): number {
  const { taken } = refundedOf(context, transaction.id)
  const { open, lost } = disputedOf(context, transaction.id)
  return transaction.amount - taken - open - lost - reversedOf(context, transaction.id)
}
