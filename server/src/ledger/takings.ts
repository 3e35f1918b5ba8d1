import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { credit, debit, type Line, post } from './postings.ts'
import { owedTo } from './rows.ts'

/** Money that Paystack holds for us after a capture: what the payer paid, and the fee Paystack reports for it. */
export type Capture = {
  readonly paymentReference: string
  readonly orderReference: string
  readonly amount: Kobo
  readonly fee: Kobo
  readonly at: Date
}

/** How an order's money is shared, as frozen when it was placed. All of it together is the order's total. */
export type Split = {
  readonly labId: number
  /** The account that booked; credited only when it is a doctor's with a share. */
  readonly bookedBy: number
  readonly lab: Kobo
  readonly doctor: Kobo
  readonly phlebotomist: Kobo
  readonly platform: Kobo
}

/** Records the money that pays an order: Paystack owes it to us, and we owe each their share. Repeating it is harmless. */
export async function recordTakings(tx: Tx, capture: Capture, split: Split): Promise<void> {
  await post(tx, head('capture', capture), [...received(capture), ...shares(split, credit)])
}

/** Records captured money that pays no order yet: held until it is returned. Repeating it is harmless. */
export async function recordUnapplied(tx: Tx, capture: Capture): Promise<void> {
  await post(tx, head('capture', capture), [
    ...received(capture),
    credit({ kind: 'unapplied' }, capture.amount),
  ])
}

/** Records that an order's money is to go back: everybody's share returns, and we owe the payer. */
export async function recordRefundDue(
  tx: Tx,
  refundId: string,
  capture: Capture,
  split: Split | null,
): Promise<void> {
  const from = split ? shares(split, debit) : [debit({ kind: 'unapplied' }, capture.amount)]
  await post(tx, { ...head('refund_due', capture), businessKey: `refund_due:${refundId}` }, [
    ...from,
    credit({ kind: 'refunds' }, capture.amount),
  ])
}

/** Records that Paystack has returned the money. */
export async function recordRefundDone(tx: Tx, refundId: string, capture: Capture): Promise<void> {
  await post(tx, { ...head('refund_done', capture), businessKey: `refund_done:${refundId}` }, [
    debit({ kind: 'refunds' }, capture.amount),
    credit({ kind: 'provider_clearing' }, capture.amount),
  ])
}

/** Records that a refund failed: the money is ours to return again, so it waits as unapplied. */
export async function recordRefundFailed(tx: Tx, refundId: string, capture: Capture): Promise<void> {
  await post(tx, { ...head('refund_failed', capture), businessKey: `refund_failed:${refundId}` }, [
    debit({ kind: 'refunds' }, capture.amount),
    credit({ kind: 'unapplied' }, capture.amount),
  ])
}

/** What we owe an account of the product: its earnings as a doctor, and its credit as a patient. */
export async function walletOf(tx: Tx, accountId: number): Promise<Kobo> {
  return kobo(await owedTo(tx, String(accountId), ['doctor_wallet', 'patient_credit']))
}

function head(kind: string, capture: Capture) {
  return {
    businessKey: `${kind}:${capture.paymentReference}`,
    kind,
    orderReference: capture.orderReference,
    at: capture.at,
  }
}

function received({ amount, fee }: Capture): Line[] {
  return [debit({ kind: 'provider_clearing' }, kobo(amount - fee)), debit({ kind: 'provider_fees' }, fee)]
}

function shares(split: Split, side: typeof credit): Line[] {
  return [
    side({ kind: 'lab', owner: String(split.labId) }, split.lab),
    side({ kind: 'doctor_wallet', owner: String(split.bookedBy) }, split.doctor),
    // Who makes the visit is not known yet: the account without an owner holds it until somebody is assigned.
    side({ kind: 'phlebotomist' }, split.phlebotomist),
    side({ kind: 'platform_revenue' }, split.platform),
  ]
}
