import { hoursLines, type Order } from '@labalaba/contract'
import { useEffect } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ClockIcon, RefreshIcon, ShieldIcon, WaitingIcon } from '../../components/icons.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Timeline } from '../../components/timeline.tsx'
import * as progressCopy from '../../copy/order-progress.ts'
import * as orderCopy from '../../copy/orders.ts'
import * as copy from '../../copy/payments.ts'
import { fastFrom, spanWords, together, visitMoment, waitsForChoice } from '../../features/orders/policy.ts'
import {
  AfterPayment,
  AlreadyPaid,
  LeftUnpaid,
  PaymentUnknown,
} from '../../features/payments/after-payment.tsx'
import { paymentStatus } from '../../features/payments/policy.ts'
import { useOrderBehind, usePaymentCheck } from '../../features/payments/queries.ts'
import { isOffline, isUnknown } from '../../lib/api.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { useSignedIn, useTitle } from '../../lib/hooks.ts'
import { emptyDoneCart, orderBeingPaid } from '../../lib/payment-departure.ts'
import { longestFast, preparations } from '../../lib/preparation.ts'

/** The cart is cleared once its payment has arrived, and not before: a failed payment preserves everything. */
function useEmptyCartWhen(settled: boolean): void {
  useEffect(() => {
    if (settled && emptyDoneCart()) forgetDraft()
  }, [settled])
}

/** The page to which the payment page redirects. Works without a session, and shows only the state and the amount. */
export function PaymentReturnPage() {
  useTitle(copy.returnTitle)
  const signedIn = useSignedIn()
  const [address] = useSearchParams()
  const reference = address.get('reference') ?? address.get('trxref') ?? ''
  const check = usePaymentCheck(reference)
  const payment = check.data?.data
  const status = payment ? paymentStatus(payment.state) : 'checking'
  useEmptyCartWhen(status === 'settled')

  const left = orderBeingPaid()
  const leftUnpaid = payment !== undefined && status === 'checking' && address.get('cancelled') === '1'
  const shownReference =
    signedIn && (status !== 'checking' || leftUnpaid || payment?.paidByAnother) ? left : ''
  const behind = useOrderBehind(shownReference).data?.data
  // The tab may have left for another order since: only the order of this payment is shown.
  const order = behind?.payments.some((one) => one.reference === reference) ? behind : undefined

  if (reference === '' || isUnknown(check.error)) return <PaymentUnknown signedIn={signedIn} />
  return (
    <div className="column space-y-6 py-6 md:py-8">
      {payment && status !== 'checking' ? (
        <AfterPayment
          payment={payment}
          order={order?.reference ?? ''}
          signedIn={signedIn}
          next={order ? <NextSteps order={order} /> : undefined}
          late={order !== undefined && waitsForChoice(order)}
        />
      ) : payment?.paidByAnother ? (
        <AlreadyPaid order={order?.reference ?? ''} signedIn={signedIn} />
      ) : leftUnpaid ? (
        <LeftUnpaid order={order?.reference ?? ''} signedIn={signedIn} />
      ) : (
        <Checking
          amount={payment?.amount ?? null}
          resting={check.resting}
          offline={isOffline(check.error)}
          onAgain={check.again}
        />
      )}
    </div>
  )
}

type CheckingProps = {
  /** Naira; null until the first response. */
  amount: number | null
  /** Checked for about two minutes; paused now. */
  resting: boolean
  /** The last check got no response. */
  offline: boolean
  onAgain: () => void
}

/** The bank has not decided yet. Tells the payer not to pay twice. */
function Checking({ amount, resting, offline, onAgain }: CheckingProps) {
  const waiting = amount === null ? copy.checkingMoney : fill(copy.checkingAmount, { amount: naira(amount) })
  return (
    <div className="space-y-6">
      <Card edge>
        <ClockIcon size={48} className={`text-indigo ${resting ? '' : 'motion-breathe'}`} />
        <h1 className="mt-4">{copy.checkingTitle}</h1>
        <p role="status" className="mt-3">
          {offline ? copy.checkingOffline : resting ? copy.checkingResting : waiting}
        </p>
        {resting ? (
          <div className="mt-4">
            <Button look="primary" wide onClick={onAgain}>
              <RefreshIcon />
              {copy.checkAgain}
            </Button>
          </div>
        ) : null}
      </Card>
      <section aria-labelledby="safe" className="space-y-3">
        <h2 id="safe" className="heading-small">
          {copy.safeTitle}
        </h2>
        <p className="flex items-start gap-3">
          <ShieldIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>{copy.safeText}</span>
        </p>
        <p className="flex items-start gap-3">
          <WaitingIcon className="text-indigo mt-0.5 md:mt-1" />
          <span>{copy.safeToClose}</span>
        </p>
      </section>
      {resting ? (
        <Banner>
          <p>{copy.closedUnpaid}</p>
        </Banner>
      ) : null}
    </div>
  )
}

type Step = { title: string; words: string }

function goStep(order: Order): Step {
  const visit = visitMoment(order)
  const address = order.collectionAddress
  if (visit)
    return {
      title: visit,
      words: address ? fill(orderCopy.stepVisit, { address }) : orderCopy.stepVisitToYou,
    }
  const { name, landmark, openingHours } = order.place
  return {
    title: fill(orderCopy.stepGo, { location: name }),
    words: together(
      [order.place.address, landmark, ...hoursLines(openingHours, new Date())].filter(Boolean).join('. '),
    ),
  }
}

function readyStep(order: Order): Step {
  const from = fastFrom(order)
  const hours = longestFast(order.tests)
  const fast = from ? fill(orderCopy.fastFrom, { moment: from }) : plural(orderCopy.fastFor, hours)
  return {
    title: hours > 0 ? fast : orderCopy.stepGetReady,
    words: preparations(order.tests)
      .map(({ words }) => words)
      .join(' '),
  }
}

/** The steps after a payment, for the owner of the order. */
function NextSteps({ order }: { order: Order }) {
  const hours = Math.max(0, ...order.tests.map((test) => test.turnaroundHours))
  const ready = readyStep(order)
  const steps: Step[] = [
    goStep(order),
    ...(longestFast(order.tests) > 0 || ready.words !== '' ? [ready] : []),
    {
      title: fill(orderCopy.stepResults, { span: spanWords(hours) }),
      words: order.patient.email
        ? fill(orderCopy.stepResultsClosed, { email: order.patient.email })
        : orderCopy.stepResultsAtLab,
    },
  ]
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-4">
        {progressCopy.whatNext}
      </h2>
      <Timeline
        label={progressCopy.whatNext}
        stages={steps.map((step, place) => ({ ...step, state: place === 0 ? 'current' : 'upcoming' }))}
      />
    </section>
  )
}
