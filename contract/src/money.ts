/** Whole kobo. One naira is 100 kobo. Only `kobo` creates one, so unchecked arithmetic does not compile. */
export type Kobo = number & { readonly unit: 'kobo' }

/** The only way to create Kobo: a safe integer, never a fraction. Throws RangeError otherwise. */
export function kobo(amount: number): Kobo {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole kobo: ${amount}`)
  return amount as Kobo
}

/** Adds amounts of kobo. */
export function sum(amounts: readonly Kobo[]): Kobo {
  return kobo(amounts.reduce((total, amount) => total + amount, 0))
}

/** The share of `total` at a rate in basis points, rounded down. `rest` is the remainder, so both add up to `total`. */
export function split(total: Kobo, bps: number): { share: Kobo; rest: Kobo } {
  const share = kobo(Math.floor((total * bps) / 10_000))
  return { share, rest: kobo(total - share) }
}

/** The least that Paystack accepts from a payer, in kobo: a transfer under ₦100 fails. */
const leastDue = 10_000

/** How much of an order the owner's credit pays: all of it, or as much as leaves an amount that Paystack accepts. */
export function creditFor(balance: Kobo, total: Kobo): Kobo {
  if (balance >= total) return total
  return kobo(Math.max(0, Math.min(balance, total - leastDue)))
}

/** Naira for JSON: a number with at most two decimals. */
export function nairaOf(amount: Kobo): number {
  return amount / 100
}

const nairaPattern = /^\d{1,10}(\.\d{1,2})?$/

/**
 * Kobo from naira as sent in JSON: a number or a numeric string, not negative, with at most two decimals. Returns null for
 * anything else. Works on the digits, so there is no floating-point error.
 */
export function koboFromNaira(naira: number | string): Kobo | null {
  const text = String(naira).trim()
  if (!nairaPattern.test(text)) return null
  const [whole = '0', part = ''] = text.split('.')
  return kobo(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

/**
 * A whole number with thousands separators: 12,500. Written by hand because a price list calls it often, and creating the
 * first `Intl.NumberFormat` blocks a slow phone for as long as rendering a page.
 */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** ₦12,500, or ₦12,500.50 when there are odd kobo. */
export function formatNaira(amount: Kobo): string {
  return amount % 100 === 0 ? `₦${grouped(amount / 100)}` : formatNairaExactly(amount)
}

/** ₦12,500.00: always two decimals, as the test list of a lab shows prices. */
export function formatNairaExactly(amount: Kobo): string {
  const odd = Math.abs(amount % 100)
  const sign = amount < 0 ? '-' : ''
  return `₦${sign}${grouped((Math.abs(amount) - odd) / 100)}.${String(odd).padStart(2, '0')}`
}
