import { useEffect, useRef } from 'react'
import { cartItems, clearCart } from './cart.ts'
import { readJson, tabShelf, writeJson } from './store.ts'

const departureKey = '_paying'

/** With what this tab last left for the payment page. */
export type Departure = {
  /** The order being paid; empty where the payer came by a link and knows none. */
  orderReference: string
  /** The tests of the cart that it was booked from, so that its payment empties that cart and no other. */
  cart: readonly string[]
}

/** Remembers what is being paid, and goes to the payment page. Another try for an order still knows its cart. */
export function leaveToPay(url: string, departure: Departure): void {
  const before = lastDeparture()
  const again = before !== null && before.orderReference === departure.orderReference
  const cart = again && departure.cart.length === 0 ? before.cart : departure.cart
  writeJson(tabShelf(), departureKey, { ...departure, cart } satisfies Departure)
  location.assign(url)
}

/** With what this tab last left for the payment page, or null. */
export function lastDeparture(): Departure | null {
  const saved = readJson(tabShelf(), departureKey)
  if (typeof saved !== 'object' || saved === null) return null
  const { orderReference, cart } = saved as Partial<Record<keyof Departure, unknown>>
  if (typeof orderReference !== 'string') return null
  const names = Array.isArray(cart) ? cart.filter((name) => typeof name === 'string') : []
  return { orderReference, cart: names }
}

/** The cart that this tab booked the order from, so that paying it later still empties that cart. */
export function cartBehind(orderReference: string): readonly string[] {
  const departure = lastDeparture()
  return departure?.orderReference === orderReference ? departure.cart : []
}

function isCartOf({ cart }: Departure): boolean {
  const names = cartItems().map((item) => item.name)
  return names.length > 0 && names.length === cart.length && names.every((name) => cart.includes(name))
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
 * is done. Asking twice is harmless.
 */
export function emptyDoneCart(): void {
  const departure = lastDeparture()
  if (!departure) return
  if (isCartOf(departure)) clearCart()
  writeJson(tabShelf(), departureKey, { ...departure, cart: [] } satisfies Departure)
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
