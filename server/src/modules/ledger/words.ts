import type { AccountKind } from './repository.ts'

/** The name of each kind of ledger account in a statement. */
export const accountWords: Readonly<Record<AccountKind, string>> = {
  provider_clearing: 'Held by Paystack for us',
  provider_fees: "Paystack's fees",
  lab: 'Lab',
  doctor_pending: 'Pending',
  doctor_wallet: 'Available',
  phlebotomist: 'Phlebotomist',
  patient_credit: 'Credit',
  platform_revenue: 'Platform',
  unapplied: 'Held, without an order',
  refunds: 'Owed to payers',
  chargebacks: 'Lost to banks',
  own_bank: 'Paid from our own bank account',
}

const postings: Readonly<Record<string, string>> = {
  capture: 'Payment received',
  credit_payment: 'Paid with credit',
  refund_due: 'Refund asked for',
  refund_done: 'Refund returned to the payer',
  refund_failed: 'Refund failed, held again',
  earning_pending: "Doctor's earning made pending",
  earning_available: "Doctor's earning became available",
  earning_withheld: "Doctor's earning withheld: their own card paid",
  fee_corrected: "Paystack's fee corrected",
  dispute_lost: 'Lost in a dispute',
  release_held: 'Held money pays its order',
}

/** The description of a posting in a statement. */
export function postingWords(kind: string): string {
  const plain = kind.replaceAll('_', ' ')
  return postings[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The description of an entry in an account's own wallet. `amount` is positive if it was added. */
export function movementWords(kind: string, on: AccountKind, amount: number): string {
  if (on === 'patient_credit') return amount > 0 ? 'Returned to you as credit' : creditUse(kind)
  if (kind === 'earning_available')
    return amount > 0 ? 'Now available: the result is released' : 'Moved to available'
  if (kind === 'earning_withheld') return 'Not paid out: your own card paid for this booking'
  if (kind === 'earning_pending') return amount > 0 ? 'Earned on a paid booking' : 'Moved to pending'
  if (amount < 0) return 'Taken back: the booking was refunded'
  return kind === 'refund_failed' ? postingWords(kind) : 'Earned on a paid booking'
}

function creditUse(kind: string): string {
  return kind.startsWith('refund') ? 'Returned to where it came from' : 'Used to pay for a booking'
}

/** The description of an entry in a lab's statement. `amount` is positive if it was added. */
export function labWords(kind: string, amount: number): string {
  if (kind === 'refund_due') return 'Taken back: the order was refunded'
  if (amount > 0 && labEarns.has(kind)) return "The lab's share of a paid order"
  return postingWords(kind)
}
const labEarns = new Set(['capture', 'credit_payment', 'release_held'])

/** Sign that makes balances grow upwards: money we hold or have lost counts positive; for others, what we owe them does. */
export function signOf(kind: AccountKind): 1 | -1 {
  return kind === 'provider_clearing' || kind === 'provider_fees' || kind === 'chargebacks' ? 1 : -1
}
