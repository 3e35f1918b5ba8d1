import type { OrderItem, Progress, SampleProgress, SampleStep } from '@labalaba/contract'
import * as copy from '../../copy/order-progress.ts'
import { dayAndTime } from '../../lib/format.ts'
import { StateTag } from './order-state.tsx'
import { together } from './policy.ts'
import { sampleNext, sampleStates, sampleTitles, stepWords } from './progress-words.ts'

function Step({ step }: { step: SampleStep }) {
  const failed = step.what === 'rejected' || step.what === 'not_taken'
  return (
    <li className="flex flex-wrap gap-x-2">
      <span className={failed ? 'text-warn' : ''}>{stepWords(step)}</span>
      <time dateTime={step.at} className="text-muted">
        {together(dayAndTime(step.at))}
      </time>
    </li>
  )
}

type SamplesProps = {
  samples: readonly SampleProgress[]
  order: Pick<OrderItem, 'state' | 'mode'> & {
    readonly progress: Pick<Progress, 'next'>
    readonly may?: { readonly readResults: boolean }
  }
  /** The level of its heading. */
  level: 'h3' | 'h4'
}

/** The specimens of an order, each with its history, by whom, and its next step. Nothing before one has a number. */
export function OrderSamples({ samples, order, level: Title }: SamplesProps) {
  if (samples.length === 0) return null
  const titles = sampleTitles(samples)
  return (
    <div className="mt-8">
      <Title className="heading-small">{samples.length === 1 ? copy.theSample : copy.theSamples}</Title>
      <ul className="divide-hair border-hair mt-3 divide-y border-y">
        {samples.map((sample, place) => (
          <li key={titles[place]} className="py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="font-semibold">{titles[place]}</p>
              <StateTag {...sampleStates[sample.state]} />
            </div>
            {sample.steps.length > 0 ? (
              <ol className="text-small mt-2 space-y-1">
                {sample.steps.map((step) => (
                  <Step key={step.at + step.what} step={step} />
                ))}
              </ol>
            ) : null}
            <p className="mt-2">
              <span className="text-muted">{copy.sampleNextLabel} </span>
              {sampleNext(sample, order, order.progress.next)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
