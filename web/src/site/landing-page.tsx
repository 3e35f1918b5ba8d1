import { brand } from '@labalaba/contract'
import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import { AdireBand } from '../ui/mark.tsx'
import scene from './art/hero-patient.svg'
import { Hero } from './blocks/hero.tsx'
import { LookingForATest } from './blocks/looking-for-a-test.tsx'
import { Scene } from './blocks/scene.tsx'
import { landingTitle } from './copy/titles.ts'

const rest = later('landing-rest', async () => (await import('./landing-rest.tsx')).LandingRest)

export const parts = [rest]

/** The first page: what this is, what it costs to find out, and the one button. */
export function LandingPage() {
  useTitle(landingTitle)
  return (
    <>
      <Hero
        title="Book Quality Medical Tests at Verified Labs Across Nigeria"
        claim={brand.claims.patients}
        scene={<Scene picture={scene} />}
      >
        <LookingForATest />
      </Hero>
      <AdireBand cloth="lines" />
      <rest.Block />
    </>
  )
}
