import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import scene from './art/hero-patient.svg'
import { PatientHero } from './blocks/patient-hero.tsx'
import { landingTitle } from './copy/titles.ts'

const rest = later('landing-rest', async () => (await import('./landing-rest.tsx')).LandingRest)

export const parts = [rest]

/** The landing page: what the product does, and the one button. */
export function LandingPage() {
  useTitle(landingTitle)
  return (
    <>
      <PatientHero title="Book Quality Medical Tests at Verified Labs Across Nigeria" scene={scene} />
      <rest.Block />
    </>
  )
}
