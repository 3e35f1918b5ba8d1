import { createHash } from 'node:crypto'
import { formatNaira, kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { transition } from '../../infra/state-machine.ts'
import { openCase } from '../cases/index.ts'
import { lockCredit, recordCreditPayment, recordTakings, recordUnapplied } from '../ledger/index.ts'
import { lockOrder, markPaid, type OrderRow, takesMoney } from '../orders/index.ts'
import { lockWindow } from '../scheduling/index.ts'
import { bookLostBefore } from './disputes/lost.ts'
import { lostOf } from './disputes/repository.ts'
import { payLink } from './links.ts'
import { paymentTransitions } from './payment-state-machine.ts'
import type { Urgency } from './paystack/bucket.ts'
import type { Outcome, Paystack, Provider, Transaction } from './paystack/paystack.ts'
import { attemptLife, estimatedFee, judge, pauseAfter } from './policy.ts'
import { requestRefund } from './refunds/request.ts'
import { splitOf } from './refunds/returning.ts'
import * as repository from './repository.ts'

/** Calls `settleFromPaystack` and returns the attempt afterwards; null for a reference that is not ours. */
export async function settle(provider: Provider, reference: string): Promise<repository.PaymentRow | null> {
  return (await settleFromPaystack(provider, reference))?.payment ?? null
}

/** An attempt after `settleFromPaystack`, and whether Paystack responded. Captured money is not queried again. */
export type Settlement = { readonly payment: repository.PaymentRow; readonly answered: boolean }

/**
 * Makes our books agree with Paystack's about one attempt. Safe to call repeatedly and concurrently: the webhook, the return
 * page and the scheduled job all call it. A query that no user waits for lets those of payers go first, and a `spare` one is
 * skipped if there is no spare capacity. Returns null for a reference that is not ours.
 */
export async function settleFromPaystack(
  { db, clock, paystack }: Provider,
  reference: string,
  urgency: Urgency = 'now',
): Promise<Settlement | null> {
  const seen = await repository.paymentByReference(db, reference)
  if (!seen) return null
  if (!canStillSettle(seen)) return { payment: seen, answered: true }
  const verified = await paystack.verify(reference, urgency) // the slow call, before any lock
  // No query was made: there was no spare capacity.
  if (urgency === 'spare' && verified.kind === 'unknown' && verified.why === 'crowded')
    return { payment: seen, answered: false }
  const now = clock.now()
  const isCaptured = verified.kind === 'yes' && (await hasCome(db, seen, verified.value))
  const meaning = isCaptured ? 'paid' : meaningOf(verified, seen, now)
  // Captured money is not queried again.
  if (meaning !== 'paid') await repository.noteAsked(db, seen.id, now)
  if (verified.kind === 'unknown')
    await noteSilence(paystack, now, () => repository.askBy(db, seen.id, soon(now)))
  const answered = verified.kind !== 'unknown'
  if (meaning === 'still open')
    return { payment: (await repository.paymentById(db, seen.id)) ?? seen, answered }
  const payment = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, seen.order_id)
    const payment = await repository.lockPayment(tx, seen.id)
    // Read after taking the locks, so that it is later than everything done while we waited for them.
    const at = clock.now()
    if (verified.kind === 'yes' && meaning === 'paid') {
      const taken = await applyCapture(tx, {
        order,
        payment,
        truth: verified.value,
        domain: paystack.domain,
        now: at,
      })
      await bookLostBefore(tx, { order, payment: taken }, at)
      return taken
    }
    if (meaning === 'abandoned') return await move(tx, payment, 'abandon', at, 'silent')
    return await move(tx, payment, 'fail', at, verified.kind === 'yes' ? verified.value.status : 'refused')
  })
  return { payment, answered }
}

/** Since when Paystack has not responded to this process. */
const silentSince = new WeakMap<Paystack, number>()

/** Marks the start of a silence. The attempt is checked again soon, so that Paystack's return is noticed soon. */
async function noteSilence(paystack: Paystack, now: Date, askAgain: () => Promise<void>): Promise<void> {
  if (!silentSince.has(paystack)) silentSince.set(paystack, now.getTime())
  await askAgain()
}

function soon(now: Date): Date {
  return new Date(now.getTime() + pauseAfter(0))
}

/** Records that Paystack responds; returns for how many milliseconds it had not. */
export function endSilence(paystack: Paystack, now: Date): number {
  const since = silentSince.get(paystack) ?? now.getTime()
  silentSince.delete(paystack)
  return now.getTime() - since
}

/** Whether Paystack is still queried about an attempt. */
export function canStillSettle(payment: repository.PaymentRow): boolean {
  return payment.state === 'started' || payment.state === 'failed' || payment.state === 'abandoned'
}

/** Whether money was captured and is still there. It also reads `reversed` if a bank took only a part of it. */
async function hasCome(
  db: Db,
  { id }: repository.PaymentRow,
  { status, amount }: Transaction,
): Promise<boolean> {
  if (status !== 'reversed') return status === 'success'
  const taken = (await lostOf(db, [id])).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  return taken > 0 && taken < amount
}

function meaningOf(
  truth: Outcome<Transaction>,
  payment: repository.PaymentRow,
  now: Date,
): 'failed' | 'abandoned' | 'still open' {
  if (truth.kind === 'yes' && (truth.value.status === 'failed' || truth.value.status === 'reversed'))
    return 'failed'
  const givenUp = now.getTime() - payment.started_at.getTime() > attemptLife
  return givenUp && truth.kind !== 'unknown' ? 'abandoned' : 'still open'
}

const returnReasons = {
  credit_gone: 'the credit that was to pay the rest had been used',
  paid_before: 'the order had been paid before',
  too_late: 'the order had been cancelled',
} as const

/** Captured money for an order. */
type CapturedPayment = {
  order: OrderRow
  payment: repository.PaymentRow
  truth: Transaction
  domain: string
  now: Date
}

/** Books captured money: it pays the order, or it is held and recorded, and never lost. Returns the attempt afterwards. */
async function applyCapture(
  tx: Tx,
  { order, payment, truth, domain, now }: CapturedPayment,
): Promise<repository.PaymentRow> {
  if (!canStillSettle(payment)) return payment
  const known = {
    captured_kobo: truth.amount,
    captured_currency: truth.currency,
    fee_kobo: truth.fee ?? estimatedFee(truth.amount),
    channel: truth.channel,
    provider_id: truth.providerId,
    paid_at: truth.paidAt ?? now,
    card_hash:
      truth.cardSignature === null ? null : createHash('sha256').update(truth.cardSignature).digest(),
  }
  const capture = {
    paymentReference: payment.reference,
    orderReference: order.reference,
    amount: truth.amount,
    fee: known.fee_kobo,
    at: now,
  }
  const judged = judge(truth, { reference: payment.reference, due: payment.due_kobo, domain })
  const paid = judged === 'matches' ? await payFor(tx, order, payment, now) : judged
  if (paid === 'paid' || paid === 'late') {
    const settled = await move(tx, payment, 'settle', now, undefined, { ...known, settles_order: true })
    await recordTakings(tx, capture, splitOf(order), payment.credit_kobo)
    await tellSettled(tx, payment, paid === 'late', now)
    return settled
  }
  await move(tx, payment, 'hold', now, paid, { ...known, hold_reason: paid })
  if (truth.currency === 'NGN' && truth.domain === domain && truth.amount > 0)
    await recordUnapplied(tx, capture)
  if (paid === 'paid_before' || paid === 'too_late' || paid === 'credit_gone')
    await requestRefund(tx, payment.id, returnReasons[paid], 'system', now)
  else await keepHeld(tx, { order, payment, truth, domain, now }, paid)
  return await repository.lockPayment(tx, payment.id)
}

/** Opens the case of held money, which waits for an operator, and informs the payer. */
async function keepHeld(tx: Tx, { order, payment, truth, now }: CapturedPayment, why: string): Promise<void> {
  const inNaira = truth.currency === 'NGN'
  const came = inNaira ? formatNaira(truth.amount) : `${truth.currency} ${(truth.amount / 100).toFixed(2)}`
  const found = { why, due: formatNaira(payment.due_kobo), came }
  const amount = inNaira ? truth.amount : null
  const about = { subject: payment.reference, orderReference: order.reference, amount, found }
  await openCase(tx, { kind: 'held_money', ...about }, now)
  await publish(tx, 'payment.held', { paymentId: payment.id })
}

/**
 * Lets captured money pay its order, together with the owner's credit that its attempt counts on. Returns `credit_gone` if
 * another order has used that credit meanwhile. The caller holds the locks of the order and the payment.
 */
async function payFor(
  tx: Tx,
  order: OrderRow,
  payment: repository.PaymentRow,
  now: Date,
): Promise<'paid' | 'late' | 'paid_before' | 'too_late' | 'credit_gone'> {
  const takes = takesMoney(order)
  if (takes !== 'takes') return takes
  if (payment.credit_kobo > 0) await lockWindow(tx, order)
  const short = payment.credit_kobo > 0 && (await lockCredit(tx, order.account_id)) < payment.credit_kobo
  return short ? 'credit_gone' : await markPaid(tx, order, now)
}

/** Closes the link of an order that is now paid, and publishes the events; one more if the money came late. */
export async function tellSettled(
  tx: Tx,
  payment: repository.PaymentRow,
  late: boolean,
  now: Date,
): Promise<void> {
  await payLink(tx, payment.order_id, now)
  await publish(tx, 'payment.settled', { paymentId: payment.id, orderId: payment.order_id })
  if (late) await publish(tx, 'payment.late', { paymentId: payment.id })
}

/**
 * Settles a new attempt with the owner's credit alone. The caller holds the lock of a payable order and has called
 * `lockCredit`, which returned enough. Throws `slot_full`.
 */
export async function settleByCredit(
  tx: Tx,
  order: OrderRow,
  payment: repository.PaymentRow,
  now: Date,
): Promise<repository.PaymentRow> {
  const paid = await markPaid(tx, order, now)
  // An order without a hold may have lost its window to others by now.
  if (paid === 'late') throw new DomainError('slot_full')
  if (paid !== 'paid') throw new Error(`order ${order.id} took no credit: ${paid}`)
  const settled = await move(tx, payment, 'settle', now, undefined, {
    ...{ captured_kobo: kobo(0), captured_currency: 'NGN', fee_kobo: kobo(0) },
    ...{ channel: 'credit', paid_at: now, settles_order: true },
  })
  const at = { paymentReference: payment.reference, orderReference: order.reference, at: now }
  await recordCreditPayment(tx, at, splitOf(order))
  await tellSettled(tx, payment, false, now)
  return settled
}

async function move(
  tx: Tx,
  payment: repository.PaymentRow,
  verb: 'settle' | 'hold' | 'fail' | 'abandon',
  at: Date,
  reason?: string,
  known?: repository.Captured,
): Promise<repository.PaymentRow> {
  const next = transition(paymentTransitions, verb, payment.state, 'system')
  if (!next.ok) return payment
  return await repository.movePayment(
    tx,
    payment.id,
    { verb, from: payment.state, to: next.to, actor: 'system', at, ...(reason && { reason }) },
    known,
  )
}
