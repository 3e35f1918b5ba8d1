import { useEffect, useRef } from 'react'
import { cartItems, cartLab, clearCart } from './cart.ts'
import { readJson, tabShelf, writeJson } from './store.ts'

const departureKey = '_paying'

/** With what this tab last left for the payment page. */
type Departure = {
  /** The order being paid; empty where the payer came by a link and knows none. */
  orderReference: string
  /** Which cart it was booked from, so that its payment empties that cart and no other; null where from none. */
  cart: number | null
}

/**
 * A number that tells one cart from another (FNV-1a of the lab and its tests' names). It stands in the place of the
 * names themselves, which are nothing to keep in a tab: no test and no patient can be read back from it.
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

function keepDeparture(departure: Departure): void {
  writeJson(tabShelf(), departureKey, departure)
}

/** With what this tab last left for the payment page, or null. */
function lastDeparture(): Departure | null {
  const saved = readJson(tabShelf(), departureKey)
  if (typeof saved !== 'object' || saved === null) return null
  const { orderReference, cart } = saved as Partial<Record<keyof Departure, unknown>>
  if (typeof orderReference !== 'string') return null
  return { orderReference, cart: typeof cart === 'number' ? cart : null }
}

/** Goes to the payment page for an order that was just booked from the cart. */
export function leaveCartToPay(url: string, orderReference: string): void {
  keepDeparture({ orderReference, cart: cartNumber() })
  location.assign(url)
}

/** Goes to the payment page. Another try for the same order still knows its cart. Without an order, for a link's payer. */
export function leaveToPay(url: string, orderReference = ''): void {
  const before = lastDeparture()
  keepDeparture({ orderReference, cart: before?.orderReference === orderReference ? before.cart : null })
  location.assign(url)
}

/** Whether credit has paid an order already: where it is to be paid leads to its own page, and to no payment page. */
export function leadsToOrder(url: string, orderReference: string): boolean {
  return new URL(url, location.href).pathname === `/orders/${orderReference}`
}

/** The order that this tab last left to pay, or nothing. */
export function orderBeingPaid(): string {
  return lastDeparture()?.orderReference ?? ''
}

function isCartOf({ cart }: Departure): boolean {
  return cart !== null && cart === cartNumber()
}

/** The order that was booked from just this cart and left to be paid, or null. */
export function orderOfCart(): string | null {
  const departure = lastDeparture()
  return departure && isCartOf(departure) ? departure.orderReference : null
}

/** Forgets what was being paid. */
export function forgetDeparture(): void {
  tabShelf().removeItem(departureKey)
}

/**
 * The money of the last departure has arrived, or a link asks somebody else for it: the cart that it was booked from
 * is done, and no other. Says whether the order came from a cart of this tab; asking twice is harmless.
 */
export function emptyDoneCart(): boolean {
  const departure = lastDeparture()
  if (!departure || departure.cart === null) return false
  if (isCartOf(departure)) clearCart()
  keepDeparture({ ...departure, cart: null })
  return true
}

/** Calls back when the browser brings this page back as it was left, with its buttons still at work. */
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
