import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import {
  type Returning,
  recordRefundDone,
  recordRefundDue,
  type Shares,
  type TakenFrom,
} from '../../ledger/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import { isInBooks, isOurMode } from '../policy.ts'
import * as repository from '../repository.ts'
import { leftOfHeld, nothing } from './policy.ts'
import * as refunds from './repository.ts'

/**
 * Throws `payment_disputed` while a bank disputes a payment, and if the bank has taken the money: it would be paid out
 * twice. The caller holds the lock of the payment, so that no dispute of it begins or ends meanwhile.
 */
export async function refuseDisputed(tx: Tx, payment: Pick<repository.PaymentRow, 'id'>): Promise<void> {
  if (await isDisputed(tx, payment.id)) throw new DomainError('payment_disputed')
}

/** Who requested a refund. */
export type RefundActor = refunds.RefundRow['actor']

/** A refund in the form for the ledger. */
export function returningOf(
  refund: Pick<refunds.RefundRow, 'id' | 'source_kobo'>,
  order: OrderRow,
  at: Date,
): Returning {
  return { refundId: refund.id, orderReference: order.reference, toSource: refund.source_kobo, at }
}

/** How money that we did not send was refunded, and the reference to look it up. */
export type Outside = {
  /** In Paystack's dashboard, from our own bank account, or taken by the payer's bank. */
  readonly way: 'dashboard' | 'bank' | 'dispute'
  readonly reference: string
}

/** The ledger account that the money has left. */
const leaves = { dashboard: 'provider_clearing', bank: 'own_bank', dispute: 'chargebacks' } as const

type Wanted = {
  /** Identifies the request; it is used once. */
  readonly key: string
  readonly actor: RefundActor
  readonly reason: string
  readonly toSource: Kobo
  readonly toCredit: Kobo
  /** The shares that it takes back; null for money that paid no order. */
  readonly takenFrom: TakenFrom
  /** The failed refund that it replaces. */
  readonly retries?: string
  /** Set if the money was refunded already and is not sent. */
  readonly outside?: Outside | null
}

/**
 * Records one refund: its row, its postings and the job that sends it commit together. Credit is the owner's immediately. A
 * refund of credit alone, or of money refunded outside, is then done. Money that is not in the books has no postings.
 */
export async function giveBack(
  tx: Tx,
  locked: repository.Locked,
  wanted: Wanted,
  now: Date,
): Promise<refunds.RefundRow> {
  const { order, payment } = locked
  const sends = wanted.toSource > 0 && !wanted.outside
  const inBooks = wanted.toSource === 0 || isInBooks(payment)
  const refund = await refunds.insertRefund(tx, {
    ...columnsOf(wanted),
    payment_id: payment.id,
    in_books: inBooks,
    requested_at: now,
    ...(sends ? { check_at: now } : { state: 'processed', ended_at: now }),
  })
  if (inBooks) {
    const owner = { labId: order.lab_id, bookedBy: order.account_id, toCredit: wanted.toCredit }
    await recordRefundDue(tx, returningOf(refund, order, now), wanted.takenFrom, owner)
    if (refund.outside) await recordRefundDone(tx, returningOf(refund, order, now), leaves[refund.outside])
  }
  if (sends)
    await addJob(
      tx,
      'send-refund',
      { refundId: refund.id },
      { key: `refund:${refund.id}`, series: 'refunds' },
    )
  return refund
}

function columnsOf(wanted: Wanted) {
  const { lab, doctor, phlebotomist, platform }: Shares = wanted.takenFrom ?? nothing
  const { retries } = wanted
  // The part paid with credit becomes credit again and is not outside.
  const outside = wanted.toSource > 0 ? wanted.outside : null
  return {
    request_key: wanted.key,
    actor: wanted.actor,
    reason: wanted.reason,
    origin: wanted.takenFrom ? 'shares' : 'unapplied',
    amount_kobo: kobo(wanted.toSource + wanted.toCredit),
    source_kobo: wanted.toSource,
    credit_kobo: wanted.toCredit,
    lab_kobo: lab,
    doctor_kobo: doctor,
    phlebotomist_kobo: phlebotomist,
    platform_kobo: platform,
    ...(retries !== undefined && { retries }),
    ...(outside && { outside: outside.way, outside_reference: outside.reference }),
    // Paystack lists the refund of its dashboard under this id.
    ...(outside?.way === 'dashboard' && { provider_id: outside.reference }),
  } as const
}

/** Marks a payment as being refunded. Calling it again has no effect. Throws `wrong_state`. */
export async function startReturning(
  tx: Tx,
  payment: repository.PaymentRow,
  actor: 'operator' | 'system',
  reason: string,
  now: Date,
): Promise<void> {
  if (payment.state === 'refunding') return
  const moved = await repository.movePayment(tx, payment, { verb: 'refund', actor, at: now, reason })
  if (!moved) throw new DomainError('wrong_state')
}

/** Marks a payment as refunded once no refund of it is under way and none waits for a retry. */
export async function endReturning(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const payment = await repository.lockPayment(tx, paymentId)
  if (payment.state !== 'refunding') return
  if ((await refunds.refundsOfPayment(tx, paymentId)).some(({ ended_at }) => ended_at === null)) return
  if ((await refunds.unmended(tx, paymentId)).length > 0) return
  await repository.movePayment(tx, payment, { verb: 'finish_refund', actor: 'system', at: now })
}

/**
 * Returns held money to its source, all that was not returned before; or records that it was returned outside. Throws
 * `wrong_state` for money that Paystack cannot return with our key.
 */
export async function returnHeld(
  tx: Tx,
  { order, payment }: repository.Locked,
  {
    reason,
    actor,
    outside,
  }: { readonly reason: string; readonly actor: 'operator' | 'system'; readonly outside?: Outside },
  now: Date,
): Promise<void> {
  if (!outside && !isOurMode(payment)) throw new DomainError('wrong_state')
  const failed = await refunds.unmended(tx, payment.id)
  await startReturning(tx, payment, actor, reason, now)
  const how = outside ? { outside, reason } : 'source'
  for (const each of failed) await mend(tx, { order, payment }, each, { actor, how }, now)
  const left = leftOfHeld(payment.captured_kobo ?? kobo(0), await refunds.refundsOfPayment(tx, payment.id))
  if (failed.length === 0 && left > 0) {
    const ways = { toSource: left, toCredit: kobo(0), takenFrom: null, outside: outside ?? null }
    const key = `return:${payment.reference}`
    await giveBack(tx, { order, payment }, { key, actor, reason, ...ways }, now)
  }
  await endReturning(tx, payment.id, now)
  await closeCaseAbout(tx, 'held_money', payment.reference, 'The money goes back.', now)
}

/** How a failed refund is replaced: by the same again, by credit of the owner, or by a refund outside this site. */
type Mending =
  | 'source'
  | 'credit'
  | {
      readonly outside: Outside
      readonly reason: string
      /** How much of it; all by default. The rest is sent. */
      readonly amount?: Kobo
    }

const mendedWords = {
  source: 'It is tried again.',
  credit: "It is the owner's credit now.",
  outside: 'It was given back outside this site.',
  dispute: "The payer's bank has taken the money.",
} as const

/**
 * Replaces a failed refund by a new one; a payment held because of it is then being refunded again, or refunded. The caller
 * holds the locks of the order and the payment, and has checked that no bank disputes it.
 */
export async function mend(
  tx: Tx,
  locked: repository.Locked,
  failed: refunds.RefundRow,
  { actor, how }: { readonly actor: RefundActor; readonly how: Mending },
  now: Date,
): Promise<refunds.RefundRow> {
  const payment = await repository.lockPayment(tx, locked.payment.id)
  const mover = actor === 'operator' ? actor : 'system'
  if (payment.state === 'held') await startReturning(tx, payment, mover, failed.reason, now)
  await refunds.setRefund(tx, failed.id, { retry_at: null })
  const word = typeof how === 'string' ? how : how.outside.way === 'dispute' ? 'dispute' : 'outside'
  await closeCaseAbout(tx, 'refund_failed', failed.id, mendedWords[word], now)
  const again = { ...wantedFor(failed, how), actor, key: `retry:${failed.id}`, retries: failed.id }
  const refund = await giveBack(tx, locked, again, now)
  const rest = kobo(failed.source_kobo - refund.amount_kobo)
  if (rest > 0) {
    const { reason } = failed
    const ways = { toSource: rest, toCredit: kobo(0), takenFrom: null }
    await giveBack(tx, locked, { key: `rest:${failed.id}`, actor, reason, ...ways }, now)
  }
  await endReturning(tx, payment.id, now)
  return refund
}

function wantedFor({ source_kobo: all, reason }: refunds.RefundRow, how: Mending) {
  const none = kobo(0)
  if (how === 'credit') return { reason, toSource: none, toCredit: all, takenFrom: null }
  if (how === 'source') return { reason, toSource: all, toCredit: none, takenFrom: null }
  const { outside, amount = all } = how
  return { reason: how.reason, toSource: amount, toCredit: none, takenFrom: null, outside }
}

/** Retries a failed refund, as `mend` does. Throws `payment_disputed`. */
export async function tryAgain(
  tx: Tx,
  locked: repository.Locked,
  failed: refunds.RefundRow,
  actor: RefundActor,
  now: Date,
): Promise<refunds.RefundRow> {
  await refuseDisputed(tx, locked.payment)
  return await mend(tx, locked, failed, { actor, how: 'source' }, now)
}
