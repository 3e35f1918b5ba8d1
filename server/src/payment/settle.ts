import { lockOrder, markPaid, type OrderRow } from '../booking/index.ts'
import type { Tx } from '../db.ts'
import { recordTakings, recordUnapplied } from '../ledger/index.ts'
import { announce } from '../news.ts'
import { rule } from '../platform/moves.ts'
import { payLink } from './links.ts'
import { paymentMoves } from './payment-state.ts'
import type { Outcome, Provider, Transaction } from './paystack/paystack.ts'
import { requestRefund, splitOf } from './refund/refunds.ts'
import * as rows from './rows.ts'
import { attemptLife, estimatedFee, judge } from './rules.ts'

/**
 * Makes our books agree with Paystack's about one attempt. Safe to call any number of times, from anywhere, at once: the
 * webhook, the return page and the sweep all come here. Answers the state after it; null for a reference that is not ours.
 */
export async function settle(provider: Provider, reference: string): Promise<rows.PaymentRow | null> {
  return (await lookUp(provider, reference))?.payment ?? null
}

/** Milliseconds within which nobody from outside has Paystack asked again about one attempt. */
const justNow = 1500

/** As `settle`, for callers from outside: an attempt that was asked about just now is not asked about again. */
export async function settleUnlessJustAsked(
  provider: Provider,
  reference: string,
): Promise<rows.PaymentRow | null> {
  const seen = await rows.paymentByReference(provider.db, reference)
  const asked = seen?.asked_at?.getTime() ?? 0
  return seen && provider.clock.now().getTime() - asked < justNow ? seen : await settle(provider, reference)
}

/** An attempt after Paystack was asked, and whether it answered; it is not asked about money that has come. */
export type LookedUp = { readonly payment: rows.PaymentRow; readonly answered: boolean }

/** As `settle`, and says whether Paystack answered. */
export async function lookUp({ db, clock, paystack }: Provider, reference: string): Promise<LookedUp | null> {
  const seen = await rows.paymentByReference(db, reference)
  if (!seen) return null
  if (!canStillSettle(seen)) return { payment: seen, answered: true }
  const truth = await paystack.verify(reference) // the slow call, before any lock
  const now = clock.now()
  await rows.noteAsked(db, seen.id, now)
  const means = meaningOf(truth, seen, now)
  if (means !== 'still open') {
    await db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, seen.order_id)
      const payment = await rows.lockPayment(tx, seen.id)
      if (truth.kind === 'yes' && means === 'paid')
        await take(tx, { order, payment, truth: truth.value, domain: paystack.domain, now })
      else if (means === 'failed')
        await move(tx, payment, 'fail', now, truth.kind === 'yes' ? truth.value.status : 'refused')
      else await move(tx, payment, 'abandon', now, 'silent')
    })
  }
  const payment = (await rows.paymentById(db, seen.id)) ?? seen
  return { payment, answered: truth.kind !== 'unknown' }
}

function canStillSettle(payment: rows.PaymentRow): boolean {
  return payment.state === 'started' || payment.state === 'failed' || payment.state === 'abandoned'
}

function meaningOf(
  truth: Outcome<Transaction>,
  payment: rows.PaymentRow,
  now: Date,
): 'paid' | 'failed' | 'abandoned' | 'still open' {
  if (truth.kind === 'yes' && truth.value.status === 'success') return 'paid'
  if (truth.kind === 'yes' && (truth.value.status === 'failed' || truth.value.status === 'reversed'))
    return 'failed'
  const givenUp = now.getTime() - payment.started_at.getTime() > attemptLife
  return givenUp && truth.kind !== 'unknown' ? 'abandoned' : 'still open'
}

const returnReasons = {
  paid_before: 'the order had been paid before',
  too_late: 'the order had been cancelled',
} as const

/** Captured money on its way to an order. */
type Taking = { order: OrderRow; payment: rows.PaymentRow; truth: Transaction; domain: string; now: Date }

/** Captured money: it pays the order, or it is held and recorded, and never lost. */
async function take(tx: Tx, { order, payment, truth, domain, now }: Taking): Promise<void> {
  if (!canStillSettle(payment)) return
  const known = {
    captured_kobo: truth.amount,
    captured_currency: truth.currency,
    fee_kobo: truth.fee ?? estimatedFee(truth.amount),
    channel: truth.channel,
    provider_id: truth.providerId,
    paid_at: truth.paidAt ?? now,
  }
  const capture = {
    paymentReference: payment.reference,
    orderReference: order.reference,
    amount: truth.amount,
    fee: known.fee_kobo,
    at: now,
  }
  const judged = judge(truth, { reference: payment.reference, due: payment.due_kobo, domain })
  const paid = judged === 'matches' ? await markPaid(tx, order, now) : judged
  if (paid === 'paid') {
    await move(tx, payment, 'settle', now, undefined, { ...known, settles_order: true })
    await recordTakings(tx, capture, splitOf(order))
    await payLink(tx, order.id, now)
    await announce(tx, 'payment.settled', { paymentId: payment.id })
    return
  }
  await move(tx, payment, 'hold', now, paid, { ...known, hold_reason: paid })
  if (truth.currency === 'NGN' && truth.domain === domain && truth.amount > 0)
    await recordUnapplied(tx, capture)
  if (paid === 'paid_before' || paid === 'too_late')
    await requestRefund(tx, payment.id, returnReasons[paid], 'system', now)
  else await announce(tx, 'payment.held', { paymentId: payment.id })
}

async function move(
  tx: Tx,
  payment: rows.PaymentRow,
  verb: 'settle' | 'hold' | 'fail' | 'abandon',
  at: Date,
  reason?: string,
  known?: rows.Captured,
): Promise<void> {
  const ruling = rule(paymentMoves, verb, payment.state, 'system')
  if (!ruling.ok) return
  await rows.movePayment(
    tx,
    payment.id,
    { verb, from: payment.state, to: ruling.to, actor: 'system', at, ...(reason && { reason }) },
    known,
  )
}
