import type { Handover } from '@labalaba/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/handovers.ts'
import { carriedWords, countWords, stateWords } from '../../features/handovers/policy.ts'
import { useHandovers } from '../../features/handovers/queries.ts'
import { PhotoButtons } from '../../features/home-visits/photo/photo-list.tsx'
import { useWorklistDesk } from '../../features/specimens/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

/** The home visit specimens that are brought to a lab, for its staff. */
export function HandoversPage() {
  useTitle(copy.handoversTitle)
  useDensity('compact')
  const query = useHandovers()
  const desk = useWorklistDesk('').data?.data
  const list = query.data?.data
  const again = () => void query.refetch()
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.worklist}</BackLink>
      <div>
        <h1>{copy.handoversTitle}</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      <p className="max-w-column">{copy.handoversHint}</p>
      {list ? (
        <section aria-label={copy.handoversTitle} className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {plural(copy.handoversCount, list.length)}
          </p>
          {list.length > 0 ? (
            <HandoverList
              handovers={list}
              photosOf={({ photos }) => <PhotoButtons photos={photos} small />}
              showPlace={(desk?.locations.length ?? 0) > 1}
              mayCount={desk?.duties.some((duty) => duty === 'desk' || duty === 'scientist') ?? false}
            />
          ) : (
            <EmptyState title={copy.handoversEmptyTitle}>{copy.handoversEmpty}</EmptyState>
          )}
        </section>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <HandoversWaiting />
        </NotLoaded>
      )}
    </div>
  )
}

const loadDialog = () => import('../../features/handovers/count-dialog.tsx')
const CountDialog = lazy(async () => ({ default: (await loadDialog()).CountDialog }))

type ListProps = {
  handovers: readonly Handover[]
  /** Handovers of several locations are listed, so each names its location. */
  showPlace: boolean
  mayCount: boolean
  /** Renders the photos of one handover. */
  photosOf: (handover: Handover) => ReactNode
}

/** The handovers of home visits to the lab, each with what was given and what was counted. */
function HandoverList({ handovers, showPlace, mayCount, photosOf }: ListProps) {
  const [counting, setCounting] = useState<Handover | null>(null)
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {handovers.map((one) => (
          <Card as="li" key={one.visit}>
            <OneHandover
              handover={one}
              showPlace={showPlace}
              photos={photosOf(one)}
              onCount={mayCount && one.confirmed === null ? () => setCounting(one) : null}
            />
          </Card>
        ))}
      </ul>
      {counting ? (
        <Suspense>
          <CountDialog handover={counting} onClose={() => setCounting(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

type OneProps = {
  handover: Handover
  showPlace: boolean
  photos: ReactNode
  onCount: (() => void) | null
}

function OneHandover({ handover, showPlace, photos, onCount }: OneProps) {
  const { words, tone } = stateWords[handover.state]
  const count = countWords(handover)
  return (
    <article aria-label={fill(copy.handoverOrder, { order: handover.order })} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="heading-small figures">
          <Link
            to={`/portal/lab/orders/${encodeURIComponent(handover.order)}`}
            className="min-h-row inline-flex items-center"
          >
            <Breakable text={handover.order} />
          </Link>
        </h2>
        <span className="flex flex-wrap gap-2">
          {handover.isLate ? <Tag tone="error">{copy.handoverLate}</Tag> : null}
          <Tag tone={tone}>{words}</Tag>
        </span>
      </div>
      <div className="text-muted">
        {showPlace ? <p>{fill(copy.handoverFor, { location: handover.location })}</p> : null}
        {carriedWords(handover).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {count ? <p className="text-ink font-semibold">{count}</p> : null}
      </div>
      <ul className="divide-hair border-hair divide-y border-y">
        {handover.samples.map((sample) => (
          <li key={sample.accession} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span>
              <span className="figures font-semibold">{sample.accession}</span>{' '}
              <span className="text-muted">{sample.container}</span>
            </span>
            {sample.state === 'received' ? (
              <span className="text-leaf font-semibold">{copy.sampleReceived}</span>
            ) : sample.state === 'rejected' ? (
              <span className="text-muted">{copy.sampleRejected}</span>
            ) : sample.isMissing ? (
              <span className="text-error font-semibold">{copy.sampleMissing}</span>
            ) : handover.confirmed ? (
              <span className="text-leaf font-semibold">{copy.sampleHere}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {photos}
      {handover.state === 'missing' ? <p className="max-w-words">{copy.handoverMissing}</p> : null}
      {onCount ? (
        <Button wide look="primary" onPointerEnter={loadDialog} onFocus={loadDialog} onClick={onCount}>
          {copy.countSamples}
        </Button>
      ) : null}
    </article>
  )
}

/** Placeholder cards of the size of handovers. */
function HandoversWaiting() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['a', 'b'].map((place) => (
        <Card key={place}>
          <div className="space-y-3">
            <Skeleton className="h-7 w-2/5" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-11 w-44" />
          </div>
        </Card>
      ))}
    </div>
  )
}
