import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import scene from './art/hero-visitor.svg'
import { PatientHero } from './blocks/patient-hero.tsx'
import { visitorTitle } from './copy/titles.ts'

const rest = later('visitor-rest', async () => (await import('./visitor-rest.tsx')).VisitorRest)

export const parts = [rest]

/** The first page for individuals: for themselves, a child, a parent, or another person they care for. */
export function VisitorPage() {
  useTitle(visitorTitle)
  return (
    <>
      <PatientHero title="Medical tests for you and your family, at the lab or at home" scene={scene} />
      <rest.Block />
    </>
  )
}
