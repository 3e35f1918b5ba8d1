import '../components/index.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepInstallOffer } from '../lib/install.ts'
import { AddressBar } from './address-bar.tsx'
import { firstScreen } from './first-screen.ts'
import { App } from './router.tsx'

keepInstallOffer()

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
