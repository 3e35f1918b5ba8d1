import { brand } from '@labalaba/contract'
import { useTitle } from '../lib/hooks.ts'
import { later } from '../lib/later.tsx'
import { LinkButton } from '../ui/button.tsx'
import { AdireBand } from '../ui/mark.tsx'
import scene from './art/hero-doctor.svg'
import { Hero } from './blocks/hero.tsx'
import { Scene } from './blocks/scene.tsx'
import { doctorTitle } from './copy/titles.ts'

const rest = later('doctor-rest', async () => (await import('./doctor-rest.tsx')).DoctorRest)

export const parts = [rest]

/** The first page for doctors. */
export function DoctorPage() {
  useTitle(doctorTitle)
  return (
    <>
      <Hero
        title="Book tests for your patients while they sit with you"
        claim={`${brand.claims.doctors} doctors book for their patients`}
        scene={<Scene picture={scene} />}
      >
        <p className="text-muted mt-4 max-w-[46ch] md:mt-6">
          Send the request to a verified lab near your patient, follow it step by step, and read the result on
          your dashboard. You earn a percentage on each test that is paid for.
        </p>
        <div className="mt-6 flex flex-wrap gap-3 max-sm:grid">
          <LinkButton to="/auth/signup/doctor" look="primary" wide>
            Create a doctor account
          </LinkButton>
          <LinkButton to="/auth/login" wide>
            Login
          </LinkButton>
        </div>
      </Hero>
      <AdireBand cloth="lines" />
      <rest.Block />
    </>
  )
}
