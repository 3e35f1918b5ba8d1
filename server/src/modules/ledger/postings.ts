import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import {
  type AccountKey,
  countPostings,
  insertLines,
  insertPosting,
  isPosted,
  type NewLine,
  openAccounts,
  type PostingHead,
} from './repository.ts'

/*
 * Every kind of posting: money that comes, earnings of doctors, money that goes back, corrections and losses. All except
 * `recordFeeCorrected` are harmless to repeat: the database takes a business key once.
 */

/**
 * Writes a double entry in the caller's transaction. Leaves out lines of zero; the database refuses lines that do not sum
 * to zero. Returns false, and writes nothing, if the same business key was posted before.
 */
export async function post(tx: Tx, head: PostingHead, lines: readonly NewLine[]): Promise<boolean> {
  const counted = lines.filter((line) => line.amount !== 0)
  const posting = await insertPosting(tx, head, counted)
  if (!posting) return false
  if (posting.written < counted.length) {
    await openAccounts(
      tx,
      counted.map((line) => line.account),
    )
    await insertLines(tx, posting.id, counted)
  }
  return true
}

export function debit(account: AccountKey, amount: Kobo): NewLine {
  return { account, amount }
}

export function credit(account: AccountKey, amount: Kobo): NewLine {
  return { account, amount: kobo(-amount) }
}

type OfOrder = { readonly orderReference: string; readonly at: Date }

/** The head of a posting whose business key is its kind and the reference of its subject. */
function headOf(kind: string, subject: string, { orderReference, at }: OfOrder): PostingHead {
  return { businessKey: `${kind}:${subject}`, kind, orderReference, at }
}

/** The payment that a posting is about. */
type OfPayment = OfOrder & { readonly paymentReference: string }

/** Money that Paystack holds for us after a capture: what the payer paid, and the fee Paystack reports for it. */
export type Capture = OfPayment & { readonly amount: Kobo; readonly fee: Kobo }

/** The shares of an order's money, in kobo. */
export type Shares = {
  readonly lab: Kobo
  readonly doctor: Kobo
  readonly phlebotomist: Kobo
  readonly platform: Kobo
}

/** Who receives the shares of an order. */
type Sharers = {
  readonly labId: number
  /** The account that booked: it owns the credit, and the doctor's share if there is one. */
  readonly bookedBy: number
}

/** How an order's money is shared, frozen when it was placed. The shares sum to the order's total. */
export type Split = Shares & Sharers

/**
 * Records the money that pays an order: Paystack owes it to us, and we owe the shares. `creditUsed` is paid from the
 * owner's credit in addition to the captured amount; the caller holds `lockCredit`.
 */
export async function recordTakings(
  tx: Tx,
  capture: Capture,
  split: Split,
  creditUsed: Kobo = kobo(0),
): Promise<void> {
  await post(tx, headOf('capture', capture.paymentReference, capture), [
    ...received(capture),
    debit(creditOf(split), creditUsed),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

/** Records captured money that pays no order yet: held until it is returned. */
export async function recordUnapplied(tx: Tx, capture: Capture): Promise<void> {
  await post(tx, headOf('capture', capture.paymentReference, capture), [
    ...received(capture),
    credit({ kind: 'unapplied' }, capture.amount),
  ])
}

/** Records an order whose whole total was paid with the owner's credit. The caller holds `lockCredit`. */
export async function recordCreditPayment(tx: Tx, payment: OfPayment, split: Split): Promise<void> {
  await post(tx, headOf('credit_payment', payment.paymentReference, payment), [
    debit(creditOf(split), totalOf(split)),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

/**
 * Records that held money pays its order after all: the part that the shares need in addition to `creditUsed`. The rest
 * stays unapplied.
 */
export async function recordHeldReleased(
  tx: Tx,
  payment: OfPayment,
  split: Split,
  creditUsed: Kobo = kobo(0),
): Promise<void> {
  await post(tx, headOf('release_held', payment.paymentReference, payment), [
    debit({ kind: 'unapplied' }, kobo(totalOf(split) - creditUsed)),
    debit(creditOf(split), creditUsed),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

function received({ amount, fee }: Capture): NewLine[] {
  return [debit({ kind: 'provider_clearing' }, kobo(amount - fee)), debit({ kind: 'provider_fees' }, fee)]
}

/** The sum of all shares. */
export function totalOf({ lab, doctor, phlebotomist, platform }: Shares): Kobo {
  return kobo(lab + doctor + phlebotomist + platform)
}

/** The ledger account of an owner's credit. */
function creditOf({ bookedBy }: Sharers): AccountKey {
  return { kind: 'patient_credit', owner: String(bookedBy) }
}

/** The ledger account of a doctor's share of an order: pending, wallet, or ours if it was withheld. */
type EarningAccount = 'doctor_pending' | 'doctor_wallet' | 'platform_revenue'

/** One line for each share. The doctor's is on the ledger account `doctorKind`, or part of ours if it was withheld. */
function sharesOf(
  shares: Shares,
  { labId, bookedBy }: Sharers,
  doctorKind: EarningAccount,
  side: typeof credit,
): NewLine[] {
  const isWithheld = doctorKind === 'platform_revenue'
  return [
    side({ kind: 'lab', owner: String(labId) }, shares.lab),
    ...(isWithheld ? [] : [side({ kind: doctorKind, owner: String(bookedBy) }, shares.doctor)]),
    // The phlebotomist is not known yet: the ledger account without an owner holds the share until one is assigned.
    side({ kind: 'phlebotomist' }, shares.phlebotomist),
    side({ kind: 'platform_revenue' }, isWithheld ? kobo(shares.platform + shares.doctor) : shares.platform),
  ]
}

/** A doctor's earning from one order, and when its result was released. */
type Earning = OfOrder & {
  readonly doctorId: number
  /** The doctor's share that is left after refunds, in kobo. */
  readonly amount: Kobo
}

/**
 * Records that the earning of an order became available: it moves from pending to the doctor's wallet. Posts nothing if the
 * amount is zero. The caller holds the lock of the order.
 */
export async function recordEarningAvailable(tx: Tx, earning: Earning): Promise<void> {
  if (earning.amount === 0) return
  const owner = String(earning.doctorId)
  await post(tx, headOf('earning_available', earning.orderReference, earning), [
    debit({ kind: 'doctor_pending', owner }, earning.amount),
    credit({ kind: 'doctor_wallet', owner }, earning.amount),
  ])
}

/** Records that a doctor's earning is withheld: it moves from pending to our revenue. */
export async function recordEarningWithheld(tx: Tx, earning: Earning): Promise<void> {
  await post(tx, headOf('earning_withheld', earning.orderReference, earning), [
    debit({ kind: 'doctor_pending', owner: String(earning.doctorId) }, earning.amount),
    credit({ kind: 'platform_revenue' }, earning.amount),
  ])
}

async function earningAccountOf(tx: Tx, orderReference: string): Promise<EarningAccount> {
  if (await isPosted(tx, `earning_available:${orderReference}`)) return 'doctor_wallet'
  return (await isPosted(tx, `earning_withheld:${orderReference}`)) ? 'platform_revenue' : 'doctor_pending'
}

/** One refund, for the ledger. Each is posted once, under the refund's own id. */
export type Returning = OfOrder & {
  readonly refundId: string
  /** The part that is returned to the card or account that paid. */
  readonly toSource: Kobo
}

/** The shares of an order that a refund takes back; `null` for money that paid no order. */
export type TakenFrom = Shares | null

/**
 * Records a due refund, taken from the order's shares (a doctor's from the account it is on now) or from unapplied money.
 * The caller holds the lock of the order. The part for the source is owed from now on; `toCredit` is the owner's
 * immediately.
 */
export async function recordRefundDue(
  tx: Tx,
  refund: Returning,
  takenFrom: TakenFrom,
  owner: Sharers & { readonly toCredit: Kobo },
): Promise<void> {
  const { toSource, orderReference } = refund
  const { toCredit } = owner
  const from = takenFrom
    ? sharesOf(takenFrom, owner, await earningAccountOf(tx, orderReference), debit)
    : [debit({ kind: 'unapplied' }, kobo(toSource + toCredit))]
  await post(tx, headOf('refund_due', refund.refundId, refund), [
    ...from,
    credit({ kind: 'refunds' }, toSource),
    credit(creditOf(owner), toCredit),
  ])
}

/**
 * Records that the money was returned: by Paystack from what it holds for us, from our own bank account, or by the payer's
 * bank. What the bank took was booked as a loss, which this reverses as far as we owed the money.
 */
export async function recordRefundDone(
  tx: Tx,
  refund: Returning,
  from: 'provider_clearing' | 'own_bank' | 'chargebacks' = 'provider_clearing',
): Promise<void> {
  await post(tx, headOf('refund_done', refund.refundId, refund), [
    debit({ kind: 'refunds' }, refund.toSource),
    credit({ kind: from }, refund.toSource),
  ])
}

/** Records that a refund failed: the money is still to be returned, so it waits as unapplied. */
export async function recordRefundFailed(tx: Tx, refund: Returning): Promise<void> {
  await post(tx, headOf('refund_failed', refund.refundId, refund), [
    debit({ kind: 'refunds' }, refund.toSource),
    credit({ kind: 'unapplied' }, refund.toSource),
  ])
}

/**
 * Records the actual fee of a capture, `booked` before: one posting reverses the booked fee and posts the actual one. Posts
 * nothing if they agree. Corrections of a payment are numbered, as a fee may change back. The caller holds the lock of the
 * payment and sets its fee in the same transaction.
 */
export async function recordFeeCorrected(
  tx: Tx,
  correction: OfPayment & { readonly booked: Kobo; readonly actual: Kobo },
): Promise<void> {
  const { paymentReference, orderReference, booked, actual } = correction
  if (booked === actual) return
  const stem = `fee_corrected:${paymentReference}:`
  const count = (await countPostings(tx, orderReference, stem)) + 1
  const head = headOf('fee_corrected', `${paymentReference}:${count}`, correction)
  const posted = await post(tx, head, [
    debit({ kind: 'provider_clearing' }, booked),
    credit({ kind: 'provider_fees' }, booked),
    debit({ kind: 'provider_fees' }, actual),
    credit({ kind: 'provider_clearing' }, actual),
  ])
  if (!posted) throw new Error(`${head.businessKey} was posted before`)
}

/** Records that a bank took money back in a dispute: Paystack holds that much less for us, at our loss. */
export async function recordDisputeLost(
  tx: Tx,
  dispute: OfOrder & { readonly disputeId: string; readonly amount: Kobo },
): Promise<void> {
  await post(tx, headOf('dispute_lost', dispute.disputeId, dispute), [
    debit({ kind: 'chargebacks' }, dispute.amount),
    credit({ kind: 'provider_clearing' }, dispute.amount),
  ])
}
