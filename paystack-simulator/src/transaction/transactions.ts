import { randomInt } from 'node:crypto'
import { moveBalance } from '../balance/entries.ts'
import type { Context } from '../context.ts'
import { disputedOf } from '../dispute/repository.ts'
import { PaystackError } from '../envelope.ts'
import { feeOn } from '../fees.ts'
import type { PaymentMethod } from '../payment-methods.ts'
import { inTransaction } from '../store.ts'
import { announceSuccess } from '../webhook/events.ts'
import type { NewTransaction } from './initialize.ts'
import { remainingOf } from './remaining.ts'
import type { Transaction } from './repository.ts'
import { lockedTransaction, transactionByReference } from './repository.ts'

/** How a payer really paid; the control API may pay wrongly or silently. */
export type Payment = {
  readonly method: PaymentMethod
  readonly amount?: number
  readonly currency?: string
  readonly webhook?: boolean
  readonly otherMode?: boolean
}

/** An action that this transaction's state does not allow. */
export class WrongState extends Error {
  override name = 'WrongState'
}

/** Random letters and digits, in the form of access codes and of references made by Paystack. */
function randomCode(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Records a new transaction. A reference is accepted only once, also across restarts (S-03); the second time gives the 400
 * of section 1.3. The status is `abandoned` until the payer acts (section 1.5).
 */
export function startTransaction(context: Context, wanted: NewTransaction): Transaction {
  const { store, now } = context
  const reference = wanted.reference ?? randomCode(15)
  const sql = `INSERT INTO paystack_transaction (reference, access_code, status, requested_amount, amount, currency,
      email, callback_url, channels, metadata, created_at, touched_at)
    VALUES (?, ?, 'abandoned', ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  return inTransaction(store, () => {
    if (transactionByReference(context, reference)) {
      throw new PaystackError(400, 'Duplicate Transaction Reference', {
        type: 'validation_error',
        code: 'duplicate_reference',
        nextStep: 'Use a reference that no earlier transaction has used',
      })
    }
    const { amount, currency, email, callbackUrl, channels, metadata } = wanted
    store
      .prepare(sql)
      .run(
        reference,
        randomCode(15),
        amount,
        amount,
        currency,
        email,
        callbackUrl,
        channels,
        metadata,
        now(),
        now(),
      )
    return lockedTransaction(context, reference)
  })
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
