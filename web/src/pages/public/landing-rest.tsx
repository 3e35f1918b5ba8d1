import * as copy from '../../copy/site.ts'
import { patientQuestions } from '../../copy/site-patients.ts'
import { doctorStories } from '../../copy/site-stories.ts'
import doctor from './art/doctor.svg'
import { AppStrip } from './blocks/app-strip.tsx'
import { Claims } from './blocks/claims.tsx'
import { Faq } from './blocks/faq.tsx'
import { GetApp } from './blocks/get-app.tsx'
import { GetStarted } from './blocks/get-started.tsx'
import { Services } from './blocks/services.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { WhyChoose } from './blocks/why-choose.tsx'

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
