import { useState } from 'react'
import { ChevronDownIcon } from '../../ui/first-icons.tsx'
import doctor from '../art/doctor.svg'

type FaqProps = { questions: readonly { title: string; words: string }[] }

/** Questions, one open at a time, the first from the start. */
export function Faq({ questions }: FaqProps) {
  const [open, setOpen] = useState(0)
  return (
    <section className="bg-paper py-12 md:py-16" id="faq" aria-labelledby="faq-title">
      <div className="page grid gap-6 lg:grid-cols-[4fr_8fr] lg:gap-16">
        <div>
          <h2 id="faq-title">Questions people ask</h2>
          <img
            src={doctor}
            alt="A doctor in a white coat"
            width="260"
            height="260"
            loading="lazy"
            className="mt-6 -ml-6 hidden size-65 lg:block"
          />
        </div>
        <div>
          {questions.map((question, place) => (
            <details key={question.title} open={open === place} className="group border-hair border-b">
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button; the browser turns Enter and Space on a summary into a click */}
              <summary
                onClick={(event) => {
                  event.preventDefault()
                  setOpen(open === place ? -1 : place)
                }}
                className="heading-small flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden"
              >
                {question.title}
                <ChevronDownIcon
                  size={24}
                  className="text-indigo transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="max-w-words pr-8 pb-6">{question.words}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
