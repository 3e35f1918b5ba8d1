import { brand } from '@labalaba/contract'
import { LinkButton } from '../../components/button.tsx'
import * as copy from '../../copy/site.ts'
import { labTitle } from '../../copy/site-titles.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import picture from './art/hero-lab.svg'
import { PartnerHero } from './blocks/hero.tsx'

const rest = later('lab-rest', async () => (await import('./laboratory-rest.tsx')).LaboratoryRest)

export const parts = [rest]

/** The first page for laboratories and other partners. */
export function LaboratoryPage() {
  useTitle(labTitle)
  return (
    <>
      <PartnerHero
        title={copy.labHero}
        claim={fill(copy.labClaim, { count: brand.claims.labs })}
        picture={picture}
        promise={copy.labPromise}
      >
        <LinkButton to="?join=lab#apply" look="primary" wide>
          {copy.applyToJoin}
        </LinkButton>
      </PartnerHero>
      <rest.Block />
    </>
  )
}
