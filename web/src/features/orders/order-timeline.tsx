import type { Order } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Timeline } from '../../components/timeline.tsx'
import * as copy from '../../copy/orders.ts'
import { nextWords } from './next-words.ts'
import { OrderSamples } from './order-samples.tsx'
import { stagesOf } from './policy.ts'

/** The progress of an order: four stages, a sentence each, what happens next, and each specimen. */
export function OrderTimeline({ order }: { order: Order }) {
  const next = nextWords(order)
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="mb-4">
        {copy.progress}
      </h2>
      <Timeline
        label={copy.stages}
        stages={stagesOf(order).map((stage) => ({
          ...stage,
          more:
            stage.state === 'current' && next ? (
              <Banner title={copy.whatNext}>
                <p>{next}</p>
              </Banner>
            ) : undefined,
        }))}
      />
      <OrderSamples samples={order.progress.samples} order={order} level="h3" />
    </section>
  )
}
