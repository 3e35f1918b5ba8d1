/** A way to pay on the checkout page, and its outcome. */
export type PaymentMethod = {
  readonly id: string
  readonly channel: 'card' | 'bank_transfer' | 'ussd'
  readonly name: string
  readonly detail: string
  /** Null: the payment succeeds. */
  readonly declinedBecause: string | null
  /** How a later refund of it ends. */
  readonly refund: 'processed' | 'failed' | 'needs-attention'
}

const works = { declinedBecause: null, refund: 'processed' } as const

/** Card numbers and their outcomes are Paystack's own test cards (section 1.20). */
export const paymentMethods: readonly [PaymentMethod, ...PaymentMethod[]] = [
  { id: 'card-success', channel: 'card', name: 'Card that works', detail: '4084 0840 8408 4081', ...works },
  {
    ...works,
    id: 'card-declined',
    channel: 'card',
    name: 'Card that is declined',
    detail: '4084 0800 0000 5408',
    declinedBecause: 'Declined',
  },
  {
    ...works,
    id: 'card-insufficient',
    channel: 'card',
    name: 'Card without funds',
    detail: '4084 0800 0067 0037',
    declinedBecause: 'Insufficient Funds',
  },
  {
    id: 'bank-transfer',
    channel: 'bank_transfer',
    name: 'Bank transfer',
    detail: 'The exact amount, sent at once',
    ...works,
  },
  { id: 'ussd', channel: 'ussd', name: 'USSD', detail: 'Dial *737*000*1# and confirm', ...works },
  {
    ...works,
    id: 'card-refund-fails',
    channel: 'card',
    name: 'Card that works, refund fails',
    detail: '4084 0800 0067 1803',
    refund: 'failed',
  },
  {
    ...works,
    id: 'card-refund-attention',
    channel: 'card',
    name: 'Card that works, refund needs bank details',
    detail: '4084 0800 0067 1902',
    refund: 'needs-attention',
  },
]

/** The method with this id, or null. */
export function methodById(id: unknown): PaymentMethod | null {
  return paymentMethods.find((method) => method.id === id) ?? null
}

const cap = 200_000
const flat = 10_000
const flatFrom = 250_000

/**
 * Paystack's fee in kobo on a local payment of `amount` kobo (section 1.19): 1.5% rounded half up, plus ₦100
 * from ₦2,500, at most ₦2,000. Whole-number arithmetic only.
 */
export function feeOn(amount: number): number {
  // Divided before multiplying, so that the largest safe amount stays exact.
  const thousands = Math.floor(amount / 1000)
  const percentage = thousands * 15 + Math.floor(((amount % 1000) * 15 + 500) / 1000)
  return Math.min(cap, percentage + (amount >= flatFrom ? flat : 0))
}
