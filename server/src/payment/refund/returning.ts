import { type Kobo, kobo } from '@labalaba/contract'
import type { OrderRow } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import {
  type Returning,
  recordRefundDue,
  type Shares,
  type Split,
  type TakenFrom,
} from '../../ledger/index.ts'
import { addJob } from '../../platform/jobs.ts'
import { rule } from '../../platform/moves.ts'
import { Refusal } from '../../platform/refusal.ts'
import { closeCaseAbout } from '../case/cases.ts'
import { refuseDisputed } from '../dispute/refuse.ts'
import { paymentMoves } from '../payment-state.ts'
import * as rows from '../rows.ts'
import { isInBooks } from '../rules.ts'
import * as refunds from './rows.ts'
import { nothing } from './rules.ts'

/** Who asked for a refund. */
export type RefundActor = refunds.RefundRow['actor']

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

/** A refund, as the ledger knows it. */
export function returningOf(
  refund: Pick<refunds.RefundRow, 'id' | 'source_kobo'>,
  order: OrderRow,
  at: Date,
): Returning {
  return { refundId: refund.id, orderReference: order.reference, toSource: refund.source_kobo, at }
}

/** An order and one of its payments, both locked by the caller, in that order. */
export type Locked = { readonly order: OrderRow; readonly payment: rows.PaymentRow }

export type Wanted = {
  /** What asks for it; the same thing never asks twice. */
  readonly key: string
  readonly actor: RefundActor
  readonly reason: string
  readonly toSource: Kobo
  readonly toCredit: Kobo
  /** Whose shares it takes back; null for money that paid no order. */
  readonly takenFrom: TakenFrom
  /** The failed refund that it makes good. */
  readonly retries?: string
}

/**
 * Writes down one refund: its row, the books and the job that sends it commit together. Credit is the owner's at once, and
 * a refund of credit alone is done with that.
 */
export async function giveBack(
  tx: Tx,
  { order, payment }: Locked,
  wanted: Wanted,
  now: Date,
): Promise<refunds.RefundRow> {
  const { lab, doctor, phlebotomist, platform }: Shares = wanted.takenFrom ?? nothing
  const refund = await refunds.insertRefund(tx, {
    payment_id: payment.id,
    request_key: wanted.key,
    actor: wanted.actor,
    reason: wanted.reason,
    origin: wanted.takenFrom ? 'shares' : 'unapplied',
    amount_kobo: kobo(wanted.toSource + wanted.toCredit),
    source_kobo: wanted.toSource,
    credit_kobo: wanted.toCredit,
    ...{ lab_kobo: lab, doctor_kobo: doctor, phlebotomist_kobo: phlebotomist, platform_kobo: platform },
    requested_at: now,
    ...(wanted.retries !== undefined && { retries: wanted.retries }),
    ...(wanted.toSource > 0 ? { check_at: now } : { state: 'processed', ended_at: now }),
  })
  const owner = { labId: order.lab_id, bookedBy: order.account_id, toCredit: wanted.toCredit }
  await recordRefundDue(tx, returningOf(refund, order, now), wanted.takenFrom, owner)
  if (wanted.toSource > 0)
    await addJob(tx, 'send-refund', { refundId: refund.id }, { key: `refund:${refund.id}` })
  return refund
}

/** Marks a payment as on its way back. Harmless where it is so already. Refuses `wrong_state`. */
export async function startReturning(
  tx: Tx,
  payment: rows.PaymentRow,
  actor: 'operator' | 'system',
  reason: string,
  now: Date,
): Promise<void> {
  if (payment.state === 'refunding') return
  const ruling = rule(paymentMoves, 'refund', payment.state, actor)
  if (!ruling.ok) throw new Refusal('wrong_state')
  const event = { verb: 'refund', from: payment.state, to: ruling.to, actor, at: now, reason }
  await rows.movePayment(tx, payment.id, event)
}

/** Ends the return of a payment once no money of it is on its way any more, and none waits to be tried again. */
export async function endReturning(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const payment = await rows.lockPayment(tx, paymentId)
  if (payment.state !== 'refunding') return
  if (await refunds.hasUnderWay(tx, paymentId)) return
  if ((await refunds.unmended(tx, paymentId)).length > 0) return
  const event = {
    verb: 'finish_refund',
    from: payment.state,
    to: 'refunded',
    actor: 'system',
    at: now,
  } as const
  await rows.movePayment(tx, payment.id, event)
}

/** Gives held money back to where it came from, all that has not gone back before. Refuses `wrong_state`. */
export async function returnHeld(
  tx: Tx,
  { order, payment }: Locked,
  { reason, actor }: { readonly reason: string; readonly actor: 'operator' | 'system' },
  now: Date,
): Promise<void> {
  if (!isInBooks(payment)) throw new Refusal('wrong_state')
  const failed = await refunds.unmended(tx, payment.id)
  await startReturning(tx, payment, actor, reason, now)
  for (const each of failed) await tryAgain(tx, { order, payment }, each, actor, now)
  if (failed.length === 0) {
    const ways = { toSource: payment.captured_kobo, toCredit: kobo(0), takenFrom: null }
    await giveBack(
      tx,
      { order, payment },
      { key: `return:${payment.reference}`, actor, reason, ...ways },
      now,
    )
  }
  await closeCaseAbout(tx, 'held_money', payment.reference, 'The money goes back.', now)
}

/**
 * Makes a failed refund good by a new one; a payment that is held for it is on its way back again. The caller holds the
 * locks of the order and the payment. Refuses `payment_disputed`.
 */
export async function tryAgain(
  tx: Tx,
  locked: Locked,
  failed: refunds.RefundRow,
  actor: RefundActor,
  now: Date,
): Promise<refunds.RefundRow> {
  const payment = await rows.lockPayment(tx, locked.payment.id)
  await refuseDisputed(tx, payment)
  const mover = actor === 'operator' ? actor : 'system'
  if (payment.state === 'held') await startReturning(tx, payment, mover, failed.reason, now)
  await refunds.setRetry(tx, failed.id, null)
  await closeCaseAbout(tx, 'refund_failed', failed.id, 'It is tried again.', now)
  return await giveBack(
    tx,
    locked,
    {
      key: `retry:${failed.id}`,
      actor,
      reason: failed.reason,
      toSource: failed.source_kobo,
      toCredit: kobo(0),
      takenFrom: null,
      retries: failed.id,
    },
    now,
  )
}
