import * as copy from '../../copy/site.ts'
import { patientQuestions } from '../../copy/site-patients.ts'
import { visitorStories } from '../../copy/site-stories.ts'
import patient from './art/patient.svg'
import { AppStrip } from './blocks/app-strip.tsx'
import { Faq } from './blocks/faq.tsx'
import { GetApp } from './blocks/get-app.tsx'
import { GetStarted } from './blocks/get-started.tsx'
import { Services } from './blocks/services.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { Ways } from './blocks/ways.tsx'
import { WhyChoose } from './blocks/why-choose.tsx'

/** Everything on the page for individuals below the first view. */
export function VisitorRest() {
  return (
    <>
      <AppStrip />
      <Ways />
      <WhyChoose />
      <GetStarted />
      <StoriesSection title={copy.patientsSay}>
        <Stories name={copy.patientsSay} stories={visitorStories} />
      </StoriesSection>
      <Services />
      <Faq questions={patientQuestions} picture={patient} alt={copy.patientPicture} />
      <GetApp />
    </>
  )
}
