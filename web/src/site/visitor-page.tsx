import { brand } from '@labalaba/contract'
import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import { AdireBand } from '../ui/mark.tsx'
import scene from './art/hero-visitor.svg'
import { Hero } from './blocks/hero.tsx'
import { LookingForATest } from './blocks/looking-for-a-test.tsx'
import { Scene } from './blocks/scene.tsx'
import { visitorTitle } from './copy/titles.ts'

const rest = later('visitor-rest', async () => (await import('./visitor-rest.tsx')).VisitorRest)

export const parts = [rest]

/** The first page for individuals: for themselves, a child, a parent, or anybody they care for. */
export function VisitorPage() {
  useTitle(visitorTitle)
  return (
    <>
      <Hero
        title="Medical tests for you and your family, at the lab or at home"
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
