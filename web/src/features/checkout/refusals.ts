import { ApiFailure } from '../../lib/api.ts'
import type { CartItem } from '../../lib/cart.ts'
import { type CartField, type CartLine, type CartProblems, fieldOfPath, sameName } from './policy.ts'

/** The server's refused fields, mapped to fields on the screen. Fields that are not shown are left out. */
export function refusedFields(fields: Readonly<Record<string, string>> | undefined): CartProblems {
  const found: CartProblems = {}
  const fieldOf: Readonly<Record<string, CartField>> = fieldOfPath
  for (const [path, words] of Object.entries(fields ?? {})) {
    const field = fieldOf[path]
    if (field) found[field] = words
  }
  return found
}

/** An entry of `data.tests` in a refusal is a name, or a name with the current price. */
function isPriced(entry: unknown): entry is CartItem {
  return typeof entry === 'object' && entry !== null && 'name' in entry && 'amount' in entry
}

/** The prices that a `price_changed` refusal carries. */
export function pricesIn(data: unknown): CartItem[] {
  const tests: unknown = typeof data === 'object' && data !== null && 'tests' in data ? data.tests : []
  return Array.isArray(tests) ? tests.filter(isPriced) : []
}

/** The prices that differ from the cart's: those of the server's last refusal, else the lab's current ones. */
export function newPrices(lines: readonly CartLine[], failure: unknown): CartItem[] {
  if (failure instanceof ApiFailure && failure.code === 'price_changed')
    return pricesIn(failure.data).filter(({ name }) => isIn(lines, name))
  return lines.flatMap(({ name, priceNow }) => (priceNow === null ? [] : [{ name, amount: priceNow }]))
}

/** The names of tests that a refusal carries. */
export function namesIn(data: unknown): string[] {
  const tests: unknown = typeof data === 'object' && data !== null && 'tests' in data ? data.tests : []
  return Array.isArray(tests) ? tests.filter((name: unknown) => typeof name === 'string') : []
}

function isIn(items: readonly { name: string }[], name: string): boolean {
  return items.some((item) => sameName(item.name) === sameName(name))
}

/** True once every test that the refusal named has been removed from the cart. */
export function isPutRight(failure: unknown, items: readonly CartItem[]): boolean {
  if (!(failure instanceof ApiFailure)) return false
  const names = failure.code === 'price_changed' ? pricesIn(failure.data) : namedIn(failure.data)
  return names.length > 0 && !names.some(({ name }) => isIn(items, name))
}

function namedIn(data: unknown): { name: string }[] {
  return namesIn(data).map((name) => ({ name }))
}

/** The cart at new prices. */
export function repriced(items: readonly CartItem[], prices: readonly CartItem[]): CartItem[] {
  const now = new Map(prices.map((price) => [sameName(price.name), price.amount]))
  return items.map((item) => ({ ...item, amount: now.get(sameName(item.name)) ?? item.amount }))
}

/** The order that was created although the response is a refusal, or null. */
export function orderIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('orderReference' in data)) return null
  return typeof data.orderReference === 'string' ? data.orderReference : null
}

const shownInPlace = [
  'price_changed',
  'unknown_test',
  'not_at_this_location',
  'no_home_collection',
  'other_sex',
  'lab_not_bookable',
  'location_paused',
  'slot_unavailable',
  'too_many_holds',
  'many_unpaid_orders',
]

/** True if a refusal is shown at the place it concerns, so the specification's general message is not needed. */
export function isShownInPlace(code: string, data: unknown): boolean {
  return shownInPlace.includes(code) || orderIn(data) !== null
}
