import { kobo } from '@labalaba/contract'
import { cancelOrder, lockOrder, type OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import {
  type Capture,
  recordRefundDone,
  recordRefundDue,
  recordRefundFailed,
  type Split,
} from '../../ledger/index.ts'
import { announce } from '../../news.ts'
import { addJob } from '../../platform/jobs.ts'
import { rule } from '../../platform/moves.ts'
import { Refusal } from '../../platform/refusal.ts'
import { paymentMoves } from '../payment-state.ts'
import type { Paystack, Provider, ProviderRefund } from '../paystack/paystack.ts'
import * as rows from '../rows.ts'
import { pauseAfter } from '../rules.ts'
import * as refunds from './rows.ts'

/** How long a refund may take before an operator is told, in milliseconds: a day. */
const patience = 24 * 60 * 60 * 1000

/** How an order's money is shared, for the ledger. */
export function splitOf(order: OrderRow): Split {
  return {
    labId: order.lab_id,
    bookedBy: order.account_id,
    lab: order.lab_share_kobo,
    doctor: order.doctor_share_kobo,
    phlebotomist: order.phlebotomist_share_kobo,
    platform: order.platform_share_kobo,
  }
}

/**
 * Promises the whole captured amount of a payment back: state, books and job commit together. The order that it paid is
 * cancelled with it. Asking again while one is under way is harmless. Refuses `wrong_state`.
 */
export async function requestRefund(
  tx: Tx,
  paymentId: number,
  reason: string,
  actor: 'operator' | 'system',
  now: Date,
): Promise<void> {
  const seen = await rows.paymentById(tx, paymentId)
  if (!seen) throw new Refusal('not_found')
  const order = await lockOrder(tx, seen.order_id)
  const payment = await rows.lockPayment(tx, paymentId)
  if (payment.state === 'refunding' || payment.state === 'refunded') return
  const ruling = rule(paymentMoves, 'refund', payment.state, actor)
  if (!ruling.ok || !payment.captured_kobo || payment.captured_currency !== 'NGN')
    throw new Refusal('wrong_state')
  const refund = await refunds.insertRefund(tx, {
    payment_id: payment.id,
    amount_kobo: payment.captured_kobo,
    reason,
    requested_at: now,
    check_at: now,
  })
  await rows.movePayment(tx, payment.id, {
    verb: 'refund',
    from: payment.state,
    to: ruling.to,
    actor,
    at: now,
    reason,
  })
  const fromShares = payment.state === 'settled'
  await recordRefundDue(tx, refund.id, captureOf(payment, order, now), fromShares ? splitOf(order) : null)
  if (fromShares && actor === 'operator') await cancelOrder(tx, order.id, actor, reason, now)
  await addJob(tx, 'send-refund', { refundId: refund.id }, { key: `refund:${refund.id}` })
}

function captureOf(payment: rows.PaymentRow, order: OrderRow, at: Date): Capture {
  return {
    paymentReference: payment.reference,
    orderReference: order.reference,
    amount: payment.captured_kobo ?? kobo(0),
    fee: payment.fee_kobo ?? kobo(0),
    at,
  }
}

/**
 * Brings one refund forward: finds it at Paystack by our note, sends it where it is not there, and books its end. Paystack
 * has no idempotency key for refunds, so the list is read before every send. Safe to call any number of times.
 */
export async function advanceRefund({ db, clock, paystack }: Provider, refundId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Two who both find nothing in the list would both send; no row is locked while Paystack is asked.
    if (!(await refunds.claimRefund(tx, refundId))) return
    const refund = await refunds.refundById(tx, refundId)
    if (!refund || refund.ended_at) return
    const payment = await rows.paymentById(tx, refund.payment_id)
    if (!payment?.provider_id) return
    const known = await findOrSend(paystack, refund, payment.provider_id, payment.reference)
    const now = clock.now()
    if (known === 'refused' || isStuck(refund, known, now))
      await announce(tx, 'payment.refund_stuck', { paymentId: payment.id })
    if (known !== null && known !== 'refused') await bookProgress(tx, refund, payment, known, now)
    else await refunds.setRefund(tx, refund.id, { check_at: nextCheck(refund, now) })
  })
}

/** A refund that needs the payer's bank details, or has not ended within a day, waits for a person. */
function isStuck(refund: refunds.RefundRow, known: ProviderRefund | null, now: Date): boolean {
  if (known?.status === 'needs-attention') return true
  const ended = known?.status === 'processed' || known?.status === 'failed'
  return !ended && now.getTime() - refund.requested_at.getTime() > patience
}

/** The refund as Paystack has it; null where it did not answer. */
async function findOrSend(
  paystack: Paystack,
  refund: refunds.RefundRow,
  providerId: string,
  reference: string,
): Promise<ProviderRefund | 'refused' | null> {
  const listed = await paystack.refundsOf(providerId)
  if (listed.kind !== 'yes') return null
  const note = `refund ${refund.id}`
  const sent = listed.value.find((each) => each.note === note && each.amount === refund.amount_kobo)
  if (sent || refund.provider_id !== null) return sent ?? null
  const answer = await paystack.refund(reference, refund.amount_kobo, note)
  if (answer.kind === 'no') return 'refused'
  return answer.kind === 'yes' ? answer.value : null
}

async function bookProgress(
  tx: Tx,
  { id, payment_id }: refunds.RefundRow,
  { order_id }: rows.PaymentRow,
  known: ProviderRefund,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, order_id)
  const payment = await rows.lockPayment(tx, payment_id)
  const refund = await refunds.lockRefund(tx, id)
  if (refund.ended_at) return
  if (known.status === 'processed') await finish(tx, refund, payment, order, known, now)
  else if (known.status === 'failed') await lose(tx, refund, payment, order, known, now)
  else
    await refunds.setRefund(tx, id, {
      provider_id: known.id,
      state: known.status === 'processing' ? 'processing' : 'pending',
      check_at: nextCheck(refund, now),
    })
}

function nextCheck(refund: refunds.RefundRow, now: Date): Date {
  return new Date(now.getTime() + pauseAfter(refund.checks))
}

async function finish(
  tx: Tx,
  refund: refunds.RefundRow,
  payment: rows.PaymentRow,
  order: OrderRow,
  known: ProviderRefund,
  at: Date,
): Promise<void> {
  await refunds.setRefund(tx, refund.id, {
    provider_id: known.id,
    state: 'processed',
    check_at: null,
    ended_at: at,
  })
  await rows.movePayment(tx, payment.id, {
    verb: 'finish_refund',
    from: payment.state,
    to: 'refunded',
    actor: 'system',
    at,
  })
  await recordRefundDone(tx, refund.id, captureOf(payment, order, at))
  await announce(tx, 'payment.refunded', { paymentId: payment.id })
}

/** Paystack could not return the money: it waits as held, and an operator is told. */
async function lose(
  tx: Tx,
  refund: refunds.RefundRow,
  payment: rows.PaymentRow,
  order: OrderRow,
  known: ProviderRefund,
  at: Date,
): Promise<void> {
  await refunds.setRefund(tx, refund.id, {
    provider_id: known.id,
    state: 'failed',
    check_at: null,
    ended_at: at,
  })
  await rows.movePayment(
    tx,
    payment.id,
    { verb: 'lose_refund', from: payment.state, to: 'held', actor: 'system', at, reason: 'refund failed' },
    { hold_reason: 'refund_failed', settles_order: false },
  )
  await recordRefundFailed(tx, refund.id, captureOf(payment, order, at))
  await announce(tx, 'payment.held', { paymentId: payment.id })
}
