import doctor from './art/doctor.svg'
import { AppStrip } from './blocks/app-strip.tsx'
import { Claims } from './blocks/claims.tsx'
import { Faq } from './blocks/faq.tsx'
import { GetApp } from './blocks/get-app.tsx'
import { GetStarted } from './blocks/get-started.tsx'
import { Services } from './blocks/services.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { WhyChoose } from './blocks/why-choose.tsx'
import { patientQuestions } from './copy/patients.ts'
import { doctorStories } from './copy/stories.ts'

/** Everything on the first page below the first view. */
export function LandingRest() {
  return (
    <>
      <AppStrip />
      <GetStarted />
      <Claims />
      <Services />
      <WhyChoose />
      <StoriesSection title="What doctors say">
        <Stories name="What doctors say" stories={doctorStories} />
      </StoriesSection>
      <Faq questions={patientQuestions} picture={doctor} alt="A doctor in a white coat" />
      <GetApp />
    </>
  )
}
