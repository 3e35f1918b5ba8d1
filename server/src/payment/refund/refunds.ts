import { lockOrder } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { recordRefundDone, recordRefundFailed } from '../../ledger/index.ts'
import { announce } from '../../news.ts'
import { closeCaseAbout, openCase } from '../case/cases.ts'
import type { Provider, ProviderRefund } from '../paystack/paystack.ts'
import * as rows from '../rows.ts'
import { pauseAfter } from '../rules.ts'
import { endReturning, type Locked, returningOf } from './returning.ts'
import * as refunds from './rows.ts'
import { patience, retryAfter } from './rules.ts'

/** What Paystack says of a refund: it has it, refuses it, or nothing that can be relied on. */
type Heard =
  | { readonly kind: 'known'; readonly refund: ProviderRefund }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'silent' }

const silent: Heard = { kind: 'silent' }

/**
 * Brings one refund forward: finds it at Paystack by our note, sends it where it is not there, and books its end. Paystack
 * has no idempotency key for refunds, so whoever takes the sending on reads the list first, and nobody else may take it on
 * until the answer is known or a minute is over. Safe to call any number of times, from anywhere, at once.
 */
export async function advanceRefund(provider: Provider, refundId: string): Promise<void> {
  const { db, clock } = provider
  const refund = await refunds.refundById(db, refundId)
  if (!refund || refund.ended_at) return
  const payment = await rows.paymentById(db, refund.payment_id)
  if (!payment?.provider_id) return
  const heard = await findOrSend(provider, refund, payment.provider_id, payment.reference)
  await db.transaction().execute((tx) => bookProgress(tx, refund, payment.order_id, heard, clock.now()))
}

/** The longest time, in milliseconds, between taking a sending on and sending: what is left of the minute is Paystack's. */
const longestLook = 25_000

async function findOrSend(
  { db, paystack }: Provider,
  refund: refunds.RefundRow,
  providerId: string,
  reference: string,
): Promise<Heard> {
  const mine = await refunds.claimSending(db, refund.id)
  const began = performance.now()
  const listed = await paystack.refundsOf(providerId)
  const note = `refund ${refund.id}`
  const sent =
    listed.kind === 'yes' &&
    listed.value.find((each) => each.note === note && each.amount === refund.source_kobo)
  if (sent) return { kind: 'known', refund: sent }
  if (!mine) return silent
  if (listed.kind !== 'yes' || performance.now() - began > longestLook) {
    await refunds.giveUpSending(db, refund.id, mine)
    return silent
  }
  const answer = await paystack.refund(reference, refund.source_kobo, note)
  if (answer.kind === 'yes') return { kind: 'known', refund: answer.value }
  // It may be on its way all the same: it is not sent again before the minute is over, and then only if it is not there.
  if (answer.kind === 'unknown') return silent
  await refunds.giveUpSending(db, refund.id, mine)
  return { kind: 'refused', code: answer.code }
}

async function bookProgress(
  tx: Tx,
  { id, payment_id }: refunds.RefundRow,
  orderId: number,
  heard: Heard,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payment = await rows.lockPayment(tx, payment_id)
  const refund = await refunds.lockRefund(tx, id)
  if (refund.ended_at) return
  const status = heard.kind === 'known' ? heard.refund.status : null
  if (heard.kind === 'known' && status === 'processed')
    return await finish(tx, { order, payment }, refund, heard.refund, now)
  if (heard.kind === 'known' && status === 'failed')
    return await lose(tx, { order, payment }, refund, heard.refund, now)
  const needsAttention = status === 'needs-attention'
  if (needsAttention || heard.kind === 'refused' || now.getTime() - refund.requested_at.getTime() > patience)
    await bringToOperator(tx, { order, payment }, refund, heard, now)
  // A Paystack that is away must not make the pauses longer.
  const checks = heard.kind === 'silent' ? 0 : refund.checks
  await refunds.setRefund(tx, id, {
    check_at: new Date(now.getTime() + pauseAfter(checks)),
    checks: heard.kind === 'silent' ? 0 : checks + 1,
    needs_attention: needsAttention,
    ...(heard.kind === 'known' && {
      provider_id: heard.refund.id,
      state: status === 'processing' ? 'processing' : 'pending',
    }),
  })
}

/** A refund that Paystack refuses, that needs the payer's bank details, or that takes more than a day waits for a person. */
async function bringToOperator(
  tx: Tx,
  { order, payment }: Locked,
  refund: refunds.RefundRow,
  heard: Heard,
  now: Date,
): Promise<void> {
  const said = { known: 'status', refused: 'refused', silent: 'silent' } as const
  const word = heard.kind === 'known' ? heard.refund.status : heard.kind === 'refused' ? heard.code : ''
  await openCase(
    tx,
    {
      kind: 'refund_stuck',
      subject: refund.id,
      orderReference: order.reference,
      amount: refund.source_kobo,
      found: { payment: payment.reference, paystack: said[heard.kind], word: word.slice(0, 100) },
      dueAt: new Date(refund.requested_at.getTime() + patience),
    },
    now,
  )
}

async function finish(
  tx: Tx,
  { order, payment }: Locked,
  refund: refunds.RefundRow,
  known: ProviderRefund,
  at: Date,
): Promise<void> {
  const ended = { provider_id: known.id, check_at: null, needs_attention: false, ended_at: at }
  await refunds.setRefund(tx, refund.id, { ...ended, state: 'processed' })
  await recordRefundDone(tx, returningOf(refund, order, at))
  await endReturning(tx, payment.id, at)
  await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack has returned the money.', at)
  await announce(tx, 'payment.refunded', { refundId: refund.id })
}

/** Paystack could not return the money: it is ours again, and is tried again by itself or, in the end, by a person. */
async function lose(
  tx: Tx,
  { order, payment }: Locked,
  refund: refunds.RefundRow,
  known: ProviderRefund,
  at: Date,
): Promise<void> {
  const failures = await refunds.countFailures(tx, refund.id)
  const retryAt = retryAfter(failures, at)
  const ended = { provider_id: known.id, check_at: null, needs_attention: false, ended_at: at }
  await refunds.setRefund(tx, refund.id, { ...ended, state: 'failed', retry_at: retryAt })
  await recordRefundFailed(tx, returningOf(refund, order, at))
  await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack says that it failed.', at)
  if (failures === 1) await announce(tx, 'payment.refund_failed', { refundId: refund.id })
  if (!retryAt) await giveUp(tx, { order, payment }, refund, at)
}

async function giveUp(
  tx: Tx,
  { order, payment }: Locked,
  refund: refunds.RefundRow,
  at: Date,
): Promise<void> {
  await openCase(
    tx,
    {
      kind: 'refund_failed',
      subject: refund.id,
      orderReference: order.reference,
      amount: refund.source_kobo,
      found: { payment: payment.reference },
    },
    at,
  )
  if (payment.state !== 'refunding') return
  await rows.movePayment(
    tx,
    payment.id,
    { verb: 'lose_refund', from: payment.state, to: 'held', actor: 'system', at, reason: 'refund failed' },
    { hold_reason: 'refund_failed' },
  )
}
