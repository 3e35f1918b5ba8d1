import '../components/index.css'
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { saveInstallOffer } from '../lib/install.ts'
import { firstScreen } from './first-screen.ts'
import { App } from './router.tsx'

/**
 * Binds the router to the browser's address bar. The router's own `BrowserRouter` does the same, but is in one file
 * with forms and fetchers that we do not use: 5 KB more on every first visit.
 */
function AddressBar({ children }: { children: ReactNode }) {
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

saveInstallOffer()

const place = document.getElementById('root')

const app = (
  <AddressBar>
    <App />
  </AddressBar>
)

// Marketing and legal pages are prerendered; the signed-in area starts from a shell that contains only the mark. Both
// are rendered in steps: the first tap need not wait for the whole page.
if (place?.dataset.ahead !== undefined) startTransition(() => void hydrateRoot(place, app))
else if (place) void firstScreen(location).then(() => startTransition(() => createRoot(place).render(app)))
