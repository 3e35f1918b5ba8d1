import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/**
 * Binds the router to the browser's address bar. The router's own `BrowserRouter` does the same, but is in one file
 * with forms and fetchers that we do not use: 5 KB more on every first visit.
 */
export function AddressBar({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [at, setAt] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () => history.listen(({ action, location }) => startTransition(() => setAt({ action, location }))),
    [history],
  )
  return (
    <Router location={at.location} navigationType={at.action} navigator={history}>
      {children}
    </Router>
  )
}
