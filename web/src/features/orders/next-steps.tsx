import { hoursLines, type Order } from '@labalaba/contract'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/orders.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'
import { fastFrom, spanWords, together, visitMoment } from './policy.ts'

type Step = { title: string; words: string }

function goStep(order: Order): Step {
  const visit = visitMoment(order)
  const address = order.collectionAddress
  if (visit) return { title: visit, words: address ? fill(copy.stepVisit, { address }) : copy.stepVisitToYou }
  const { name, landmark, openingHours } = order.place
  return {
    title: fill(copy.stepGo, { location: name }),
    words: together(
      [order.place.address, landmark, ...hoursLines(openingHours, new Date())].filter(Boolean).join('. '),
    ),
  }
}

function readyStep(order: Order): Step {
  const from = fastFrom(order)
  const hours = longestFast(order.tests)
  const fast = from ? fill(copy.fastFrom, { moment: from }) : plural(copy.fastFor, hours)
  return {
    title: hours > 0 ? fast : copy.stepGetReady,
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
      title: fill(copy.stepResults, { span: spanWords(hours) }),
      words: fill(copy.stepResultsClosed, { email: order.patient.email }),
    },
  ]
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-4">
        {copy.whatNext}
      </h2>
      <Timeline
        label={copy.whatNext}
        stages={steps.map((step, place) => ({ ...step, state: place === 0 ? 'current' : 'upcoming' }))}
      />
    </section>
  )
}
