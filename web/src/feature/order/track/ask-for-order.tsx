import { useState } from 'react'
import type { Act } from '../../../lib/act.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card, Tag } from '../../../ui/card.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import { type Asked, sampleOrder } from './policy.ts'
import { TrackForm } from './track-form.tsx'
import { TrackedView } from './tracked-view.tsx'

function Sample() {
  const [now] = useState(() => new Date())
  return (
    <section
      aria-labelledby="sample"
      className="rounded-card border-border bg-sand border-2 border-dashed p-4 md:p-6"
    >
      <Tag tone="warn" icon={<InfoIcon size={16} />}>
        Sample
      </Tag>
      <h2 id="sample" className="mt-2">
        This is a sample
      </h2>
      <p className="text-muted mt-1 mb-6">Nobody’s order: it shows what you will see of yours.</p>
      <TrackedView order={sampleOrder(now)} level="h3" />
    </section>
  )
}

export type AskForOrderProps = { number: string; act: Act; linkEnded: boolean; onAsk: (asked: Asked) => void }

/** The form, next to an example of what it shows. */
export function AskForOrder({ number, act, linkEnded, onAsk }: AskForOrderProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="lg:sticky lg:top-24">
        <h1>Track your order</h1>
        <p className="max-w-words text-muted mt-2 mb-6">
          See how far it is and what happens next. You need no account. Tests, prices and results are never
          shown here.
        </p>
        {linkEnded ? (
          <div className="mb-6">
            <Banner tone="warn" announce title="This link does not open an order">
              <p>
                A link from our mail works until 90 days after the order has ended. With the order id and the
                patient’s phone or email you can still look it up.
              </p>
            </Banner>
          </div>
        ) : null}
        <Card>
          <TrackForm
            key={number}
            number={number}
            working={act.working}
            failure={linkEnded ? null : act.failure}
            onAsk={onAsk}
          />
        </Card>
      </div>
      <Sample />
    </div>
  )
}
