import { brand } from '@labalaba/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CartItem, cartItems, cartLab, onCartChange } from './cart.ts'
import { currentProfile, currentToken, onSessionChange } from './session.ts'

const noItems: CartItem[] = []

/** The cart's tests, updated across tabs. Empty in prerendered pages. */
export function useCart(): CartItem[] {
  return useSyncExternalStore(onCartChange, cartItems, () => noItems)
}

/** The name of the lab whose tests are in the cart, or null; updated on every change. */
export function useCartLabName(): string | null {
  return useSyncExternalStore(
    onCartChange,
    () => cartLab()?.name ?? null,
    () => null,
  )
}

/** True while there is a token that has not expired. False in prerendered pages. */
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

/** False when the device reports that it has no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

/** True once `active` has lasted `after` ms, and then for at least `atLeast` ms, to avoid flicker. */
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

/** Sets the title of the tab: "Cart - Labalaba". Never pass a test, a result or a person. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title.includes(brand.name) ? title : `${title} - ${brand.name}`
  }, [title])
}

const never = () => () => undefined

/** False on a prerendered page until React has hydrated it: until then its address and tab storage are not used. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Whether the device matches a media query. False on a prerendered page until React has hydrated it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

export type Density = 'roomy' | 'compact'

/** Sets how densely this page and its dialogs are laid out while it is mounted. Staff screens are compact. */
export function useDensity(density: Density): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (density === 'compact') dataset.density = density
    return () => {
      delete dataset.density
    }
  }, [density])
}
