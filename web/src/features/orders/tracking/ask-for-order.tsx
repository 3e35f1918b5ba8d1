import { useState } from 'react'
import { Banner } from '../../../components/banner.tsx'
import { Card, Tag } from '../../../components/card.tsx'
import { InfoIcon } from '../../../components/icons.tsx'
import * as copy from '../../../copy/tracking.ts'
import type { Act } from '../../../lib/act.ts'
import { sampleOrder, type TrackQuery } from './policy.ts'
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
        {copy.sampleTag}
      </Tag>
      <h2 id="sample" className="mt-2">
        {copy.sampleTitle}
      </h2>
      <p className="text-muted mt-1 mb-6">{copy.sampleHint}</p>
      <TrackedView order={sampleOrder(now)} level="h3" />
    </section>
  )
}

export type AskForOrderProps = {
  number: string
  act: Act
  linkEnded: boolean
  onAsk: (asked: TrackQuery) => void
}

/** The form, next to an example of what it shows. */
export function AskForOrder({ number, act, linkEnded, onAsk }: AskForOrderProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="lg:sticky lg:top-24">
        <h1>{copy.title}</h1>
        <p className="max-w-words text-muted mt-2 mb-6">{copy.intro}</p>
        {linkEnded ? (
          <div className="mb-6">
            <Banner tone="warn" announce title={copy.linkEndedTitle}>
              <p>{copy.linkEnded}</p>
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
