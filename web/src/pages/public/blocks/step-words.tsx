import * as copy from '../../../copy/site.ts'

export type Step = { title: string; words: string }

/** The text next to the picture of a step: its number, its title, and what happens. */
export function StepWords({ step, place }: { step: Step; place: number }) {
  return (
    <div>
      <p className="text-clay text-small font-semibold">{copy.step.replace('{number}', String(place + 1))}</p>
      <h3 className="heading-small">{step.title}</h3>
      <p className="text-muted mt-1">{step.words}</p>
    </div>
  )
}
