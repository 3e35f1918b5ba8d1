import { createHash } from 'node:crypto'
import { formatNaira, kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { closeCaseAbout, openCase } from '../cases/index.ts'
import {
  lockCredit,
  recordCreditPayment,
  recordHeldReleased,
  recordTakings,
  recordUnapplied,
  type Split,
} from '../ledger/index.ts'
import { markPaid, type OrderRow, takesMoney } from '../orders/index.ts'
import { lockWindow } from '../scheduling/index.ts'
import { closeLink } from './links.ts'
import type { Transaction } from './paystack/paystack.ts'
import { canStillSettle, estimatedFee, judge } from './policy.ts'
import { requestRefund } from './refunds/cancel.ts'
import { leftOfHeld } from './refunds/policy.ts'
import { refundsOfPayment } from './refunds/repository.ts'
import { giveBack, refuseDisputed } from './refunds/returning.ts'
import * as repository from './repository.ts'

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
export async function applyCapture(
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
  else await openHeldCase(tx, { order, payment, truth, domain, now }, paid)
  return await repository.lockPayment(tx, payment.id)
}

/** Opens the case of held money, which waits for an operator, and informs the payer. */
async function openHeldCase(
  tx: Tx,
  { order, payment, truth, now }: CapturedPayment,
  why: string,
): Promise<void> {
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
      captured_kobo: kobo(0),
      captured_currency: 'NGN',
      fee_kobo: kobo(0),
      channel: 'credit',
      paid_at: now,
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

/** How an order's money is shared, in the form for the ledger. */
function splitOf(order: OrderRow): Split {
  return {
    labId: order.lab_id,
    bookedBy: order.account_id,
    lab: order.lab_share_kobo,
    doctor: order.doctor_share_kobo,
    phlebotomist: order.phlebotomist_share_kobo,
    platform: order.platform_share_kobo,
  }
}
