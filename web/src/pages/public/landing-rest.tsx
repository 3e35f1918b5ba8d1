import { brand } from '@labalaba/contract'
import { AdireBand, ClothButterfly } from '../../components/mark.tsx'
import * as copy from '../../copy/site.ts'
import { patientQuestions } from '../../copy/site-patients.ts'
import { doctorStories } from '../../copy/site-stories.ts'
import doctor from './art/doctor.svg'
import { Faq } from './blocks/faq.tsx'
import { AppStrip, GetApp, GetStarted, Services, WhyChoose } from './blocks/patient-blocks.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'

/** Everything on the first page below the first view. */
export function LandingRest() {
  return (
    <>
      <AppStrip />
      <GetStarted />
      <Claims />
      <Services />
      <WhyChoose />
      <StoriesSection title={copy.doctorsSay}>
        <Stories name={copy.doctorsSay} stories={doctorStories} />
      </StoriesSection>
      <Faq questions={patientQuestions} picture={doctor} alt={copy.doctorPicture} />
      <GetApp />
    </>
  )
}

const claims = [
  { figure: brand.claims.labs, words: copy.claimLabs },
  { figure: brand.claims.tests, words: copy.claimTests },
  { figure: brand.claims.doctors, words: copy.claimDoctors },
] as const

/** The owner's figures on indigo, below a patterned strip. */
function Claims() {
  return (
    <section className="bg-indigo text-card" aria-labelledby="claims">
      <AdireBand cloth="wing" />
      <div className="page grid items-center gap-8 py-12 md:py-16 lg:grid-cols-[1fr_auto]">
        <div>
          <h2 id="claims">{copy.claimsTitle}</h2>
          <ul className="mt-6 grid gap-6 sm:grid-cols-3 sm:gap-8">
            {claims.map((claim) => (
              <li key={claim.words} className="border-marigold border-l-3 pl-4">
                <p className="font-head text-h1 font-bold lining-nums">{claim.figure}</p>
                <p className="mt-1">{claim.words}</p>
              </li>
            ))}
          </ul>
          <p className="mt-6 text-[0.875rem] leading-5">{copy.claimsBy}</p>
        </div>
        <ClothButterfly className="mx-auto w-70 max-lg:hidden" />
      </div>
    </section>
  )
}
