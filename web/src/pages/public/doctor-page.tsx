import { brand } from '@labalaba/contract'
import { LinkButton } from '../../components/button.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/site.ts'
import { doctorTitle } from '../../copy/site-titles.ts'
import { fill } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { later } from '../../lib/later.tsx'
import picture from './art/hero-doctor.svg'
import { PartnerHero } from './blocks/hero.tsx'

const rest = later('doctor-rest', async () => (await import('./doctor-rest.tsx')).DoctorRest)

export const parts = [rest]

/** The first page for doctors. */
export function DoctorPage() {
  useTitle(doctorTitle)
  return (
    <>
      <PartnerHero
        title={copy.doctorHero}
        claim={fill(copy.doctorClaim, { count: brand.claims.doctors })}
        picture={picture}
        promise={copy.doctorPromise}
      >
        <LinkButton to="/auth/signup/doctor" look="primary" wide>
          {copy.doctorSignUp}
        </LinkButton>
        <LinkButton to="/auth/login" wide>
          {shared.login}
        </LinkButton>
      </PartnerHero>
      <rest.Block />
    </>
  )
}
