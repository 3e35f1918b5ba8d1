import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { OfflineBanner } from '../components/offline-banner.tsx'
import * as copy from '../copy/app.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer, PlainFooter } from './footer.tsx'
import { Header, PlainHeader } from './header.tsx'
import { RouteFocus } from './route-focus.tsx'

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
