/** Whole kobo. One naira is 100 kobo. Only `kobo` makes one, so unchecked arithmetic does not compile. */
export type Kobo = number & { readonly unit: 'kobo' }

/** The only door into Kobo: whole and safe, never a float. Throws RangeError otherwise. */
export function kobo(amount: number): Kobo {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole kobo: ${amount}`)
  return amount as Kobo
}

/** Adds amounts of kobo. */
export function sum(amounts: readonly Kobo[]): Kobo {
  return kobo(amounts.reduce((total, amount) => total + amount, 0))
}

/** The share of `total` at a rate in basis points, rounded down; `rest` keeps the odd kobo, so both add back. */
export function split(total: Kobo, bps: number): { share: Kobo; rest: Kobo } {
  const share = kobo(Math.floor((total * bps) / 10_000))
  return { share, rest: kobo(total - share) }
}

/** Paystack takes no less than this of a payer: a transfer of under ₦100 does not go through. */
const leastDue = 10_000

/** How much of an order its owner's credit pays: all of it, or so much that what is left is enough for Paystack to take. */
export function creditFor(balance: Kobo, total: Kobo): Kobo {
  if (balance >= total) return total
  return kobo(Math.max(0, Math.min(balance, total - leastDue)))
}

/** Naira for the wire: a number with at most two decimals. */
export function nairaOf(amount: Kobo): number {
  return amount / 100
}

const nairaPattern = /^\d{1,10}(\.\d{1,2})?$/

/**
 * Kobo from naira as the wire carries it: a number or a numeric string, not negative, with at most two decimals.
 * Answers null for anything else. It works on the digits, so 0.1 + 0.2 never enters.
 */
export function koboFromNaira(naira: number | string): Kobo | null {
  const text = String(naira).trim()
  if (!nairaPattern.test(text)) return null
  const [whole = '0', part = ''] = text.split('.')
  return kobo(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

/**
 * A whole number as people write it: 12,500. By hand, because a list of prices asks for it often, and making the first
 * `Intl.NumberFormat` keeps a slow phone busy for as long as drawing a page does.
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
