import * as copy from '../../../copy/site.ts'
import { fill } from '../../../lib/fill.ts'

export type Step = { title: string; words: string }

/** Four steps in a row, joined by a stitched line; in a column on phones. */
export function NumberedSteps({ steps }: { steps: readonly Step[] }) {
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
