import { brand } from '@labalaba/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CartItem, cartItems, cartLab, onCartChange } from './cart.ts'
import { currentProfile, currentToken, onSessionChange } from './session.ts'

const noItems: CartItem[] = []

/** The cart's tests, kept up to date across tabs. Empty in pages built ahead. */
export function useCart(): CartItem[] {
  return useSyncExternalStore(onCartChange, cartItems, () => noItems)
}

/** The name of the lab whose tests are in the cart, or null; kept up to date. */
export function useCartLabName(): string | null {
  return useSyncExternalStore(
    onCartChange,
    () => cartLab()?.name ?? null,
    () => null,
  )
}

/** True while there is a token whose time has not run out. False in pages built ahead. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    onSessionChange,
    () => currentToken() !== null,
    () => false,
  )
}

/** The signed-in account's own profile, or null. */
export function useProfile() {
  return useSyncExternalStore(onSessionChange, currentProfile, () => null)
}

function watchNetwork(listener: () => void): () => void {
  globalThis.addEventListener('online', listener)
  globalThis.addEventListener('offline', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    globalThis.removeEventListener('offline', listener)
  }
}

/** False when the device itself says that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/** True once `active` has lasted `after` ms, and then for at least `atLeast` ms, so that nothing flickers. */
export function useDelayed(active: boolean, after = 400, atLeast = 300): boolean {
  const [shown, setShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (active === shown) return
    const wait = active ? after : shownAt.current + atLeast - Date.now()
    const timer = setTimeout(
      () => {
        shownAt.current = Date.now()
        setShown(active)
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [active, shown, after, atLeast])
  return shown
}

/** Names the page in the tab: "Cart - Labalaba". Never a test, a result or a person. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title.includes(brand.name) ? title : `${title} - ${brand.name}`
  }, [title])
}

const never = () => () => undefined

/** False on a page written ahead until React has taken it over, which knows neither its address nor its tab. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
