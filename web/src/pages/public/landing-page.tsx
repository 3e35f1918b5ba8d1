import * as copy from '../../copy/site.ts'
import { landingTitle } from '../../copy/site-titles.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import picture from './art/hero-patient.svg'
import { PatientHero } from './blocks/hero.tsx'

const rest = later('landing-rest', async () => (await import('./landing-rest.tsx')).LandingRest)

export const parts = [rest]

/** The landing page: what the product does, and the one button. */
export function LandingPage() {
  useTitle(landingTitle)
  return (
    <>
      <PatientHero title={copy.landingHero} picture={picture} />
      <rest.Block />
    </>
  )
}
