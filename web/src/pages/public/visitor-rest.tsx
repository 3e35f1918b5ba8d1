import { CheckIcon } from '../../components/first-icons.tsx'
import * as copy from '../../copy/site.ts'
import { patientQuestions, ways } from '../../copy/site-patients.ts'
import { visitorStories } from '../../copy/site-stories.ts'
import patient from './art/patient.svg'
import phlebotomist from './art/phleb-2.svg'
import scientist from './art/scientist.svg'
import { Faq } from './blocks/faq.tsx'
import { AppStrip, GetApp, GetStarted, Services, WhyChoose } from './blocks/patient-blocks.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'

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

const pictures = [scientist, phlebotomist]
const grounds = ['bg-leaf-tint', 'bg-sand']

/** Walk-in and home visit, explained side by side. */
function Ways() {
  return (
    <section className="py-12 md:py-16" aria-labelledby="ways">
      <div className="page">
        <h2 id="ways">{copy.waysTitle}</h2>
        <ul className="mt-6 grid gap-4 md:mt-8 lg:grid-cols-2 lg:gap-6">
          {ways.map((way, place) => (
            <li
              key={way.title}
              className="rounded-card border-hair bg-card shadow-soft grid overflow-hidden border sm:grid-cols-[200px_1fr]"
            >
              <div className={`grid place-items-end justify-center ${grounds[place]}`}>
                <img
                  src={pictures[place]}
                  alt=""
                  width="200"
                  height="200"
                  loading="lazy"
                  className="size-44 sm:size-50"
                />
              </div>
              <div className="p-5 md:p-6">
                <h3 className="heading-small">{way.title}</h3>
                <p className="text-muted mt-1">{way.words}</p>
                <ul className="mt-3 grid gap-2">
                  {way.points.map((point) => (
                    <li key={point} className="text-input flex gap-2">
                      <CheckIcon className="text-leaf mt-0.5" />
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
