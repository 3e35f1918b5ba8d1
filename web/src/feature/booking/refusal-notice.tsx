import { type ReactNode, useEffect, useRef } from 'react'
import { ApiFailure, failureWords, isOffline } from '../../lib/api.ts'
import type { ChosenLab } from '../../lib/cart.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { WaysOn } from './cart-tests.tsx'
import { listed } from './policy.ts'
import { namesIn, orderIn } from './refusals.ts'

type RefusalNoticeProps = { failure: unknown; lab: ChosenLab; onWalkIn: () => void }

const link = 'inline-flex min-h-12 items-center font-semibold'

function Told({
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
function Kept({ reference, words }: { reference: string; words: string }) {
  return (
    <Told tone="warn" title="Your booking is kept">
      <p>{words} Nothing has been paid yet.</p>
      <Link to={`/orders/${reference}`} className={link}>
        See the order and pay from there
      </Link>
    </Told>
  )
}

/** This booking has already received money, so the user is not sent to pay again. */
function PaidBefore({ reference, words }: { reference: string; words: string }) {
  return (
    <Told tone="warn" title="You have booked this before">
      <p>{words}</p>
      <Link to={`/orders/${reference}`} className={link}>
        See the order
      </Link>
    </Told>
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
  const names = listed(namesIn(failure.data)) || 'a test in your cart'
  switch (failure.code) {
    case 'unknown_test':
      return (
        <Told title="Nothing has been booked">
          <p>This lab does not offer {names} now. Take it out of the cart to continue.</p>
          <Ways failure={failure} lab={lab} gone />
        </Told>
      )
    case 'not_at_this_location':
      return (
        <Told title="Nothing has been booked">
          <p>This location does not do {names}. Take it out of the cart, or choose another location.</p>
          <Ways failure={failure} lab={lab} />
        </Told>
      )
    case 'location_paused':
      return (
        <Told title="Nothing has been booked" tone="warn">
          <p>{failure.message} Your cart is kept.</p>
          <Link to={`/labs/${lab.reference}`} className={link}>
            Choose another location
          </Link>
        </Told>
      )
    case 'no_home_collection':
      return (
        <Told title="Nothing has been booked">
          <p>
            The sample cannot be taken at home{namesIn(failure.data).length > 0 ? ` for ${names}` : ' here'}.
          </p>
          <Button onClick={onWalkIn}>Choose walk-in</Button>
        </Told>
      )
    case 'too_many_holds':
    case 'many_unpaid_orders':
      return (
        <Told title="Nothing has been booked" tone="warn">
          <p>{failure.message}</p>
          <Link to="/orders" className={link}>
            See my orders
          </Link>
        </Told>
      )
    default:
      return (
        <Told title="Nothing has been booked">
          <p>{failure.message}</p>
          <Link to="/explore/labs" className={link}>
            Find another lab
          </Link>
        </Told>
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
      <Told title="We could not finish this">
        <p>{failureWords(failure)}. You have not paid. Please try again.</p>
      </Told>
    )
  }
  if (isOffline(failure)) {
    return (
      <Told title="No answer came" tone="warn">
        <p>Your network may have dropped. You have not paid. Tap Proceed again: it will not book twice.</p>
      </Told>
    )
  }
  const order = orderIn(failure.data)
  const mustChange = placed.has(failure.code) || labIsOut.has(failure.code)
  if (mustChange || (tooMany.has(failure.code) && !order)) {
    return <ByCode failure={failure} lab={lab} onWalkIn={onWalkIn} />
  }
  if (order && hasMoney.has(failure.code)) return <PaidBefore reference={order} words={failure.message} />
  if (order) return <Kept reference={order} words={failure.message} />
  return (
    <Told title="We could not finish this">
      <p>{failure.message} You have not paid.</p>
    </Told>
  )
}
