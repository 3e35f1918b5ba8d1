import { LinkButton } from '../../components/button.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/site.ts'
import { doctorQuestions, doctorSteps } from '../../copy/site-doctors.ts'
import { centreStories, doctorStories } from '../../copy/site-stories.ts'
import doctor from './art/doctor.svg'
import { Apply } from './blocks/apply.tsx'
import { Earning } from './blocks/earning.tsx'
import { Faq } from './blocks/faq.tsx'
import { NumberedSteps } from './blocks/numbered-steps.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'

/** Everything on the page for doctors below the first view. */
export function DoctorRest() {
  return (
    <>
      <section className="py-12 md:py-16" aria-labelledby="how">
        <div className="page">
          <h2 id="how">{copy.doctorHow}</h2>
          <NumberedSteps steps={doctorSteps} />
        </div>
      </section>
      <Earning />
      <StoriesSection title={copy.colleaguesSay}>
        <div className="mt-6">
          <Tabs
            name={copy.whoseStories}
            tabs={[
              {
                id: 'doctors',
                words: copy.doctors,
                content: <Stories name={copy.doctors} stories={doctorStories} />,
              },
              {
                id: 'centres',
                words: copy.centres,
                content: <Stories name={copy.centres} stories={centreStories} />,
              },
            ]}
          />
        </div>
      </StoriesSection>
      <Faq questions={doctorQuestions} picture={doctor} alt={copy.doctorPicture} />
      <Apply
        title={copy.doctorAsk}
        words={copy.doctorAskHelp}
        ways={[{ kind: 'doctor', words: copy.doctorSend, hint: copy.doctorSendHint }]}
      />
      <SignUp />
    </>
  )
}

function SignUp() {
  return (
    <section className="page pb-12 md:pb-16" aria-labelledby="sign-up">
      <div className="rounded-card bg-sand grid items-center gap-4 px-4 py-8 md:grid-cols-[1fr_auto] md:px-12 md:py-12">
        <div>
          <h2 id="sign-up">{copy.doctorFirst}</h2>
          <p className="text-muted mt-1 max-w-[46ch]">{copy.doctorFirstHelp}</p>
        </div>
        <LinkButton to="/auth/signup/doctor" wide>
          {copy.doctorSignUp}
        </LinkButton>
      </div>
    </section>
  )
}
