import * as copy from '../../../copy/site.ts'
import { steps } from '../../../copy/site-patients.ts'
import book from '../art/step-book.svg'
import download from '../art/step-download.svg'
import results from '../art/step-results.svg'
import { StepWords } from './step-words.tsx'

const pictures = [download, book, results]

/** The way to a result, in three steps along one line. */
export function GetStarted() {
  return (
    <section className="bg-paper py-12 md:py-16" aria-labelledby="get-started">
      <div className="page">
        <h2 id="get-started">{copy.getStarted}</h2>
        <ol className="relative mt-6 grid gap-6 md:mt-8 md:grid-cols-3 md:gap-8">
          <Flight />
          {steps.map((step, place) => (
            <li
              key={step.title}
              className="relative grid grid-cols-[96px_1fr] items-center gap-4 md:grid-cols-1 md:content-start"
            >
              <img
                src={pictures[place]}
                alt=""
                width="160"
                height="160"
                loading="lazy"
                className="size-24 md:size-40"
              />
              <StepWords step={step} place={place} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The butterfly's path behind the pictures, on screens wide enough for it. */
function Flight() {
  return (
    <svg
      viewBox="0 0 1088 160"
      fill="none"
      aria-hidden="true"
      className="absolute inset-x-0 top-0 hidden h-40 w-full md:block"
      preserveAspectRatio="none"
    >
      <path
        d="M168 96C230 20 300 150 372 84M540 96c62-76 132 54 204-12"
        stroke="#B4481E"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0.1 11"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
