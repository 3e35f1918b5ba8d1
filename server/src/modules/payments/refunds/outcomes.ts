import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { addFound, closeCaseAbout, openCase } from '../../cases/index.ts'
import { recordRefundDone, recordRefundFailed } from '../../ledger/index.ts'
import type { ProviderRefund } from '../paystack/paystack.ts'
import { coverLosses } from '../refund-exceptions/losses.ts'
import * as repository from '../repository.ts'
import { patience, retryAfter } from './policy.ts'
import * as refunds from './repository.ts'
import { endReturning, type Locked, returningOf } from './returning.ts'

/** Why a refund needs a person: Paystack's state of it, a refusal because of our key, or no response. */
type RefundTrouble = { readonly paystack: 'status' | 'refused' | 'silent'; readonly word: string }

/** Opens or updates the case of a refund that needs the payer's bank details, or takes more than a day. */
export async function bringToOperator(
  tx: Tx,
  { order, payment }: Locked,
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
export async function finish(
  tx: Tx,
  { order, payment }: Locked,
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
export async function lose(
  tx: Tx,
  { order, payment }: Locked,
  refund: refunds.RefundRow,
  why: { readonly known: ProviderRefund } | { readonly refusal: string },
  at: Date,
): Promise<void> {
  const failures = await refunds.countFailures(tx, refund.id)
  const retryAt = 'known' in why ? retryAfter(failures, at) : null
  await refunds.setRefund(tx, refund.id, {
    ...{ check_at: null, needs_attention: false, ended_at: at, state: 'failed', retry_at: retryAt },
    ...('known' in why ? { provider_id: why.known.id } : { refusal: why.refusal.slice(0, 200) }),
  })
  if (refund.in_books) await recordRefundFailed(tx, returningOf(refund, order, at))
  await closeCaseAbout(tx, 'refund_stuck', refund.id, 'Paystack says that it failed.', at)
  await coverLosses(tx, { order, payment }, at)
  const left = (await refunds.unmended(tx, payment.id)).some(({ id }) => id === refund.id)
  if (!left) return
  if (failures === 1) await publish(tx, 'payment.refund_failed', { refundId: refund.id })
  if (!retryAt) await giveUp(tx, { order, payment }, refund, 'refusal' in why ? why.refusal : null, at)
}

async function giveUp(
  tx: Tx,
  { order, payment }: Locked,
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
  if (payment.state !== 'refunding') return
  await repository.movePayment(
    tx,
    payment.id,
    { verb: 'lose_refund', from: payment.state, to: 'held', actor: 'system', at, reason: 'refund failed' },
    { hold_reason: 'refund_failed' },
  )
}
