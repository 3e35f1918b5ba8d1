import { createHash } from 'node:crypto'
import { formatNaira, kobo } from '@labalaba/contract'
import { lockOrder, lockPlace, markPaid, type OrderRow, takesMoney } from '../booking/index.ts'
import { openCase } from '../case/index.ts'
import type { Db, Tx } from '../db.ts'
import { publish } from '../events.ts'
import { lockCredit, recordCreditPayment, recordTakings, recordUnapplied } from '../ledger/index.ts'
import { DomainError } from '../platform/domain-error.ts'
import { transition } from '../platform/state-machine.ts'
import { bookLostBefore } from './dispute/lost.ts'
import { lostOf } from './dispute/repository.ts'
import { payLink } from './links.ts'
import { paymentTransitions } from './payment-state-machine.ts'
import type { Urgency } from './paystack/bucket.ts'
import type { Outcome, Paystack, Provider, Transaction } from './paystack/paystack.ts'
import { attemptLife, estimatedFee, judge, pauseAfter } from './policy.ts'
import { requestRefund } from './refund/request.ts'
import { splitOf } from './refund/returning.ts'
import * as repository from './repository.ts'

/**
 * Makes our books agree with Paystack's about one attempt. Safe to call any number of times, from anywhere, at once: the
 * webhook, the return page and the sweep all come here. Answers the state after it; null for a reference that is not ours.
 */
export async function settle(provider: Provider, reference: string): Promise<repository.PaymentRow | null> {
  return (await lookUp(provider, reference))?.payment ?? null
}

/** An attempt after Paystack was asked, and whether it answered; it is not asked about money that has come. */
export type LookedUp = { readonly payment: repository.PaymentRow; readonly answered: boolean }

/**
 * As `settle`, and says whether Paystack answered. A question that nobody waits for lets those of payers go first, and one
 * that is `spare` is not asked where there is no right to spare.
 */
export async function lookUp(
  { db, clock, paystack }: Provider,
  reference: string,
  urgency: Urgency = 'now',
): Promise<LookedUp | null> {
  const seen = await repository.paymentByReference(db, reference)
  if (!seen) return null
  if (!canStillSettle(seen)) return { payment: seen, answered: true }
  const truth = await paystack.verify(reference, urgency) // the slow call, before any lock
  // Nobody has asked: there was no right to spare.
  if (urgency === 'spare' && truth.kind === 'unknown' && truth.why === 'crowded')
    return { payment: seen, answered: false }
  const now = clock.now()
  const came = truth.kind === 'yes' && (await hasCome(db, seen, truth.value))
  const means = came ? 'paid' : meaningOf(truth, seen, now)
  // About money that has come nobody asks again.
  if (means !== 'paid') await repository.noteAsked(db, seen.id, now)
  if (truth.kind === 'unknown')
    await noteSilence(paystack, now, () => repository.askBy(db, seen.id, soon(now)))
  const answered = truth.kind !== 'unknown'
  if (means === 'still open')
    return { payment: (await repository.paymentById(db, seen.id)) ?? seen, answered }
  const payment = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, seen.order_id)
    const payment = await repository.lockPayment(tx, seen.id)
    // Whatever was done while we waited for the locks came before this.
    const at = clock.now()
    if (truth.kind === 'yes' && means === 'paid') {
      const taken = await take(tx, { order, payment, truth: truth.value, domain: paystack.domain, now: at })
      await bookLostBefore(tx, { order, payment: taken }, at)
      return taken
    }
    if (means === 'abandoned') return await move(tx, payment, 'abandon', at, 'silent')
    return await move(tx, payment, 'fail', at, truth.kind === 'yes' ? truth.value.status : 'refused')
  })
  return { payment, answered }
}

/** Since when Paystack has not answered this process. */
const silentSince = new WeakMap<Paystack, number>()

/** The attempt that got no answer is asked about again soon, so that Paystack's return is noticed soon. */
async function noteSilence(paystack: Paystack, now: Date, askAgain: () => Promise<void>): Promise<void> {
  if (!silentSince.has(paystack)) silentSince.set(paystack, now.getTime())
  await askAgain()
}

function soon(now: Date): Date {
  return new Date(now.getTime() + pauseAfter(0))
}

/** Takes note that Paystack answers; says for how many milliseconds it had not. */
export function endSilence(paystack: Paystack, now: Date): number {
  const since = silentSince.get(paystack) ?? now.getTime()
  silentSince.delete(paystack)
  return now.getTime() - since
}

/** Whether Paystack is still asked about an attempt. */
export function canStillSettle(payment: repository.PaymentRow): boolean {
  return payment.state === 'started' || payment.state === 'failed' || payment.state === 'abandoned'
}

/** Whether money has come and is there. It reads `reversed` as well where a bank took a part of it, and not the rest. */
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

/** Captured money on its way to an order. */
type Taking = {
  order: OrderRow
  payment: repository.PaymentRow
  truth: Transaction
  domain: string
  now: Date
}

/** Captured money: it pays the order, or it is held and recorded, and never lost. Answers its attempt after that. */
async function take(tx: Tx, { order, payment, truth, domain, now }: Taking): Promise<repository.PaymentRow> {
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

/** Held money waits for an operator: the case opens with it, and the payer is told. */
async function keepHeld(tx: Tx, { order, payment, truth, now }: Taking, why: string): Promise<void> {
  const inNaira = truth.currency === 'NGN'
  const came = inNaira ? formatNaira(truth.amount) : `${truth.currency} ${(truth.amount / 100).toFixed(2)}`
  const found = { why, due: formatNaira(payment.due_kobo), came }
  const amount = inNaira ? truth.amount : null
  const about = { subject: payment.reference, orderReference: order.reference, amount, found }
  await openCase(tx, { kind: 'held_money', ...about }, now)
  await publish(tx, 'payment.held', { paymentId: payment.id })
}

/**
 * Lets captured money pay its order, with the owner's credit that its attempt counts on: `credit_gone` where another order
 * has used that meanwhile. The caller holds the locks of the order and the payment.
 */
async function payFor(
  tx: Tx,
  order: OrderRow,
  payment: repository.PaymentRow,
  now: Date,
): Promise<'paid' | 'late' | 'paid_before' | 'too_late' | 'credit_gone'> {
  const takes = takesMoney(order)
  if (takes !== 'takes') return takes
  if (payment.credit_kobo > 0) await lockPlace(tx, order)
  const short = payment.credit_kobo > 0 && (await lockCredit(tx, order.account_id)) < payment.credit_kobo
  return short ? 'credit_gone' : await markPaid(tx, order, now)
}

/** Ends the link of an order that is paid now, and tells who listens; of money that came too late for its time as well. */
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
 * Settles a fresh attempt with the owner's credit alone. The caller holds the lock of an order that takes a payment, and
 * `lockCredit`, which showed that there is enough. Refuses `slot_full`.
 */
export async function settleByCredit(
  tx: Tx,
  order: OrderRow,
  payment: repository.PaymentRow,
  now: Date,
): Promise<repository.PaymentRow> {
  const paid = await markPaid(tx, order, now)
  // An order that holds no place any more may lose it to others until here.
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
