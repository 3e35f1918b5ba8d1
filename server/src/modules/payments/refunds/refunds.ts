import type { Tx } from '../../../db.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { standingOf } from '../disputes/repository.ts'
import type { Provider, ProviderRefund } from '../paystack/paystack.ts'
import { pauseAfter } from '../policy.ts'
import { coverLosses } from '../refund-exceptions/losses.ts'
import * as repository from '../repository.ts'
import { bringToOperator, finish, lose } from './outcomes.ts'
import { patience } from './policy.ts'
import * as refunds from './repository.ts'

/**
 * Paystack's response about a refund: it has it, refuses it, or nothing reliable. `waits`: not sent while a bank disputes
 * its payment. `taken`: a bank took the money before it was sent.
 */
export type Heard =
  | { readonly kind: 'known'; readonly refund: ProviderRefund }
  | { readonly kind: 'refused'; readonly why: string; readonly status: number }
  | { readonly kind: 'silent' | 'waits' | 'taken' }

/** Statuses that say that our key is wrong, and nothing about the refund. */
const ofOurKey = new Set([401, 403])
/**
 * How long to wait, in milliseconds, before a refund that waits for a dispute is checked again; the end of the dispute
 * makes it due earlier.
 */
const untilNextLook = 60 * 60 * 1000

/**
 * Advances one refund: finds it at Paystack by our note, sends it if it is not there, and books its end. Paystack has no
 * idempotency key for refunds, so the sender first claims the sending and reads the list. No other process can claim it
 * until the outcome is known or a minute has passed. While a bank disputes the payment, it is not sent. Safe to call
 * repeatedly and concurrently.
 */
export async function advanceRefund(provider: Provider, refundId: string): Promise<void> {
  const { db, clock } = provider
  const refund = await refunds.refundById(db, refundId)
  if (!refund || refund.ended_at) return
  const payment = await repository.paymentById(db, refund.payment_id)
  if (!payment?.provider_id) return
  const heard = await findOrSend(provider, refund, payment, payment.provider_id)
  await db.transaction().execute((tx) => bookProgress(tx, refund, payment.order_id, heard, clock.now()))
}

/** The longest time, in milliseconds, between claiming and sending: the rest of the minute is for Paystack. */
const longestLook = 25_000

async function findOrSend(
  { db, paystack }: Provider,
  refund: refunds.RefundRow,
  payment: repository.PaymentRow,
  providerId: string,
): Promise<Heard> {
  const mine = await refunds.claimSending(db, refund.id)
  const began = performance.now()
  const listed = await paystack.refundsOf(providerId)
  const note = `refund ${refund.id}`
  const sent =
    listed.kind === 'yes' &&
    listed.value.find((each) => each.note === note && each.amount === refund.source_kobo)
  if (sent) return { kind: 'known', refund: sent }
  const standing = await standingOf(db, payment.id)
  if (!mine) return { kind: standing === 'open' && listed.kind === 'yes' ? 'waits' : 'silent' }
  if (standing === 'taken' && listed.kind === 'yes') return { kind: 'taken' }
  if (listed.kind !== 'yes' || standing !== 'free' || performance.now() - began > longestLook) {
    await refunds.giveUpSending(db, refund.id, mine)
    return { kind: standing === 'open' && listed.kind === 'yes' ? 'waits' : 'silent' }
  }
  const currency = payment.captured_currency ?? 'NGN'
  const answer = await paystack.refund(payment.reference, refund.source_kobo, note, currency)
  if (answer.kind === 'yes') return { kind: 'known', refund: answer.value }
  // It may have been accepted nevertheless: it is sent again only after the minute, and only if it is not listed.
  if (answer.kind === 'unknown') return { kind: 'silent' }
  await refunds.giveUpSending(db, refund.id, mine)
  return { kind: 'refused', why: answer.message, status: answer.status }
}

/** Books a response about a refund, and sets the next check. A response about a refund that has ended has no effect. */
export async function bookProgress(
  tx: Tx,
  { id, payment_id }: Pick<refunds.RefundRow, 'id' | 'payment_id'>,
  orderId: number,
  heard: Heard,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payment = await repository.lockPayment(tx, payment_id)
  const refund = await refunds.lockRefund(tx, id)
  if (refund.ended_at) return
  const locked = { order, payment }
  if (heard.kind === 'known') return await bookKnown(tx, locked, refund, heard.refund, now)
  if (heard.kind === 'refused' && !ofOurKey.has(heard.status))
    return await lose(tx, locked, refund, { refusal: heard.why }, now)
  if (heard.kind === 'taken' || (heard.kind === 'silent' && (await isTakenUnsent(tx, refund)))) {
    // The process that read the list held the claim or has released it, so it is certain that the refund was not sent.
    await refunds.setRefund(tx, id, { sending_until: null, check_at: now })
    return await coverLosses(tx, locked, now)
  }
  if (heard.kind === 'waits')
    return await refunds.setRefund(tx, id, { check_at: new Date(now.getTime() + untilNextLook) })
  const told =
    heard.kind === 'refused'
      ? ({ paystack: 'refused', word: heard.why } as const)
      : ({ paystack: 'silent', word: '' } as const)
  if (heard.kind === 'refused' || hasWaitedLong(refund, now))
    await bringToOperator(tx, locked, refund, told, now)
  // An outage of Paystack must not make the pauses longer.
  const checks = heard.kind === 'silent' ? 0 : refund.checks
  await refunds.setRefund(tx, id, {
    check_at: new Date(now.getTime() + pauseAfter(checks)),
    checks: heard.kind === 'silent' ? 0 : checks + 1,
  })
}

/** Whether a bank took the money of a refund that was never sent, or whose sending was given up. */
async function isTakenUnsent(tx: Tx, refund: refunds.RefundRow): Promise<boolean> {
  const unsent = refund.provider_id === null && refund.sending_until === null
  return unsent && (await standingOf(tx, refund.payment_id)) === 'taken'
}

function hasWaitedLong({ requested_at, details_at }: refunds.RefundRow, now: Date): boolean {
  return now.getTime() - (details_at ?? requested_at).getTime() > patience
}

async function bookKnown(
  tx: Tx,
  locked: Parameters<typeof finish>[1],
  refund: refunds.RefundRow,
  known: ProviderRefund,
  now: Date,
): Promise<void> {
  const { id, status } = known
  if (status === 'processed') return await finish(tx, locked, refund, known, now)
  if (status === 'failed') return await lose(tx, locked, refund, { known }, now)
  const needsAttention = status === 'needs-attention'
  if (needsAttention || hasWaitedLong(refund, now))
    await bringToOperator(tx, locked, refund, { paystack: 'status', word: status }, now)
  else if (refund.needs_attention)
    await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack has what it needs.', now)
  await refunds.setRefund(tx, refund.id, {
    check_at: new Date(now.getTime() + pauseAfter(refund.checks)),
    checks: refund.checks + 1,
    needs_attention: needsAttention,
    provider_id: id,
    state: status === 'processing' ? 'processing' : 'pending',
  })
}
