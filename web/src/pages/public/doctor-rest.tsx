import { LinkButton } from '../../components/button.tsx'
import { HeartIcon, PercentIcon, PurseIcon } from '../../components/icons.tsx'
import { ClothButterfly } from '../../components/mark.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/site.ts'
import { doctorQuestions, doctorSteps, earning } from '../../copy/site-doctors.ts'
import { centreStories, doctorStories } from '../../copy/site-stories.ts'
import { fill } from '../../lib/fill.ts'
import doctor from './art/doctor.svg'
import { Apply } from './blocks/apply.tsx'
import { Faq } from './blocks/faq.tsx'
import type { Step } from './blocks/step-words.tsx'
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

const earningIcons = [PercentIcon, PurseIcon, HeartIcon]

/** How a doctor earns, openly. Names no rate: operators set it, and it is shown behind the sign-in. */
function Earning() {
  return (
    <section className="bg-indigo-tint py-12 md:py-16" aria-labelledby="earning">
      <div className="page grid items-center gap-8 lg:grid-cols-[7fr_4fr] lg:gap-16">
        <div>
          <h2 id="earning">{copy.earningTitle}</h2>
          <ul className="mt-6 grid gap-3">
            {earning.map((point, place) => {
              const Icon = earningIcons[place] ?? PurseIcon
              return (
                <li
                  key={point.title}
                  className="rounded-card bg-card grid grid-cols-[48px_minmax(0,1fr)] gap-x-4 p-4 md:p-6"
                >
                  <span className="drop bg-indigo-tint text-indigo grid size-12 place-items-center">
                    <Icon size={24} />
                  </span>
                  <div>
                    <h3 className="heading-small">{point.title}</h3>
                    <p className="text-muted mt-1">{point.words}</p>
                  </div>
                </li>
              )
            })}
          </ul>
        </div>
        <div
          aria-hidden="true"
          className="rounded-card bg-indigo text-card mx-auto grid aspect-square w-full max-w-100 place-items-center max-lg:hidden"
        >
          <ClothButterfly className="w-4/5" />
        </div>
      </div>
    </section>
  )
}

/** Four steps in a row, joined by a stitched line; in a column on phones. */
function NumberedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="mt-6 grid gap-6 sm:grid-cols-2 md:mt-8 md:gap-8 xl:mt-16 xl:grid-cols-4">
      {steps.map((step, place) => (
        <li
          key={step.title}
          className="border-clay relative grid grid-cols-[56px_1fr] content-start gap-x-4 last:border-transparent xl:block xl:border-t-3 xl:border-dotted xl:pt-8"
        >
          <span
            aria-hidden="true"
            className="drop bg-marigold text-ink font-head grid size-14 place-items-center text-[1.5rem] leading-none font-bold lining-nums xl:absolute xl:-top-7 xl:left-0"
          >
            {place + 1}
          </span>
          <div className="xl:mt-4">
            <h3 className="heading-small">
              <span className="sr-only">{fill(copy.stepSpoken, { number: place + 1 })} </span>
              {step.title}
            </h3>
            <p className="text-muted mt-1">{step.words}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
