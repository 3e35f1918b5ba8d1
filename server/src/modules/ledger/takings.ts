import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { credit, debit, type Line, post } from './postings.ts'

/** Money that Paystack holds for us after a capture: what the payer paid, and the fee Paystack reports for it. */
export type Capture = {
  readonly paymentReference: string
  readonly orderReference: string
  readonly amount: Kobo
  readonly fee: Kobo
  readonly at: Date
}

/** How an order's money is shared, frozen when it was placed. The shares sum to the order's total. */
export type Split = Shares & Sharers

/** The shares of an order's money, in kobo. */
export type Shares = {
  readonly lab: Kobo
  readonly doctor: Kobo
  readonly phlebotomist: Kobo
  readonly platform: Kobo
}

/** Who receives the shares of an order. */
export type Sharers = {
  readonly labId: number
  /** The account that booked: it owns the credit, and the doctor's share if there is one. */
  readonly bookedBy: number
}

/**
 * Records the money that pays an order: Paystack owes it to us, and we owe the shares. `creditUsed` is paid from the
 * owner's credit in addition to the captured amount; the caller holds `lockCredit`. Repeating it is harmless.
 */
export async function recordTakings(
  tx: Tx,
  capture: Capture,
  split: Split,
  creditUsed: Kobo = kobo(0),
): Promise<void> {
  await post(tx, head('capture', capture), [
    ...received(capture),
    debit(creditOf(split), creditUsed),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

/** Records captured money that pays no order yet: held until it is returned. Repeating it is harmless. */
export async function recordUnapplied(tx: Tx, capture: Capture): Promise<void> {
  await post(tx, head('capture', capture), [
    ...received(capture),
    credit({ kind: 'unapplied' }, capture.amount),
  ])
}

/**
 * Records an order whose whole total was paid with the owner's credit. The caller holds `lockCredit`. Repeating it is
 * harmless.
 */
export async function recordCreditPayment(
  tx: Tx,
  payment: Omit<Capture, 'amount' | 'fee'>,
  split: Split,
): Promise<void> {
  const total = kobo(split.lab + split.doctor + split.phlebotomist + split.platform)
  await post(tx, head('credit_payment', payment), [
    debit(creditOf(split), total),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

/**
 * Records that held money pays its order after all: the part that the shares need in addition to `creditUsed`. The rest
 * stays unapplied. Repeating it is harmless.
 */
export async function recordHeldReleased(
  tx: Tx,
  payment: Omit<Capture, 'amount' | 'fee'>,
  split: Split,
  creditUsed: Kobo = kobo(0),
): Promise<void> {
  const total = split.lab + split.doctor + split.phlebotomist + split.platform
  await post(tx, head('release_held', payment), [
    debit({ kind: 'unapplied' }, kobo(total - creditUsed)),
    debit(creditOf(split), creditUsed),
    ...sharesOf(split, split, 'doctor_pending', credit),
  ])
}

function head(kind: string, { paymentReference, orderReference, at }: Omit<Capture, 'amount' | 'fee'>) {
  return { businessKey: `${kind}:${paymentReference}`, kind, orderReference, at }
}

function received({ amount, fee }: Capture): Line[] {
  return [debit({ kind: 'provider_clearing' }, kobo(amount - fee)), debit({ kind: 'provider_fees' }, fee)]
}

/** The ledger account of an owner's credit. */
export function creditOf({ bookedBy }: Pick<Sharers, 'bookedBy'>) {
  return { kind: 'patient_credit', owner: String(bookedBy) } as const
}

/** One line for each share. The doctor's is on the ledger account `doctorKind`, or part of ours if it was withheld. */
export function sharesOf(
  shares: Shares,
  { labId, bookedBy }: Sharers,
  doctorKind: 'doctor_pending' | 'doctor_wallet' | 'platform_revenue',
  side: typeof credit,
): Line[] {
  const isWithheld = doctorKind === 'platform_revenue'
  return [
    side({ kind: 'lab', owner: String(labId) }, shares.lab),
    ...(isWithheld ? [] : [side({ kind: doctorKind, owner: String(bookedBy) }, shares.doctor)]),
    // The phlebotomist is not known yet: the ledger account without an owner holds the share until one is assigned.
    side({ kind: 'phlebotomist' }, shares.phlebotomist),
    side({ kind: 'platform_revenue' }, isWithheld ? kobo(shares.platform + shares.doctor) : shares.platform),
  ]
}
