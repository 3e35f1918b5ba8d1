import '../ui/index.css'
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
if (place?.dataset.ahead !== undefined) hydrateRoot(place, app)
else if (place) createRoot(place).render(app)
