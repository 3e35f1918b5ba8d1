import * as copy from '../../copy/site.ts'
import { visitorTitle } from '../../copy/site-titles.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import picture from './art/hero-visitor.svg'
import { PatientHero } from './blocks/hero.tsx'

const rest = later('visitor-rest', async () => (await import('./visitor-rest.tsx')).VisitorRest)

export const parts = [rest]

/** The first page for individuals: for themselves, a child, a parent, or another person they care for. */
export function VisitorPage() {
  useTitle(visitorTitle)
  return (
    <>
      <PatientHero title={copy.visitorHero} picture={picture} />
      <rest.Block />
    </>
  )
}
