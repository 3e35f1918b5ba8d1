import { LinkButton } from '../../../components/button.tsx'
import * as copy from '../../../copy/site.ts'
import { phlebotomistSteps } from '../../../copy/site-labs.ts'
import allocated from '../art/phleb-1.svg'
import collects from '../art/phleb-2.svg'
import submits from '../art/phleb-3.svg'
import paid from '../art/phleb-4.svg'
import { StepWords } from './step-words.tsx'

const pictures = [allocated, collects, submits, paid]

/** A phlebotomist's day with us, in four pictures. */
export function Phlebotomist() {
  return (
    <section className="py-12 md:py-16" aria-labelledby="phlebotomist">
      <div className="page">
        <h2 id="phlebotomist">{copy.phlebotomistTitle}</h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-2 md:mt-8 lg:grid-cols-4 lg:gap-8">
          {phlebotomistSteps.map((step, place) => (
            <li
              key={step.title}
              className="grid grid-cols-[112px_1fr] items-center gap-4 sm:grid-cols-1 sm:content-start"
            >
              <img
                src={pictures[place]}
                alt=""
                width="320"
                height="320"
                loading="lazy"
                className="h-auto w-28 sm:w-48"
              />
              <StepWords step={step} place={place} />
            </li>
          ))}
        </ol>
        <div className="mt-8 grid sm:block">
          <LinkButton to="?join=phlebotomist#apply" wide>
            {copy.applyAsPhlebotomist}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
