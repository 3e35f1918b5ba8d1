import type { Step } from './numbered-steps.tsx'

/** What stands beside the picture of a step: its number, what it is, and what happens. */
export function StepWords({ step, place }: { step: Step; place: number }) {
  return (
    <div>
      <p className="text-clay text-small font-semibold">Step {place + 1}</p>
      <h3 className="heading-small">{step.title}</h3>
      <p className="text-muted mt-1">{step.words}</p>
    </div>
  )
}
