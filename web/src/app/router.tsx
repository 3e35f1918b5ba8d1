import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageProgress, routesOf } from './page-kinds.tsx'
import * as pages from './pages.tsx'
import { Protected, SessionWatch } from './session-watch.tsx'
import { PlainShell, RouteFocus, Shell } from './shell.tsx'

/** Every screen and its address. */
const everyPage = (
  <>
    <Route element={<Shell />}>
      {routesOf(pages.publicPages)}
      <Route element={<Protected />}>{routesOf(pages.accountPages)}</Route>
      <Route path="*" element={<pages.OtherPages />} />
    </Route>
    <Route path="operator/*" element={<pages.StaffPages />} />
    <Route path="portal/*" element={<pages.StaffPages />} />
    <Route element={<PlainShell />}>{routesOf(pages.linkedPages)}</Route>
    <Route
      element={
        <>
          <pages.AuthLayout />
          <RouteFocus />
        </>
      }
    >
      {routesOf(pages.authPages)}
    </Route>
  </>
)

const notFound = (
  <Route element={<Shell />}>
    <Route path="*" element={<pages.OtherPages />} />
  </Route>
)

/**
 * The address for which the server has sent the not-found page, or null. Some unknown addresses are below one that
 * needs a session, such as `/settings/`; React must hydrate the page that was sent and not lead to the sign-in page.
 */
const unknown =
  globalThis.document?.getElementById('root')?.dataset.unknown === undefined ? null : location.pathname

export function App() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary at={pathname}>
      <SessionWatch />
      <PageProgress />
      <Suspense fallback={<div className="min-h-screen" />}>
        <Routes>{pathname === unknown ? notFound : everyPage}</Routes>
      </Suspense>
    </ErrorBoundary>
  )
}
