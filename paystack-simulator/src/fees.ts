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
