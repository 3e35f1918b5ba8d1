import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

// The browser itself starts the first page at its top; only what follows is ours to do.
let arrived = false

/**
 * Where the page was written ahead the browser has been to the place that the address names, long before our scripts came:
 * whoever reads on since, or taps, must not have the page moved under their finger.
 */
function isThere(hash: string): boolean {
  return hash === '' || document.getElementById('root')?.dataset.ahead !== undefined
}

/**
 * After a change of page, starts the reading at its title and the eye at its top; on the way back, where it was.
 * Stands beside the page inside its Suspense, so that it acts when the page is there.
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
    // It names the page that the browser opened. Phones share what it says.
    if (!firstOfAll) document.querySelector('link[rel=canonical]')?.remove()
    if (hash) {
      // In newer browsers it answers a promise, which an effect must not return.
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
