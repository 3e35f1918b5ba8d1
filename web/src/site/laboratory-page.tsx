import { brand } from '@labalaba/contract'
import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import { LinkButton } from '../ui/button.tsx'
import { AdireBand } from '../ui/mark.tsx'
import scene from './art/hero-lab.svg'
import { Hero } from './blocks/hero.tsx'
import { Scene } from './blocks/scene.tsx'
import { labTitle } from './copy/titles.ts'

const rest = later('lab-rest', async () => (await import('./laboratory-rest.tsx')).LaboratoryRest)

export const parts = [rest]

/** The first page for laboratories and other partners. */
export function LaboratoryPage() {
  useTitle(labTitle)
  return (
    <>
      <Hero
        title="More patients for your laboratory, paid before you start"
        claim={`${brand.claims.labs} affiliated labs and clinics`}
        scene={<Scene picture={scene} />}
      >
        <p className="text-muted mt-4 max-w-[46ch] md:mt-6">
          List your locations, your tests and your prices. Bookings reach you with the patient’s details typed
          out, as soon as they are paid.
        </p>
        <div className="mt-6 flex flex-wrap gap-3 max-sm:grid">
          <LinkButton to="?join=lab#apply" look="primary" wide>
            Apply to join
          </LinkButton>
        </div>
      </Hero>
      <AdireBand cloth="lines" />
      <rest.Block />
    </>
  )
}
