import { hoursLines, type Order } from '@labalaba/contract'
import { counted } from '../../lib/format.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { fastFrom, spanWords, together, visitMoment } from './policy.ts'

type Step = { title: string; words: string }

function goStep(order: Order): Step {
  const visit = visitMoment(order)
  if (visit) return { title: visit, words: `A phlebotomist comes to ${order.collectionAddress ?? 'you'}.` }
  const { name, address, landmark, openingHours } = order.place
  return {
    title: `Go to ${name}`,
    words: together([address, landmark, ...hoursLines(openingHours, new Date())].filter(Boolean).join('. ')),
  }
}

function readyStep(order: Order): Step {
  const from = fastFrom(order)
  const hours = longestFast(order.tests)
  const fast = from ? `Do not eat from ${from}` : `Do not eat for ${counted(hours, 'hour')} before`
  return {
    title: hours > 0 ? fast : 'Get ready',
    words: preparations(order.tests)
      .map(({ words }) => words)
      .join(' '),
  }
}

/** The steps after a payment, for the owner of the order. */
export function NextSteps({ order }: { order: Order }) {
  const hours = Math.max(0, ...order.tests.map((test) => test.turnaroundHours))
  const ready = readyStep(order)
  const steps: Step[] = [
    goStep(order),
    ...(longestFast(order.tests) > 0 || ready.words !== '' ? [ready] : []),
    {
      title: `Results up to ${spanWords(hours)} after the lab has the sample`,
      words: `If the lab is closed then, you get them when it opens. We write to ${order.patient.email} when they are ready.`,
    },
  ]
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-4">
        What happens next
      </h2>
      <Timeline
        label="What happens next"
        stages={steps.map((step, place) => ({ ...step, state: place === 0 ? 'current' : 'upcoming' }))}
      />
    </section>
  )
}
