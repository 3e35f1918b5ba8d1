import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { OfflineBanner } from '../components/offline-banner.tsx'
import * as copy from '../copy/app.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer, PlainFooter } from './footer.tsx'
import { Header, PlainHeader } from './header.tsx'

/** The first element that the Tab key reaches. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="rounded-field bg-ink text-paper sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-4 focus:px-4 focus:py-3"
    >
      {copy.skipToContent}
    </a>
  )
}

/** The main region, with the page in it. */
export function Main() {
  const { pathname } = useLocation()
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
      <OfflineBanner />
      <ErrorBoundary at={pathname}>
        <Suspense fallback={<div className="min-h-screen" />}>
          <Outlet />
          <RouteFocus />
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}

/** Header, page, footer. */
export function Shell() {
  return (
    <>
      <SkipLink />
      <Header />
      <div className="h-[64px]" />
      <Main />
      <Footer />
    </>
  )
}

/** The frame for visitors who came by a link, for example to pay: the name, the page, and no navigation. */
export function PlainShell() {
  return (
    <>
      <SkipLink />
      <PlainHeader />
      <Main />
      <footer className="mt-auto print:hidden">
        <PlainFooter narrow />
      </footer>
    </>
  )
}

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
