import { createHash } from 'node:crypto'
import { formatNaira, kobo } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { closeCaseAbout, openCase } from '../cases/index.ts'
import {
  lockCredit,
  recordCreditPayment,
  recordHeldReleased,
  recordTakings,
  recordUnapplied,
} from '../ledger/index.ts'
import { markPaid, type OrderRow, takesMoney } from '../orders/index.ts'
import { lockWindow } from '../scheduling/index.ts'
import { bookLostBefore } from './disputes/lost.ts'
import { lostOf } from './disputes/repository.ts'
import { closeLink } from './links.ts'
import type { Urgency } from './paystack/bucket.ts'
import type { Outcome, Paystack, Provider, Transaction } from './paystack/paystack.ts'
import { attemptLife, estimatedFee, firstPause, judge } from './policy.ts'
import { requestRefund } from './refunds/cancel.ts'
import { leftOfHeld } from './refunds/policy.ts'
import { refundsOfPayment } from './refunds/repository.ts'
import { giveBack, refuseDisputed, splitOf } from './refunds/returning.ts'
import * as repository from './repository.ts'

/** Since when Paystack has not responded to this process. */
const silentSince = new WeakMap<Paystack, number>()

/** Calls `settleFromPaystack` and returns the attempt afterwards; null for a reference that is not ours. */
export async function settle(provider: Provider, reference: string): Promise<repository.PaymentRow | null> {
  return (await settleFromPaystack(provider, reference))?.payment ?? null
}

/** An attempt after `settleFromPaystack`, and whether Paystack responded. Captured money is not queried again. */
type Settlement = { readonly payment: repository.PaymentRow; readonly answered: boolean }

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
  const answered = verified.kind !== 'unknown'
  if (!answered) {
    if (!silentSince.has(paystack)) silentSince.set(paystack, now.getTime())
    // Soon, so that Paystack's return is noticed soon.
    await repository.askBy(db, seen.id, new Date(now.getTime() + firstPause))
  }
  if (meaning === 'still open')
    return { payment: (await repository.paymentById(db, seen.id)) ?? seen, answered }
  const payment = await db.transaction().execute(async (tx) => {
    const locked = await repository.lockOrderAndPayment(tx, seen)
    // Read after taking the locks, so that it is later than everything done while we waited for them.
    const at = clock.now()
    if (verified.kind === 'yes' && meaning === 'paid') {
      const capture = { ...locked, truth: verified.value, domain: paystack.domain, now: at }
      const payment = await applyCapture(tx, capture)
      await bookLostBefore(tx, { order: locked.order, payment }, at)
      return payment
    }
    const end =
      meaning === 'abandoned'
        ? ({ verb: 'abandon', reason: 'silent' } as const)
        : ({ verb: 'fail', reason: verified.kind === 'yes' ? verified.value.status : 'refused' } as const)
    const ended = await repository.movePayment(tx, locked.payment, { ...end, actor: 'system', at })
    return ended ?? locked.payment
  })
  return { payment, answered }
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

/** Captured money for an order, as Paystack has it. */
type CapturedPayment = repository.Locked & {
  readonly truth: Transaction
  readonly domain: string
  readonly now: Date
}

/** Books captured money: it pays the order, or it is held and recorded, and never lost. Returns the attempt afterwards. */
async function applyCapture(
  tx: Tx,
  { order, payment, truth, domain, now }: CapturedPayment,
): Promise<repository.PaymentRow> {
  if (!canStillSettle(payment)) return payment
  const columns = {
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
    fee: columns.fee_kobo,
    at: now,
  }
  const judged = judge(truth, { reference: payment.reference, due: payment.due_kobo, domain })
  const paid = judged === 'matches' ? await payFor(tx, order, payment, now) : judged
  if (paid === 'paid' || paid === 'late') {
    const settled = await settleAttempt(tx, payment, columns, now)
    await recordTakings(tx, capture, splitOf(order), payment.credit_kobo)
    await publishSettled(tx, payment, paid === 'late', now)
    return settled
  }
  const hold = { verb: 'hold', actor: 'system', at: now, reason: paid } as const
  await repository.movePayment(tx, payment, hold, { ...columns, hold_reason: paid })
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
async function publishSettled(
  tx: Tx,
  payment: repository.PaymentRow,
  late: boolean,
  now: Date,
): Promise<void> {
  await closeLink(tx, payment.order_id, 'pay', 'system', now)
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
  const settled = await settleAttempt(
    tx,
    payment,
    {
      ...{ captured_kobo: kobo(0), captured_currency: 'NGN', fee_kobo: kobo(0) },
      ...{ channel: 'credit', paid_at: now },
    },
    now,
  )
  const at = { paymentReference: payment.reference, orderReference: order.reference, at: now }
  await recordCreditPayment(tx, at, splitOf(order))
  await publishSettled(tx, payment, false, now)
  return settled
}

/** Marks an attempt that can still settle as the one that pays its order. */
async function settleAttempt(
  tx: Tx,
  payment: repository.PaymentRow,
  captured: repository.Captured,
  at: Date,
): Promise<repository.PaymentRow> {
  const move = { verb: 'settle', actor: 'system', at } as const
  const settled = await repository.movePayment(tx, payment, move, { ...captured, settles_order: true })
  if (!settled) throw new Error(`payment ${payment.id} cannot settle: it is ${payment.state}`)
  return settled
}

/**
 * Lets held money pay its order after all: if only its amount was wrong, at least the due amount came, and the order awaits
 * payment or has expired. The excess is refunded to its source. Calling it again has no effect. Throws `wrong_state`,
 * `payment_disputed`, and `order_not_payable` if the order can no longer be paid.
 */
export async function releaseHeld(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  now: Date,
): Promise<void> {
  const locked = await repository.lockOrderAndPayment(tx, seen)
  const { order, payment } = locked
  if (payment.state === 'settled') return
  const { captured_kobo: captured, captured_currency: currency, due_kobo: due, credit_kobo: credit } = payment
  const left = leftOfHeld(captured ?? kobo(0), await refundsOfPayment(tx, payment.id))
  const covers = payment.hold_reason === 'wrong_amount' && currency === 'NGN' && left >= due
  if (payment.state !== 'held' || !covers) throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  if (credit > 0) await lockWindow(tx, order)
  if (credit > 0 && (await lockCredit(tx, order.account_id)) < credit) throw new DomainError('wrong_state')
  const paid = await markPaid(tx, order, now)
  if (paid !== 'paid' && paid !== 'late') throw new DomainError('order_not_payable')
  const release = { verb: 'release', actor: 'operator', at: now } as const
  await repository.movePayment(tx, payment, release, { hold_reason: null, settles_order: true })
  const books = { paymentReference: payment.reference, orderReference: order.reference, at: now }
  await recordHeldReleased(tx, books, splitOf(order), credit)
  const over = kobo(left - due)
  if (over > 0) {
    const wanted = { key: `return:${payment.reference}`, reason: 'more was paid than was due' }
    const ways = { toSource: over, toCredit: kobo(0), takenFrom: null }
    await giveBack(tx, locked, { actor: 'system', ...wanted, ...ways }, now)
  }
  await closeCaseAbout(tx, 'held_money', payment.reference, 'The money pays its order.', now)
  await publishSettled(tx, payment, paid === 'late', now)
}
