import { brand } from '@labalaba/contract'
import { LinkButton } from '../../components/button.tsx'
import { AdireBand } from '../../components/mark.tsx'
import * as copy from '../../copy/site.ts'
import { labTitle } from '../../copy/site-titles.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import scene from './art/hero-lab.svg'
import { Hero } from './blocks/hero.tsx'
import { Scene } from './blocks/scene.tsx'

const rest = later('lab-rest', async () => (await import('./laboratory-rest.tsx')).LaboratoryRest)

export const parts = [rest]

/** The first page for laboratories and other partners. */
export function LaboratoryPage() {
  useTitle(labTitle)
  return (
    <>
      <Hero
        title={copy.labHero}
        claim={fill(copy.labClaim, { count: brand.claims.labs })}
        scene={<Scene picture={scene} />}
      >
        <p className="text-muted mt-4 max-w-[46ch] md:mt-6">{copy.labPromise}</p>
        <div className="mt-6 flex flex-wrap gap-3 max-sm:grid">
          <LinkButton to="?join=lab#apply" look="primary" wide>
            {copy.applyToJoin}
          </LinkButton>
        </div>
      </Hero>
      <AdireBand cloth="lines" />
      <rest.Block />
    </>
  )
}
