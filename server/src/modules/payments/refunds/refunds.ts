import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { addFound, closeCaseAbout, openCase } from '../../cases/index.ts'
import { recordRefundDone, recordRefundFailed } from '../../ledger/index.ts'
import { coverLosses } from '../disputes/lost.ts'
import { disputeStatusOf } from '../disputes/repository.ts'
import type { Provider, ProviderRefund } from '../paystack/paystack.ts'
import { pauseAfter } from '../policy.ts'
import * as repository from '../repository.ts'
import { patience, retryAfter } from './policy.ts'
import * as refunds from './repository.ts'
import { endReturning, returningOf } from './returning.ts'

/**
 * Paystack's response about a refund: it has it, refuses it, or nothing reliable. `waits`: not sent while a bank disputes
 * its payment. `taken`: a bank took the money before it was sent.
 */
type RefundAnswer =
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
  const answer = await findOrSend(provider, refund, payment, payment.provider_id)
  await db.transaction().execute((tx) => bookProgress(tx, refund, payment.order_id, answer, clock.now()))
}

/** The longest time, in milliseconds, between claiming and sending: the rest of the minute is for Paystack. */
const longestLook = 25_000

async function findOrSend(
  { db, paystack }: Provider,
  refund: refunds.RefundRow,
  payment: repository.PaymentRow,
  providerId: string,
): Promise<RefundAnswer> {
  const mine = await refunds.claimSending(db, refund.id)
  const began = performance.now()
  const listed = await paystack.refundsOf(providerId)
  const note = `refund ${refund.id}`
  const sent =
    listed.kind === 'yes' &&
    listed.value.find((each) => each.note === note && each.amount === refund.source_kobo)
  if (sent) return { kind: 'known', refund: sent }
  const status = await disputeStatusOf(db, payment.id)
  if (!mine) return { kind: status === 'open' && listed.kind === 'yes' ? 'waits' : 'silent' }
  if (status === 'taken' && listed.kind === 'yes') return { kind: 'taken' }
  if (listed.kind !== 'yes' || status !== 'free' || performance.now() - began > longestLook) {
    await refunds.releaseSending(db, refund.id, mine)
    return { kind: status === 'open' && listed.kind === 'yes' ? 'waits' : 'silent' }
  }
  const currency = payment.captured_currency ?? 'NGN'
  const made = await paystack.refund(payment.reference, refund.source_kobo, note, currency)
  if (made.kind === 'yes') return { kind: 'known', refund: made.value }
  // It may have been accepted nevertheless: it is sent again only after the minute, and only if it is not listed.
  if (made.kind === 'unknown') return { kind: 'silent' }
  await refunds.releaseSending(db, refund.id, mine)
  return { kind: 'refused', why: made.message, status: made.status }
}

/** Books a response about a refund, and sets the next check. A response about a refund that has ended has no effect. */
export async function bookProgress(
  tx: Tx,
  { id, payment_id }: Pick<refunds.RefundRow, 'id' | 'payment_id'>,
  orderId: number,
  answer: RefundAnswer,
  now: Date,
): Promise<void> {
  const locked = await repository.lockOrderAndPayment(tx, { id: payment_id, order_id: orderId })
  const refund = await refunds.lockRefund(tx, id)
  if (refund.ended_at) return
  if (answer.kind === 'known') return await bookKnown(tx, locked, refund, answer.refund, now)
  if (answer.kind === 'refused' && !ofOurKey.has(answer.status))
    return await lose(tx, locked, refund, { refusal: answer.why }, now)
  if (answer.kind === 'taken' || (answer.kind === 'silent' && (await isTakenUnsent(tx, refund)))) {
    // The process that read the list held the claim or has released it, so it is certain that the refund was not sent.
    await refunds.setRefund(tx, id, { sending_until: null, check_at: now })
    return await coverLosses(tx, locked, now)
  }
  if (answer.kind === 'waits')
    return await refunds.setRefund(tx, id, { check_at: new Date(now.getTime() + untilNextLook) })
  if (answer.kind === 'refused')
    await bringToOperator(tx, locked, refund, { paystack: 'refused', word: answer.why }, now)
  else if (hasWaitedLong(refund, now))
    await bringToOperator(tx, locked, refund, { paystack: 'silent', word: '' }, now)
  // An outage of Paystack must not make the pauses longer.
  const checks = answer.kind === 'silent' ? 0 : refund.checks
  await refunds.setRefund(tx, id, {
    check_at: new Date(now.getTime() + pauseAfter(checks)),
    checks: answer.kind === 'silent' ? 0 : checks + 1,
  })
}

/** Whether a bank took the money of a refund that was never sent, or whose sending was given up. */
async function isTakenUnsent(tx: Tx, refund: refunds.RefundRow): Promise<boolean> {
  const unsent = refund.provider_id === null && refund.sending_until === null
  return unsent && (await disputeStatusOf(tx, refund.payment_id)) === 'taken'
}

function hasWaitedLong({ requested_at, details_at }: refunds.RefundRow, now: Date): boolean {
  return now.getTime() - (details_at ?? requested_at).getTime() > patience
}

async function bookKnown(
  tx: Tx,
  locked: repository.Locked,
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

/** Why a refund needs a person: Paystack's state of it, a refusal because of our key, or no response. */
type RefundTrouble = { readonly paystack: 'status' | 'refused' | 'silent'; readonly word: string }

/** Opens or updates the case of a refund that needs the payer's bank details, or takes more than a day. */
async function bringToOperator(
  tx: Tx,
  { order, payment }: repository.Locked,
  refund: refunds.RefundRow,
  { paystack, word }: RefundTrouble,
  now: Date,
): Promise<void> {
  const found = { payment: payment.reference, paystack, word: word.slice(0, 100) }
  const opened = await openCase(
    tx,
    {
      kind: 'refund_stuck',
      subject: refund.id,
      orderReference: order.reference,
      amount: refund.in_books ? refund.source_kobo : null,
      found,
      dueAt: new Date((refund.details_at ?? refund.requested_at).getTime() + patience),
    },
    now,
  )
  if (!opened) await addFound(tx, 'refund_stuck', refund.id, found)
}

/** Books that Paystack has returned the money. */
async function finish(
  tx: Tx,
  { order, payment }: repository.Locked,
  refund: refunds.RefundRow,
  known: ProviderRefund,
  at: Date,
): Promise<void> {
  const ended = { provider_id: known.id, check_at: null, needs_attention: false, ended_at: at }
  await refunds.setRefund(tx, refund.id, { ...ended, state: 'processed' })
  if (refund.in_books) await recordRefundDone(tx, returningOf(refund, order, at))
  await endReturning(tx, payment.id, at)
  await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack has returned the money.', at)
  await publish(tx, 'payment.refunded', { refundId: refund.id })
}

/**
 * Books that Paystack could not return the money. It is ours again; it is retried automatically and, in the end, by a
 * person. A refund that Paystack refuses would be refused again: a person decides immediately.
 */
async function lose(
  tx: Tx,
  { order, payment }: repository.Locked,
  refund: refunds.RefundRow,
  why: { readonly known: ProviderRefund } | { readonly refusal: string },
  at: Date,
): Promise<void> {
  const failures = await refunds.countFailures(tx, refund.id)
  const retryAt = 'known' in why ? retryAfter(failures, at) : null
  await refunds.setRefund(tx, refund.id, {
    check_at: null,
    needs_attention: false,
    ended_at: at,
    state: 'failed',
    retry_at: retryAt,
    ...('known' in why ? { provider_id: why.known.id } : { refusal: why.refusal.slice(0, 200) }),
  })
  if (refund.in_books) await recordRefundFailed(tx, returningOf(refund, order, at))
  await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack says that it failed.', at)
  await coverLosses(tx, { order, payment }, at)
  const left = (await refunds.unmended(tx, payment.id)).some(({ id }) => id === refund.id)
  if (!left) return
  if (failures === 1) await publish(tx, 'payment.refund_failed', { refundId: refund.id })
  if (!retryAt)
    await openFailedRefundCase(tx, { order, payment }, refund, 'refusal' in why ? why.refusal : null, at)
}

async function openFailedRefundCase(
  tx: Tx,
  { order, payment }: repository.Locked,
  refund: refunds.RefundRow,
  refusal: string | null,
  at: Date,
): Promise<void> {
  await openCase(
    tx,
    {
      kind: 'refund_failed',
      subject: refund.id,
      orderReference: order.reference,
      amount: refund.in_books ? refund.source_kobo : null,
      found: {
        payment: payment.reference,
        ...(refusal !== null && { refusal: refusal.slice(0, 200) }),
        ...((payment.link_id !== null || !refund.in_books) && { no_credit: true }),
      },
    },
    at,
  )
  const move = { verb: 'lose_refund', actor: 'system', at, reason: 'refund failed' } as const
  await repository.movePayment(tx, payment, move, { hold_reason: 'refund_failed' })
}
