import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { recordDisputeLost, recordRefundFailed } from '../../ledger/index.ts'
import { isInBooks } from '../policy.ts'
import { leftOfHeld } from '../refunds/policy.ts'
import * as refunds from '../refunds/repository.ts'
import { endReturning, giveBack, mend, returningOf, startReturning } from '../refunds/returning.ts'
import * as repository from '../repository.ts'
import { type LostDispute, lostOf, unsettledOf } from './repository.ts'

const reason = "the payer's bank took it back"

/**
 * Books the amount that a bank took of a payment, once, and counts it against what we owed the payer. A payment that is not
 * in the books is not booked here. The caller holds the locks of the order and the payment.
 */
export async function bookLost(
  tx: Tx,
  lost: LostDispute,
  about: repository.Locked,
  now: Date,
): Promise<void> {
  if (isInBooks(about.payment))
    await recordDisputeLost(tx, {
      disputeId: lost.provider_id,
      orderReference: about.order.reference,
      amount: lost.amount_kobo,
      at: now,
    })
  await coverLosses(tx, about, now)
}

/** Like `bookLost`, for all amounts that banks took before we recorded the capture. */
export async function bookLostBefore(tx: Tx, about: repository.Locked, now: Date): Promise<void> {
  for (const lost of await lostOf(tx, [about.payment.id])) await bookLost(tx, lost, about, now)
}

/**
 * Counts the amounts that banks have taken of a payment against what we owed its payer, as far as they suffice: refunds
 * that were never sent, failed refunds, and held money. Otherwise the same money would be paid out twice. Safe to repeat.
 * The caller holds the locks of the order and the payment.
 */
export async function coverLosses(tx: Tx, locked: repository.Locked, now: Date): Promise<void> {
  for (const { id, status, left } of await unsettledOf(tx, locked.payment.id)) {
    if (status !== 'resolved') continue
    const rest = await coverRefunds(tx, locked, { id, left }, now)
    if (rest > 0) await coverHeld(tx, locked, { id, left: rest }, now)
  }
}

type Loss = { readonly id: string; readonly left: Kobo }

/** Returns the part of the loss that is left. */
async function coverRefunds(tx: Tx, locked: repository.Locked, { id, left }: Loss, now: Date): Promise<Kobo> {
  const paymentId = locked.payment.id
  const owed = [...(await refunds.unmended(tx, paymentId)), ...(await refunds.lockUnsent(tx, paymentId))]
  let rest = left
  for (const refund of owed) {
    if (rest === 0) break
    if (refund.state !== 'failed') await endUnsent(tx, locked, refund, now)
    const amount = kobo(Math.min(rest, refund.source_kobo))
    const how = { outside: { way: 'dispute', reference: id }, reason, amount } as const
    await mend(tx, locked, refund, { actor: 'system', how }, now)
    rest = kobo(rest - amount)
  }
  return rest
}

/** Ends a refund that was not sent, so that it is never sent. */
async function endUnsent(
  tx: Tx,
  { order }: repository.Locked,
  refund: refunds.RefundRow,
  at: Date,
): Promise<void> {
  await refunds.setRefund(tx, refund.id, { state: 'failed', check_at: null, ended_at: at, retry_at: null })
  if (refund.in_books) await recordRefundFailed(tx, returningOf(refund, order, at))
  await closeCaseAbout(tx, 'refund_stuck', refund.id, "The payer's bank has taken the money.", at)
}

async function coverHeld(tx: Tx, { order, payment: seen }: repository.Locked, { id, left }: Loss, now: Date) {
  const payment = await repository.lockPayment(tx, seen.id)
  if (payment.state !== 'held') return
  const held = leftOfHeld(payment.captured_kobo ?? kobo(0), await refunds.refundsOfPayment(tx, payment.id))
  const amount = kobo(Math.min(left, held))
  if (amount === 0) return
  const outside = { way: 'dispute', reference: id } as const
  const ways = { toSource: amount, toCredit: kobo(0), takenFrom: null, outside }
  await giveBack(tx, { order, payment }, { key: `taken:${id}`, actor: 'system', reason, ...ways }, now)
  if (amount < held) return
  await startReturning(tx, payment, 'system', reason, now)
  await endReturning(tx, payment.id, now)
  await closeCaseAbout(tx, 'held_money', payment.reference, "The payer's bank has taken the money.", now)
}
