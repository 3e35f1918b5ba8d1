import { brand, type TrackedOrder } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Breakable } from '../../../components/breakable.tsx'
import { Card, Facts } from '../../../components/card.tsx'
import { CheckIcon } from '../../../components/first-icons.tsx'
import { ClockIcon, MinusIcon, WarningIcon } from '../../../components/icons.tsx'
import { Timeline } from '../../../components/timeline.tsx'
import * as shared from '../../../copy/shared.ts'
import * as copy from '../../../copy/tracking.ts'
import { fill } from '../../../lib/fill.ts'
import { dayAndTime } from '../../../lib/format.ts'
import { OrderSamples } from '../order-samples.tsx'
import { together, visitMoment } from '../policy.ts'
import { type NextTone, trackNext } from './next.ts'
import { requestWords, stagesDone, trackStages } from './policy.ts'

type Level = 'h2' | 'h3'

function ringTone(order: TrackedOrder, look: NextTone | undefined): RingTone {
  if (order.state === 'cancelled' || order.state === 'expired') return 'ended'
  if (order.state === 'results_ready') return 'done'
  return look ?? 'going'
}

/** The colour of the lead. What happens next comes first, as it is what users look for. */
const leadInk = { soon: 'text-warn', ask: 'text-warn', late: 'text-error' } as const

function NextCard({ order, level: Title }: { order: TrackedOrder; level: Level }) {
  const next = trackNext(order)
  return (
    <Card as="section">
      <div className="flex items-center gap-4 md:gap-6">
        <StageRing done={stagesDone(order)} look={ringTone(order, next.look)} />
        <div className="min-w-0">
          <p className={`text-small ${next.look ? `font-semibold ${leadInk[next.look]}` : 'text-muted'}`}>
            {together(next.lead)}
          </p>
          <Title className="font-head text-h2 leading-8 font-bold">{together(next.title)}</Title>
        </div>
      </div>
      <p className="mt-4">{next.words}</p>
      {next.support ? (
        <a
          href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(fill(copy.mailSubject, { reference: order.reference }))}`}
          className="mt-1 inline-flex min-h-12 items-center font-semibold"
        >
          <Breakable text={brand.supportEmail} />
        </a>
      ) : null}
    </Card>
  )
}

function Details({ order, level: Title }: { order: TrackedOrder; level: Level }) {
  const { next } = order.progress
  const visit = next === 'nobody_goes' || next === 'missed' ? null : visitMoment(order)
  return (
    <Card as="section" edge>
      <Title className="heading-small">{copy.details}</Title>
      <Facts
        lines={[
          { label: shared.patient, value: order.patientName },
          { label: copy.orderId, value: <Breakable text={order.reference} /> },
          {
            label: shared.lab,
            value: (
              <>
                {order.lab}
                <span className="text-muted block">{order.location}</span>
              </>
            ),
          },
          { label: copy.requestType, value: requestWords[order.mode] },
          ...(visit ? [{ label: copy.homeVisit, value: together(visit) }] : []),
          { label: copy.booked, value: together(dayAndTime(order.createdAt)) },
        ]}
      />
    </Card>
  )
}

type TrackedViewProps = {
  order: TrackedOrder
  /** The level of its headings, below that of the surrounding page. */
  level?: Level
  /** Side by side if there is room. */
  wide?: boolean
  /** Below the details: what can be done now. */
  children?: ReactNode
}

/** The status of an order for a user without an account: no test, no price, no result. */
export function TrackedView({ order, level = 'h2', wide = false, children }: TrackedViewProps) {
  const ended = order.state === 'cancelled' || order.state === 'expired'
  const columns = wide ? 'lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12' : ''
  const Title = level
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] items-start gap-8 ${columns}`}>
      <div className="space-y-8">
        <NextCard order={order} level={level} />
        {ended ? null : (
          <section>
            <Title className={level === 'h3' ? 'heading-small mb-4' : 'mb-4'}>{copy.progress}</Title>
            <Timeline label={copy.stages} stages={trackStages(order)} />
            <OrderSamples
              samples={order.progress.samples}
              order={order}
              level={level === 'h2' ? 'h3' : 'h4'}
            />
          </section>
        )}
      </div>
      <div className="space-y-6">
        <Details order={order} level={level} />
        {children}
      </div>
    </div>
  )
}

const around = 2 * Math.PI * 36
const gap = 9
const piece = around / 4 - gap

type RingTone = 'going' | 'done' | 'ended' | 'soon' | 'late' | 'ask'

const colours = {
  going: { ring: 'stroke-indigo', ink: 'text-indigo', Icon: ClockIcon },
  done: { ring: 'stroke-leaf', ink: 'text-leaf', Icon: CheckIcon },
  ended: { ring: 'stroke-border', ink: 'text-muted', Icon: MinusIcon },
  soon: { ring: 'stroke-marigold', ink: 'text-warn', Icon: ClockIcon },
  late: { ring: 'stroke-error', ink: 'text-error', Icon: WarningIcon },
  ask: { ring: 'stroke-marigold', ink: 'text-warn', Icon: WarningIcon },
} as const

/** Four arcs, one per stage, filled once reached. The words next to it say the same. */
function StageRing({ done, look }: { done: number; look: RingTone }) {
  const { ring, ink, Icon } = colours[look]
  return (
    <span
      aria-hidden="true"
      className={`relative grid size-17 shrink-0 place-items-center sm:size-21 ${ink}`}
    >
      <svg
        viewBox="0 0 84 84"
        fill="none"
        className="absolute inset-0 size-full -rotate-90"
        aria-hidden="true"
      >
        {[0, 1, 2, 3].map((place) => (
          <circle
            key={place}
            cx="42"
            cy="42"
            r="36"
            strokeWidth="8"
            strokeLinecap="round"
            strokeDasharray={`${piece - 8} ${around}`}
            strokeDashoffset={-(place * (around / 4) + (gap + 8) / 2)}
            className={place < done ? ring : 'stroke-hair'}
          />
        ))}
      </svg>
      <Icon size={30} strokeWidth={2.5} />
    </span>
  )
}
