import type { LabOrder, LabSpecimen } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import * as copy from '../../copy/specimens.ts'
import { useAct } from '../../lib/act.ts'
import { failureWords } from '../../lib/api.ts'
import { fill } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { reasonWords, sampleWords, untakenWords, whenWords } from './policy.ts'
import { collectOne, receive, saveLabels } from './queries.ts'

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog.tsx')).RejectDialog }))

type ListProps = { order: LabOrder; onOrder: (order: LabOrder) => void }

/** The specimens of an order: container, tests, state, and who handled each. */
export function SampleList({ order, onOrder }: ListProps) {
  const now = useNow()
  return (
    <ul className="rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border">
      {order.specimens.map((one) => (
        <Sample key={one.accession} sample={one} order={order} onOrder={onOrder} now={now} />
      ))}
    </ul>
  )
}

function Sample({ sample, order, onOrder, now }: ListProps & { sample: LabSpecimen; now: Date }) {
  const { words, tone } = sampleWords[sample.state]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <h3 className="font-body flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={`figures font-semibold ${sample.state === 'rejected' ? 'line-through' : ''}`}>
            {sample.accession}
          </span>
          <Tag tone={tone}>{words}</Tag>
          {sample.replaces ? <Tag>{fill(copy.sampleReplaces, { accession: sample.replaces })}</Tag> : null}
        </h3>
        <p>
          {sample.specimen} · {sample.container}
        </p>
        <p className="text-muted">{sample.tests.join(', ')}</p>
        {historyOf(sample, now).map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
      </div>
      <Acts sample={sample} order={order} onOrder={onOrder} />
    </li>
  )
}

/** Who handled the specimen, and when. */
function historyOf(sample: LabSpecimen, now: Date): string[] {
  const lines: string[] = []
  const { untaken } = sample
  if (untaken) {
    const why = [untakenWords[untaken.reason], untaken.note].filter(Boolean).join('. ')
    lines.push(fill(copy.historyUntaken, { when: whenWords(untaken.at, now), why }))
  }
  if (sample.collectedAt) {
    const when = whenWords(sample.collectedAt, now)
    const who = sample.collectedBy
    lines.push(who ? fill(copy.historyCollectedBy, { who, when }) : fill(copy.historyCollected, { when }))
  }
  if (sample.receivedAt) {
    const when = whenWords(sample.receivedAt, now)
    const who = sample.receivedBy
    lines.push(who ? fill(copy.historyReceivedBy, { who, when }) : fill(copy.historyReceived, { when }))
  }
  if (sample.rejectedAt && sample.rejectedReason) {
    const when = whenWords(sample.rejectedAt, now)
    const who = sample.rejectedBy
    const why = [reasonWords[sample.rejectedReason], sample.rejectedNote].filter(Boolean).join('. ')
    lines.push(
      who ? fill(copy.historyRejectedBy, { who, when, why }) : fill(copy.historyRejected, { when, why }),
    )
  }
  return lines
}

function Acts({ sample, order, onOrder }: ListProps & { sample: LabSpecimen }) {
  const act = useAct()
  const [rejecting, setRejecting] = useState(false)
  const { may } = order
  const isOneOfMany = order.specimens.filter(({ state }) => state === 'expected').length > 1
  const name = <span className="sr-only">, {sample.accession}</span>
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2 md:justify-end">
        {may.collect && sample.state === 'expected' && isOneOfMany ? (
          <Button
            working={act.working}
            onClick={() =>
              act.run(async () => {
                onOrder(await collectOne(order, sample))
                toast.success(copy.sampleCollectedDone)
              })
            }
          >
            {copy.collected}
            {name}
          </Button>
        ) : null}
        {may.receive && sample.state === 'collected' ? (
          <Button
            working={act.working}
            onClick={() =>
              act.run(async () => {
                const received = await receive([sample])
                if (received) onOrder(received)
                toast.success(copy.sampleReceivedDone)
              })
            }
          >
            {copy.receive}
            {name}
          </Button>
        ) : null}
        {may.reject && !sample.isReported && (sample.state === 'collected' || sample.state === 'received') ? (
          <Button look="quiet" onClick={() => setRejecting(true)}>
            {copy.reject}
            {name}
          </Button>
        ) : null}
        {may.print && sample.state !== 'rejected' && sample.state !== 'given_up' ? (
          <Button
            look="quiet"
            working={act.working}
            onClick={() => act.run(() => saveLabels(order.reference, 'single', sample.accession))}
          >
            {copy.label}
            {name}
          </Button>
        ) : null}
      </div>
      {act.failure ? (
        <p role="alert" className="text-error font-semibold">
          {failureWords(act.failure)}
        </p>
      ) : null}
      {rejecting ? (
        <Suspense>
          <RejectDialog
            sample={sample}
            onClose={() => setRejecting(false)}
            onRejected={(changed) => {
              setRejecting(false)
              onOrder(changed)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
