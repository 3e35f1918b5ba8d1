import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

// The browser itself starts the first page at its top; only later pages are handled here.
let arrived = false

/**
 * On a prerendered page the browser has scrolled to the place in the address long before our scripts load: a user who
 * has read on or taps must not have the page moved.
 */
function isThere(hash: string): boolean {
  return hash === '' || document.getElementById('root')?.dataset.ahead !== undefined
}

/**
 * After a change of page, focuses its title and scrolls to its top; on the way back, restores the scroll position.
 * Rendered next to the page inside its Suspense, so that it acts when the page is there.
 */
export function RouteFocus() {
  const { key, pathname, hash } = useLocation()
  const how = useNavigationType()

  useEffect(() => {
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once for each page, when its address changes
  useEffect(() => {
    const firstOfAll = !arrived
    arrived = true
    if (firstOfAll && isThere(hash)) return
    // The link names the page that the browser opened first. Phones share its address.
    if (!firstOfAll) document.querySelector('link[rel=canonical]')?.remove()
    if (hash) {
      // In newer browsers it returns a promise, which an effect must not return.
      document.getElementById(hash.slice(1))?.scrollIntoView()
      return
    }
    window.scrollTo(0, how === 'POP' ? (places.get(key) ?? 0) : 0)
    if (document.querySelector('[role="dialog"]')) return
    const title = document.querySelector<HTMLElement>('main h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  }, [pathname, hash, hash ? key : ''])
  return null
}
