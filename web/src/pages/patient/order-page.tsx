import type { Order } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import magnifier from '../../components/art/magnifier.svg'
import { Banner } from '../../components/banner.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Link } from '../../components/link.tsx'
import { BackLink } from '../../components/navigation.tsx'
import { EmptyState, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { AnnouncedChanges } from '../../features/orders/announced-changes.tsx'
import { CancelBooking } from '../../features/orders/cancel-booking.tsx'
import { nextWords } from '../../features/orders/next-words.ts'
import { NoOrders, useOfflineCopy } from '../../features/orders/offline-later.tsx'
import { OrderPayments, OrderPrice, OrderRefunds } from '../../features/orders/order-money.tsx'
import { OrderNumber, OrderStateTag } from '../../features/orders/order-state.tsx'
import { OrderStatus, OrderTimeline, PromiseClock } from '../../features/orders/order-status.tsx'
import { PayOrShare, type ReadyLink } from '../../features/orders/pay-or-share.tsx'
import {
  awaitsGivenUpMoney,
  promiseStillAhead,
  sampleIsDue,
  stateWords,
  waitsForChoice,
} from '../../features/orders/policy.ts'
import { useOrder } from '../../features/orders/queries.ts'
import { HowToPrepare, WhereAndWhen } from '../../features/orders/where-and-when.tsx'
import type { LinkedOrder } from '../../features/payments/link-dialog.tsx'
import { LinkDialogLater } from '../../features/payments/link-dialog-later.tsx'
import { OrderReceipt } from '../../features/receipts/receipt-download.tsx'
import { isUnknown } from '../../lib/api.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { fillNodes } from '../../lib/fill.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { emptyDoneCart, orderBeingPaid } from '../../lib/payment-departure.ts'

const TalkCard = lazy(async () => ({
  default: (await import('../../features/counselling/talk-card.tsx')).TalkCard,
}))
const NewSampleNeeded = lazy(async () => ({
  default: (await import('../../features/orders/new-sample.tsx')).NewSampleNeeded,
}))
const DeskCode = lazy(async () => ({
  default: (await import('../../features/orders/desk-code.tsx')).DeskCode,
}))
const GiveUp = lazy(async () => ({
  default: (await import('../../features/specimen-cancellation/give-up.tsx')).GiveUp,
}))
const LateMoney = lazy(async () => ({
  default: (await import('../../features/orders/late-money.tsx')).LateMoney,
}))
const OrderVisit = lazy(async () => ({ default: (await import('./order-visit.tsx')).OrderVisit }))
const NewVisit = lazy(async () => ({ default: (await import('./new-visit.tsx')).NewVisit }))

function linkedOrder(order: Order, { url, expiresAt, showTests, renewed = false }: ReadyLink): LinkedOrder {
  return {
    reference: order.reference,
    patientName: order.patient.name,
    email: order.patient.email,
    phone: order.patient.phone,
    showTests,
    tests: order.tests.map((test) => test.name),
    lab: order.lab,
    location: order.place.address,
    total: order.total,
    link: { url, expiresAt, renewed },
  }
}

const columns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-12'

/** Its specimens are still to be taken, or are being processed. */
function isUnderWay({ state }: Order): boolean {
  return state === 'scheduled' || state === 'sample_collected' || state === 'lab_processing'
}

function Blocks() {
  return (
    <div className={columns}>
      <div className="space-y-6">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-90 w-full" />
      </div>
      <div className="space-y-6">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  )
}

/** For an account that booked for another person: the patient needs no account to follow the order. */
function FollowWithout({ reference }: { reference: string }) {
  return (
    <p className="text-small text-muted print:hidden">
      {fillNodes(copy.followWithout, {
        page: <Link to={`/track?order=${encodeURIComponent(reference)}`}>{copy.followPage}</Link>,
      })}
    </p>
  )
}

function OrderFound({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const [link, setLink] = useState<ReadyLink | null>(null)
  const [moving, setMoving] = useState<'first' | 'again' | null>(null)
  const byDoctor = useProfile()?.type === 'doctor'
  /** The recipient of the link pays now, so the cart that the order came from is done. */
  const offer = (ready: ReadyLink) => {
    if (orderBeingPaid() === order.reference && emptyDoneCart()) forgetDraft()
    setLink(ready)
  }
  const giveUp = (
    <Suspense>
      <GiveUp reference={order.reference} isVisit={order.mode === 'sampleCollection'} onGivenUp={onChanged} />
    </Suspense>
  )
  const promised = promiseStillAhead(order)
  const ended = order.state === 'cancelled' || order.state === 'expired'
  return (
    <>
      <AnnouncedChanges words={`${stateWords[order.state].words}. ${nextWords(order, byDoctor) ?? ''}`} />
      <div className={columns}>
        <div className="space-y-8">
          {order.state === 'scheduled' && order.progress.samples.some(({ state }) => state === 'again') ? (
            <Suspense>
              <NewSampleNeeded order={order} giveUp={giveUp} />
            </Suspense>
          ) : null}
          <OrderStatus order={order} />
          {order.progress.next === 'nobody_goes' ||
          (order.state === 'scheduled' && order.mode === 'walkin') ? (
            <Suspense fallback={<Skeleton className="h-36 w-full" />}>
              <DeskCode reference={order.reference} />
            </Suspense>
          ) : null}
          {promised ? <PromiseClock promised={promised} reference={order.reference} /> : null}
          {order.may.readResults ? (
            <LinkButton look="primary" wide to={`/orders/${encodeURIComponent(order.reference)}/results`}>
              {order.state === 'results_ready' ? copy.readResults : copy.readResultsSoFar}
            </LinkButton>
          ) : null}
          {byDoctor && order.state === 'results_ready' && !order.may.readResults ? (
            <LinkButton wide to={`/orders/${encodeURIComponent(order.reference)}/results`}>
              {copy.resultsWithoutConsent}
            </LinkButton>
          ) : null}
          {awaitsGivenUpMoney(order) ? (
            <Banner title={copy.givenUpTitle}>
              <p>{copy.givenUpHint}</p>
            </Banner>
          ) : null}
          <OrderRefunds order={order} />
          {waitsForChoice(order) ? (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <LateMoney order={order} onNewDay={() => setMoving('first')} onChanged={onChanged} />
            </Suspense>
          ) : null}
          {order.mode === 'sampleCollection' && isUnderWay(order) ? (
            <Suspense>
              <OrderVisit
                order={order}
                onNewDay={(again) => setMoving(again ? 'again' : 'first')}
                giveUp={giveUp}
              />
            </Suspense>
          ) : null}
          {order.may.pay || order.may.shareLink ? (
            <PayOrShare
              order={order}
              onLink={offer}
              onChanged={onChanged}
              onNewTime={() => setMoving('first')}
            />
          ) : null}
          {ended ? null : <OrderTimeline order={order} isDoctor={byDoctor} />}
          <WhereAndWhen order={order} onNewTime={() => setMoving('first')} />
          {sampleIsDue(order) ? <HowToPrepare order={order} /> : null}
          {byDoctor && order.paidAt && !ended ? (
            <Suspense>
              <TalkCard reference={order.reference} patientName={order.patient.name} />
            </Suspense>
          ) : null}
          <CancelBooking order={order} onChanged={onChanged} />
        </div>
        <div className="space-y-6 lg:sticky lg:top-20">
          <OrderPrice order={order} byDoctor={byDoctor} />
          <OrderPayments order={order} />
          {order.paidAt ? <OrderReceipt reference={order.reference} /> : null}
          <FollowWithout reference={order.reference} />
        </div>
      </div>
      {moving ? (
        <Suspense>
          <NewVisit
            order={order}
            again={moving === 'again'}
            onMoved={() => {
              setMoving(null)
              onChanged()
            }}
            onClose={() => setMoving(null)}
          />
        </Suspense>
      ) : null}
      {link ? (
        <LinkDialogLater
          order={linkedOrder(order, link)}
          onClose={() => {
            setLink(null)
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

/** One order: its progress, what happens next, where and when, and its money. */
export function OrderPage() {
  useTitle(copy.pageTitle)
  const { reference = '' } = useParams()
  const query = useOrder(reference)
  const order = query.data?.data
  const again = () => void query.refetch()
  useOfflineCopy(order)

  if (isUnknown(query.error)) {
    return (
      <EmptyState
        headingLevel="h1"
        title={copy.notFoundTitle}
        picture={magnifier}
        action={
          <LinkButton look="primary" wide to="/orders">
            {copy.notFoundAction}
          </LinkButton>
        }
      >
        {copy.notFoundHint}
      </EmptyState>
    )
  }
  return (
    <div className="page grow pt-4 pb-8 md:pt-6 md:pb-12">
      <div className="print:hidden">
        <BackLink to="/orders">{copy.orders}</BackLink>
      </div>
      <h1>{fillNodes(copy.heading, { number: <OrderNumber reference={reference} /> })}</h1>
      <div className="mt-2 mb-6 flex min-h-7 flex-wrap items-center gap-2">
        {order ? <OrderStateTag state={order.state} /> : null}
        {order?.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
      </div>
      {order ? (
        <OrderFound order={order} onChanged={again} />
      ) : query.isError ? (
        <NoOrders failure={query.error} onRetry={again} reference={reference} />
      ) : (
        <Waiting onRetry={again}>
          <Blocks />
        </Waiting>
      )}
    </div>
  )
}
