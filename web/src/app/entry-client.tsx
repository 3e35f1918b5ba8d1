import '../ui/index.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepInstallOffer } from '../lib/install.ts'
import { AddressBar } from './address-bar.tsx'
import { App } from './router.tsx'

keepInstallOffer()

const place = document.getElementById('root')

const app = (
  <AddressBar>
    <App />
  </AddressBar>
)

// Marketing and legal pages come with their words in them; the signed-in area starts from a shell with nothing but the mark in it.
// Either way a little at a time: the first tap need not wait for the whole page.
startTransition(() => {
  if (place?.dataset.ahead !== undefined) hydrateRoot(place, app)
  else if (place) createRoot(place).render(app)
})
