import patient from './art/patient.svg'
import { AppStrip } from './blocks/app-strip.tsx'
import { Faq } from './blocks/faq.tsx'
import { GetApp } from './blocks/get-app.tsx'
import { GetStarted } from './blocks/get-started.tsx'
import { Services } from './blocks/services.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { Ways } from './blocks/ways.tsx'
import { WhyChoose } from './blocks/why-choose.tsx'
import { patientQuestions } from './copy/patients.ts'
import { visitorStories } from './copy/stories.ts'

/** Everything on the page for individuals below the first view. */
export function VisitorRest() {
  return (
    <>
      <AppStrip />
      <Ways />
      <WhyChoose />
      <GetStarted />
      <StoriesSection title="What patients say">
        <Stories name="What patients say" stories={visitorStories} />
      </StoriesSection>
      <Services />
      <Faq questions={patientQuestions} picture={patient} alt="A woman reads on her phone" />
      <GetApp />
    </>
  )
}
