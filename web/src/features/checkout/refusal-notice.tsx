import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/checkout.ts'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import type { ChosenLab } from '../../lib/cart.ts'
import { fill, plural } from '../../lib/fill.ts'
import { namesListed } from '../../lib/names.ts'
import { WaysOn } from './cart-tests.tsx'
import { namesIn, orderIn } from './refusals.ts'

type RefusalNoticeProps = { failure: unknown; lab: ChosenLab; onWalkIn: () => void }

const link = 'inline-flex min-h-12 items-center font-semibold'

function RefusalBanner({
  title,
  children,
  tone = 'error',
}: {
  title: string
  children: ReactNode
  tone?: 'error' | 'warn'
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div role="alert" ref={box}>
      <Banner tone={tone} title={title}>
        {children}
      </Banner>
    </div>
  )
}

/** The order was created although its payment did not start. */
function BookingSaved({ reference, words }: { reference: string; words: string }) {
  return (
    <RefusalBanner tone="warn" title={copy.keptTitle}>
      <p>
        {words} {copy.keptUnpaid}
      </p>
      <Link to={`/orders/${reference}`} className={link}>
        {copy.keptSeeOrder}
      </Link>
    </RefusalBanner>
  )
}

/** This booking has already received money, so the user is not sent to pay again. */
function PaidBefore({ reference, words }: { reference: string; words: string }) {
  return (
    <RefusalBanner tone="warn" title={copy.bookedBefore}>
      <p>{words}</p>
      <Link to={`/orders/${reference}`} className={link}>
        {copy.seeOrder}
      </Link>
    </RefusalBanner>
  )
}

/** The options for each refused test. */
function Ways({ failure, lab, gone = false }: { failure: ApiFailure; lab: ChosenLab; gone?: boolean }) {
  return (
    <div className="pt-2">
      {namesIn(failure.data).map((name) => (
        <WaysOn key={name} name={name} gone={gone} lab={lab.reference} />
      ))}
    </div>
  )
}

function ByCode({ failure, lab, onWalkIn }: RefusalNoticeProps & { failure: ApiFailure }) {
  const named = namesIn(failure.data)
  const names = namesListed(named) || copy.refusedTest
  const count = Math.max(named.length, 1)
  switch (failure.code) {
    case 'unknown_test':
      return (
        <RefusalBanner title={copy.nothingBooked}>
          <p>{plural(copy.refusedGone, count, { tests: names })}</p>
          <Ways failure={failure} lab={lab} gone />
        </RefusalBanner>
      )
    case 'not_at_this_location':
      return (
        <RefusalBanner title={copy.nothingBooked}>
          <p>{plural(copy.refusedHere, count, { tests: names })}</p>
          <Ways failure={failure} lab={lab} />
        </RefusalBanner>
      )
    case 'location_paused':
      return (
        <RefusalBanner title={copy.nothingBooked} tone="warn">
          <p>
            {failure.message} {copy.cartKept}
          </p>
          <Link to={`/labs/${lab.reference}`} className={link}>
            {copy.chooseOtherLocation}
          </Link>
        </RefusalBanner>
      )
    case 'no_home_collection':
      return (
        <RefusalBanner title={copy.nothingBooked}>
          <p>{named.length > 0 ? fill(copy.notAtHomeFor, { tests: names }) : copy.notAtHome}</p>
          <Button onClick={onWalkIn}>{copy.chooseWalkIn}</Button>
        </RefusalBanner>
      )
    case 'too_many_holds':
    case 'many_unpaid_orders':
      return (
        <RefusalBanner title={copy.nothingBooked} tone="warn">
          <p>{failure.message}</p>
          <Link to="/orders" className={link}>
            {copy.seeMyOrders}
          </Link>
        </RefusalBanner>
      )
    default:
      return (
        <RefusalBanner title={copy.nothingBooked}>
          <p>{failure.message}</p>
          <Link to="/explore/labs" className={link}>
            {copy.findOtherLab}
          </Link>
        </RefusalBanner>
      )
  }
}

const placed = new Set(['unknown_test', 'not_at_this_location', 'no_home_collection'])
const tooMany = new Set(['too_many_holds', 'many_unpaid_orders'])
const hasMoney = new Set(['already_paid', 'payment_held'])
const labIsOut = new Set(['lab_not_bookable', 'location_paused', 'unknown_lab', 'lab_required'])

/** Why a booking was refused, whether money is safe, and what to do now. */
export function RefusalNotice({ failure, lab, onWalkIn }: RefusalNoticeProps) {
  if (!(failure instanceof ApiFailure)) {
    return (
      <RefusalBanner title={copy.notFinished}>
        <p>{fill(copy.notFinishedTryAgain, { reason: failureWords(failure) })}</p>
      </RefusalBanner>
    )
  }
  if (isOffline(failure)) {
    return (
      <RefusalBanner title={copy.noAnswerTitle} tone="warn">
        <p>{copy.noAnswerProceed}</p>
      </RefusalBanner>
    )
  }
  const order = orderIn(failure.data)
  const mustChange = placed.has(failure.code) || labIsOut.has(failure.code)
  if (mustChange || (tooMany.has(failure.code) && !order)) {
    return <ByCode failure={failure} lab={lab} onWalkIn={onWalkIn} />
  }
  if (order && hasMoney.has(failure.code)) return <PaidBefore reference={order} words={failure.message} />
  if (order) return <BookingSaved reference={order} words={failure.message} />
  return (
    <RefusalBanner title={copy.notFinished}>
      <p>
        {failure.message} {copy.notPaid}
      </p>
    </RefusalBanner>
  )
}
