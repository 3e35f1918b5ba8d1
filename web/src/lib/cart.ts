import * as copy from '../copy/components.ts'
import * as shared from '../copy/shared.ts'
import { deviceShelf, readJson, signal, tabShelf, writeJson } from './store.ts'

const cartKey = '_cart'
const labKey = 'lab'

/** One test in the cart. `amount` is in naira. */
export type CartItem = { name: string; amount: number }

/** Where the tests will be done. `reference` is the lab's slug and `address` the chosen location's address. */
export type ChosenLab = {
  name: string
  reference: string
  address: string
  location?: string
  state?: string
}

/** The outcome of a change to the cart. `message` is the text to show to the user. */
export type CartAnswer = { ok: boolean; message: string }

const changed = signal()
const none: CartItem[] = []
let seen: { text: string | null; items: CartItem[] } = { text: null, items: none }

function tidy(raw: unknown): CartItem[] {
  if (!Array.isArray(raw)) return none
  return raw.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { name, amount } = entry as { name?: unknown; amount?: unknown }
    const naira = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
    const sound = typeof name === 'string' && typeof naira === 'number' && Number.isFinite(naira)
    return sound && name !== '' && naira >= 0 ? [{ name, amount: naira }] : []
  })
}

/** The tests in the cart; unreadable entries are left out. Returns the same array until the cart changes. */
export function cartItems(): CartItem[] {
  const text = deviceShelf().getItem(cartKey)
  if (text !== seen.text) seen = { text, items: tidy(readJson(deviceShelf(), cartKey)) }
  return seen.items
}

/** The sum of the amounts, in naira. Added in kobo to avoid rounding errors. */
export function cartTotal(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + Math.round(item.amount * 100), 0) / 100
}

/** True when the cart's total is above zero. */
export function cartIsFilled(): boolean {
  return cartTotal(cartItems()) > 0
}

/** Replaces the cart's list, for example with current prices. Returns false if the browser could not store it. */
export function replaceCart(items: readonly CartItem[]): boolean {
  const stored = writeJson(deviceShelf(), cartKey, items)
  changed.tell()
  return stored
}

/** Adds a test, or removes it if one of that name is in the cart. */
export function toggleCartItem(item: CartItem): CartAnswer {
  const items = cartItems()
  if (items.some((other) => other.name === item.name)) return removeCartItem(item.name)
  const ok = replaceCart([...items, item])
  return { ok, message: ok ? copy.itemsAdded : shared.unexpected }
}

/** Removes a test by its name. Returns `ok: false` if the cart is empty or does not hold it. */
export function removeCartItem(name: string): CartAnswer {
  const items = cartItems()
  if (items.length === 0) return { ok: false, message: copy.cartEmpty }
  const rest = items.filter((item) => item.name !== name)
  if (rest.length === items.length) return { ok: false, message: copy.itemNotFound }
  if (!replaceCart(rest)) return { ok: false, message: copy.removeFailed }
  return { ok: true, message: copy.itemRemoved }
}

/** Empties the cart and forgets its lab. */
export function clearCart(): CartAnswer {
  deviceShelf().removeItem(cartKey)
  deviceShelf().removeItem(labKey)
  tabShelf().removeItem(labKey)
  changed.tell()
  return { ok: true, message: copy.cartEmpty }
}

function labOn(raw: unknown): ChosenLab | null {
  if (typeof raw !== 'object' || raw === null) return null
  const { name, reference, address } = raw as Partial<Record<keyof ChosenLab, unknown>>
  const sound = typeof name === 'string' && typeof reference === 'string' && typeof address === 'string'
  return sound ? (raw as ChosenLab) : null
}

/** Stores the lab being chosen, in this tab only, until the tests are put into the cart. */
export function chooseLab(lab: ChosenLab): void {
  writeJson(tabShelf(), labKey, lab)
  changed.tell()
}

/** The lab being chosen in this tab, or null. */
export function labBeingChosen(): ChosenLab | null {
  return labOn(readJson(tabShelf(), labKey))
}

/** Puts tests and their lab into the cart together; both survive a closed tab. A cart holds one lab's tests. */
export function fillCart(lab: ChosenLab, items: readonly CartItem[]): CartAnswer {
  writeJson(tabShelf(), labKey, lab)
  const ok = writeJson(deviceShelf(), labKey, lab) && replaceCart(items)
  return { ok, message: ok ? copy.itemsAdded : shared.unexpected }
}

/** The lab whose tests are in the cart, or null. */
export function cartLab(): ChosenLab | null {
  return labOn(readJson(deviceShelf(), labKey))
}

/** Calls `listener` when the cart changes, in this tab or another. Returns a function that stops it. */
export function onCartChange(listener: () => void): () => void {
  const stop = changed.subscribe(listener)
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null || event.key === cartKey || event.key === labKey) listener()
  }
  globalThis.addEventListener?.('storage', elsewhere)
  return () => {
    stop()
    globalThis.removeEventListener?.('storage', elsewhere)
  }
}
