import { type TrackedOrder, trackOrder } from '@labalaba/contract'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as shared from '../../copy/shared.ts'
import * as copy from '../../copy/tracking.ts'
import { AnnouncedChanges } from '../../features/orders/announced-changes.tsx'
import { OrderNumber, OrderStateTag } from '../../features/orders/order-state.tsx'
import { stateWords } from '../../features/orders/policy.ts'
import { mayChange } from '../../features/orders/poll-interval.ts'
import { AskForOrder } from '../../features/orders/tracking/ask-for-order.tsx'
import { trackNext } from '../../features/orders/tracking/next.ts'
import { readTrackLink, type TrackQuery } from '../../features/orders/tracking/policy.ts'
import { TrackedView } from '../../features/orders/tracking/tracked-view.tsx'
import { type Act, useAct } from '../../lib/act.ts'
import { ApiFailure, call, failureWords, isOffline } from '../../lib/api.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { clockTime } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useLive } from '../../lib/live.ts'

const DeskCode = lazy(async () => ({
  default: (await import('../../features/orders/desk-code.tsx')).DeskCode,
}))

type Found = {
  query: TrackQuery
  order: TrackedOrder
  at: Date
  /** When the user last refreshed by hand, which is read out. */
  refreshedAt: Date
}

/**
 * The hash of a mail's link. It is removed from the address bar immediately and stays in the state of this history
 * entry, so that a reload still shows the order. No storage and no address holds it.
 */
function useMailLink(): string | null {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const fresh = readTrackLink(hash) ? hash : null
  useLayoutEffect(() => {
    const query = fresh && readTrackLink(fresh)
    if (query) navigate(trackPath(query.reference), { replace: true, state: { opener: fresh } })
  }, [fresh, navigate])
  const earlier = typeof state === 'object' && state !== null && 'opener' in state ? String(state.opener) : ''
  return fresh ?? (readTrackLink(earlier) ? earlier : null)
}

function trackPath(reference: string): string {
  return `/track?order=${encodeURIComponent(reference)}`
}

/** The desk code is shown only to the holder of the link in the patient's mail; the order number is not enough. */
function isForDesk({ query, order }: Found): boolean {
  return 'signature' in query && order.state === 'scheduled' && order.mode === 'walkin'
}

type ShownProps = { found: Found; act: Act; onAgain: () => void; onNewer: (order: TrackedOrder) => void }

function Shown({ found, act, onAgain, onNewer }: ShownProps) {
  const { order, at } = found
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  useLive(async () => onNewer(await findOrder(found.query)), mayChange(order))
  const next = trackNext(order)
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {fillNodes(copy.heading, { number: <OrderNumber reference={order.reference} /> })}
      </h1>
      <div className="mt-2 mb-6 flex min-h-7 flex-wrap items-center gap-2">
        <OrderStateTag state={order.state} />
        {order.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
      </div>
      <AnnouncedChanges
        words={`${stateWords[order.state].words}. ${next.lead} ${next.title}. ${next.words}`}
      />
      <TrackedView order={order} wide>
        {isForDesk(found) ? (
          <Suspense fallback={<Skeleton className="h-36 w-full" />}>
            <DeskCode reference={order.reference} />
          </Suspense>
        ) : null}
        <div className="space-y-3 print:hidden">
          {act.failure ? (
            <Banner tone="warn" announce title={copy.checkFailed}>
              <p>
                {isOffline(act.failure) ? shared.noAnswer : failureWords(act.failure)}{' '}
                {fill(copy.knownAt, { time: clockTime(at) })}
              </p>
            </Banner>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button wide onClick={onAgain} working={act.working} workingText={shared.checking}>
              <RefreshIcon />
              {copy.checkAgain}
            </Button>
          </div>
          <p role="status" className="sr-only">
            {fill(copy.lookedUpAt, { time: clockTime(found.refreshedAt) })}
          </p>
          <p className="text-small text-muted">
            {fill(copy.checkedAt, { time: clockTime(at) })}
            {mayChange(order) ? ` ${copy.checksItself}` : ''}
          </p>
          <p className="text-small text-muted">
            {fillNodes(copy.didYouBook, {
              login: <Link to={`/orders/${order.reference}`}>{copy.didYouBookLogin}</Link>,
              another: <Link to="/track">{copy.didYouBookAnother}</Link>,
            })}
          </p>
        </div>
      </TrackedView>
    </>
  )
}

function Blocks() {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
      <div className="space-y-8">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
      <Skeleton className="h-90 w-full" />
    </div>
  )
}

function Opening({ reference, act, onAgain }: { reference: string; act: Act; onAgain: () => void }) {
  return (
    <>
      <h1>{fillNodes(copy.heading, { number: <OrderNumber reference={reference} /> })}</h1>
      <div className="mt-2 mb-6 min-h-7" />
      {
        <NotLoaded failure={act.failure} onRetry={onAgain} reference={reference}>
          <Blocks />
        </NotLoaded>
      }
    </>
  )
}

/** The progress of an order, without signing in: by its number and its patient, or from a mail's link. */
export function TrackPage() {
  useTitle(copy.title)
  const number = new URLSearchParams(useLocation().search).get('order') ?? ''
  const navigate = useNavigate()
  const opener = useMailLink()
  const act = useAct()
  const [found, setFound] = useState<Found | null>(null)
  const [tried, setTried] = useState<TrackQuery | null>(null)

  function track(query: TrackQuery): void {
    setTried(query)
    act.run(async () => {
      const order = await findOrder(query)
      const at = new Date()
      setFound({ query, order, at, refreshedAt: at })
      if ('contact' in query && number !== order.reference)
        navigate(trackPath(order.reference), { replace: number !== '' })
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is opened once, when it arrives
  useEffect(() => {
    const query = opener && readTrackLink(opener)
    if (query) track(query)
  }, [opener])

  const query = opener === null ? null : readTrackLink(opener)
  const linkEnded =
    tried !== null && 'signature' in tried && act.failure instanceof ApiFailure && act.failure.status === 404
  const shown = found?.order.reference === (query?.reference ?? number) ? found : null
  const opening = shown === null && query !== null && !linkEnded && tried !== null && 'signature' in tried
  return (
    <div className="page grow pt-4 pb-8 md:pt-6 md:pb-12">
      {shown ? (
        <Shown
          found={shown}
          act={act}
          onAgain={() => track(shown.query)}
          onNewer={(order) => setFound({ ...shown, order, at: new Date() })}
        />
      ) : query && (opening || tried === null) ? (
        <Opening reference={query.reference} act={act} onAgain={() => track(query)} />
      ) : (
        <AskForOrder number={number} act={act} linkEnded={linkEnded} onAsk={track} />
      )}
    </div>
  )
}

/** Reads the status of an order. The access data is sent in the body, never in a URL. */
async function findOrder(query: TrackQuery): Promise<TrackedOrder> {
  const { data } = await call(trackOrder, { body: query })
  return data
}
