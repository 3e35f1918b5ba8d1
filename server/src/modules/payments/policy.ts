import { type Kobo, kobo } from '@labalaba/contract'

const minute = 60 * 1000
const hour = 60 * minute

/** How long a payment link lives, in milliseconds: three days, as the specification sets it. */
export const linkLife = 72 * hour
/** How long a link opens the receipt of its payment, in milliseconds: ninety days from the payment. */
export const linkReceiptLife = 90 * 24 * hour
/** How long an attempt is checked before it is abandoned, in milliseconds. */
export const attemptLife = 72 * hour
/** How often links are mailed in a day: at most this often by one account, and to one address. */
export const sharesPerAccount = 10
export const sharesPerRecipient = 3
/** How many attempts the owner may start for one order in an hour. */
export const attemptsPerHour = 20

/** How many attempts may be started through one link in an hour: its payers may be a large family. */
export const attemptsPerLink = 100

/** How long after its start an attempt is checked first, in milliseconds. */
export const firstPause = 30 * 1000
const pauses = [firstPause, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute]

/** How long to wait before Paystack is queried again about a silent attempt, after `checks` checks; in milliseconds. */
export function pauseAfter(checks: number): number {
  return pauses[checks] ?? hour
}

/** Whether Paystack is still queried about an attempt, as no captured money of it is booked yet. */
export function canStillSettle({ state }: { readonly state: string }): boolean {
  return state === 'started' || state === 'failed' || state === 'abandoned'
}

type Truth = {
  readonly reference: string
  readonly amount: Kobo
  readonly requestedAmount: Kobo | null
  readonly currency: string
  readonly domain: string
}
type Due = { readonly reference: string; readonly due: Kobo; readonly domain: string }

/**
 * The meaning of Paystack's data for an attempt: `matches`, or why captured money cannot pay it. It must be exactly the
 * amount, in naira, of our own mode, for our own reference; more is as wrong as less.
 */
export function judge(
  truth: Truth,
  due: Due,
): 'matches' | 'wrong_reference' | 'wrong_domain' | 'wrong_currency' | 'wrong_amount' {
  if (truth.reference !== due.reference) return 'wrong_reference'
  if (truth.domain !== due.domain) return 'wrong_domain'
  if (truth.currency !== 'NGN') return 'wrong_currency'
  if (truth.amount !== due.due) return 'wrong_amount'
  if (truth.requestedAmount !== null && truth.requestedAmount !== due.due) return 'wrong_amount'
  return 'matches'
}

const feeCap = 200_000
const flatFee = 10_000
const flatFeeFrom = 250_000

/**
 * Paystack's fee for a local payment, in kobo: 1.5 %, plus ₦100 from ₦2,500 on, at most ₦2,000 (Paystack's published prices
 * for Nigeria). Only for captures whose fee Paystack has not reported.
 */
export function estimatedFee(amount: Kobo): Kobo {
  const percentage = Math.floor((amount * 15 + 500) / 1000)
  return kobo(Math.min(feeCap, percentage + (amount >= flatFeeFrom ? flatFee : 0)))
}

const unfinished = ['scheduled', 'sample_collected', 'lab_processing']

/**
 * Why an order prevents the deletion of its account, or null: it is paid and not done, or its money is held, being refunded
 * in full or in part, or was taken for something that will not be done.
 */
export function keepsAccount(
  orderState: string,
  payments: readonly string[],
  beingReturned: boolean,
): 'order_unfinished' | 'money_open' | null {
  if (unfinished.includes(orderState)) return 'order_unfinished'
  if (beingReturned || payments.includes('held') || payments.includes('refunding')) return 'money_open'
  return payments.includes('settled') && orderState !== 'results_ready' ? 'money_open' : null
}

type Captured = {
  readonly captured_kobo: Kobo | null
  readonly captured_currency: string | null
  readonly hold_reason: string | null
}

/** Whether captured money is in our books: naira, of our own mode. */
export function isInBooks<C extends Captured>(payment: C): payment is C & { readonly captured_kobo: Kobo } {
  const { captured_kobo, captured_currency, hold_reason } = payment
  return (captured_kobo ?? 0) > 0 && captured_currency === 'NGN' && hold_reason !== 'wrong_domain'
}

/** Whether Paystack can return captured money with our key: it is of our own mode, in any currency. */
export function isOurMode({ captured_kobo, hold_reason }: Captured): boolean {
  return (captured_kobo ?? 0) > 0 && hold_reason !== 'wrong_domain'
}
