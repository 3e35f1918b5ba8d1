import { useEffect, useRef } from 'react'
import { cartItems, cartLab, clearCart } from './cart.ts'
import { readJson, tabShelf, writeJson } from './store.ts'

const departureKey = '_paying'

/** What this tab stored when it last left for the payment page. */
type Departure = {
  /** The order being paid; empty if the payer came by a payment link and knows no reference. */
  orderReference: string
  /** The cart that the order was booked from, so that its payment empties only that cart; null if there was none. */
  cart: number | null
}

/**
 * A number that identifies a cart (FNV-1a of the lab and its tests' names). It is stored instead of the names: no test
 * and no patient can be read back from it.
 */
function cartNumber(): number | null {
  const names = cartItems().map((item) => item.name)
  if (names.length === 0) return null
  const text = [cartLab()?.reference, ...names.sort()].join('\n')
  let number = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) {
    number = Math.imul(number ^ text.charCodeAt(place), 0x01000193)
  }
  return number >>> 0
}

function saveDeparture(departure: Departure): void {
  writeJson(tabShelf(), departureKey, departure)
}

/** What this tab stored when it last left for the payment page, or null. */
function lastDeparture(): Departure | null {
  const saved = readJson(tabShelf(), departureKey)
  if (typeof saved !== 'object' || saved === null) return null
  const { orderReference, cart } = saved as Partial<Record<keyof Departure, unknown>>
  if (typeof orderReference !== 'string') return null
  return { orderReference, cart: typeof cart === 'number' ? cart : null }
}

/** Opens the payment page for an order that was just booked from the cart. */
export function leaveCartToPay(url: string, orderReference: string): void {
  saveDeparture({ orderReference, cart: cartNumber() })
  location.assign(url)
}

/** Opens the payment page. Another attempt for the same order keeps its cart. The payer of a payment link has no order. */
export function leaveToPay(url: string, orderReference = ''): void {
  const before = lastDeparture()
  saveDeparture({ orderReference, cart: before?.orderReference === orderReference ? before.cart : null })
  location.assign(url)
}

/** Whether credit has already paid the order: `url` then leads to the order's own page, not to a payment page. */
export function leadsToOrder(url: string, orderReference: string): boolean {
  return new URL(url, location.href).pathname === `/orders/${orderReference}`
}

/** The reference of the order that this tab last left to pay, or an empty string. */
export function orderBeingPaid(): string {
  return lastDeparture()?.orderReference ?? ''
}

function isCartOf({ cart }: Departure): boolean {
  return cart !== null && cart === cartNumber()
}

/** The order that was booked from exactly this cart and left to be paid, or null. */
export function orderOfCart(): string | null {
  const departure = lastDeparture()
  return departure && isCartOf(departure) ? departure.orderReference : null
}

/** Forgets which order was being paid. */
export function forgetDeparture(): void {
  tabShelf().removeItem(departureKey)
}

/**
 * Empties the cart of the last departure, and no other: its money has arrived, or a payment link asks another person
 * for it. Returns whether the order came from a cart of this tab. Calling it again has no effect.
 */
export function emptyDoneCart(): boolean {
  const departure = lastDeparture()
  if (!departure || departure.cart === null) return false
  if (isCartOf(departure)) clearCart()
  saveDeparture({ ...departure, cart: null })
  return true
}

/** Calls `onBack` when the browser restores this page as the user left it, with its buttons still busy. */
export function useCameBack(onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
}
