import { LinkButton } from '../ui/button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import doctor from './art/doctor.svg'
import { Apply } from './blocks/apply.tsx'
import { Earning } from './blocks/earning.tsx'
import { Faq } from './blocks/faq.tsx'
import { NumberedSteps } from './blocks/numbered-steps.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { doctorQuestions, doctorSteps } from './copy/doctors.ts'
import { centreStories, doctorStories } from './copy/stories.ts'

/** Everything on the page for doctors below the first view. */
export function DoctorRest() {
  return (
    <>
      <section className="py-12 md:py-16" aria-labelledby="how">
        <div className="page">
          <h2 id="how">How it works</h2>
          <NumberedSteps steps={doctorSteps} />
        </div>
      </section>
      <Earning />
      <StoriesSection title="What colleagues say">
        <div className="mt-6">
          <Tabs
            name="Whose stories"
            tabs={[
              {
                id: 'doctors',
                words: 'Doctors',
                content: <Stories name="Doctors" stories={doctorStories} />,
              },
              {
                id: 'centres',
                words: 'Healthcare centres',
                content: <Stories name="Healthcare centres" stories={centreStories} />,
              },
            ]}
          />
        </div>
      </StoriesSection>
      <Faq questions={doctorQuestions} picture={doctor} alt="A doctor in a white coat" />
      <Apply
        title="Ask us anything"
        words="About your clinic, your wallet or your patients: leave your question and a person will reply."
        ways={[{ kind: 'doctor', words: 'Send an enquiry', hint: 'Your question, and how to reach you.' }]}
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
          <h2 id="sign-up">Book your first patient today</h2>
          <p className="text-muted mt-1 max-w-[46ch]">
            Sign up with your name, phone number and email, and confirm the code that we send you.
          </p>
        </div>
        <LinkButton to="/auth/signup/doctor" wide>
          Create a doctor account
        </LinkButton>
      </div>
    </section>
  )
}
