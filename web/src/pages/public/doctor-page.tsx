import { brand } from '@labalaba/contract'
import { LinkButton } from '../../components/button.tsx'
import { AdireBand } from '../../components/mark.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/site.ts'
import { doctorTitle } from '../../copy/site-titles.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import scene from './art/hero-doctor.svg'
import { Hero } from './blocks/hero.tsx'
import { Scene } from './blocks/scene.tsx'

const rest = later('doctor-rest', async () => (await import('./doctor-rest.tsx')).DoctorRest)

export const parts = [rest]

/** The first page for doctors. */
export function DoctorPage() {
  useTitle(doctorTitle)
  return (
    <>
      <Hero
        title={copy.doctorHero}
        claim={fill(copy.doctorClaim, { count: brand.claims.doctors })}
        scene={<Scene picture={scene} />}
      >
        <p className="text-muted mt-4 max-w-[46ch] md:mt-6">{copy.doctorPromise}</p>
        <div className="mt-6 flex flex-wrap gap-3 max-sm:grid">
          <LinkButton to="/auth/signup/doctor" look="primary" wide>
            {copy.doctorSignUp}
          </LinkButton>
          <LinkButton to="/auth/login" wide>
            {shared.login}
          </LinkButton>
        </div>
      </Hero>
      <AdireBand cloth="lines" />
      <rest.Block />
    </>
  )
}
