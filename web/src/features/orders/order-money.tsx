import type { Order, OrderRefund } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Summary } from '../../components/card.tsx'
import { CalendarIcon } from '../../components/icons.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { earningWords } from '../../lib/earning.ts'
import { fill, fillNodes, plural } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { StateTag } from './order-state.tsx'
import { oddWords, sumWords, tryWords, visitIsAhead, visitMoment } from './policy.ts'
import { keepLateOrder } from './queries.ts'
import { refundTags, refundWords } from './refund-words.ts'

/** The price of the order by test, and the earning of the doctor who booked. */
export function OrderPrice({ order, byDoctor }: { order: Order; byDoctor: boolean }) {
  const earning = earningWords(order, byDoctor)
  return (
    <Card edge as="section" labelledBy="summary">
      <h2 id="summary" className="mb-2">
        {paymentCopy.summary}
      </h2>
      <Summary
        lines={[
          ...order.tests.map(({ name, amount }) => ({ label: name, value: naira(amount) })),
          { label: plural(paymentCopy.subTotal, order.testCount), value: naira(order.subTotal) },
          { label: paymentCopy.collectionFee, value: naira(order.collectionFee) },
        ]}
        total={{ label: shared.total, value: naira(order.total) }}
      />
      {earning ? <p className="text-small bg-sand rounded-field mt-4 px-4 py-3">{earning}</p> : null}
    </Card>
  )
}

/** The payment attempts, newest first, with their outcomes. */
export function OrderPayments({ order }: { order: Order }) {
  if (order.payments.length === 0) return null
  return (
    <Card as="section" labelledBy="payments">
      <h2 id="payments" className="heading-small">
        {paymentCopy.payments}
      </h2>
      <ul className="divide-hair divide-y">
        {order.payments.map((payment) => (
          <li key={payment.reference} className="py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="figures font-semibold">{sumWords(payment)}</span>
              <StateTag {...tryWords(payment.state, order)} />
            </div>
            {oddWords(payment) ? <p className="text-small">{oddWords(payment)}</p> : null}
            <p className="text-small text-muted">{dayAndTime(payment.startedAt)}</p>
            <p className="text-small text-muted break-all">{payment.reference}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Refund({ refund, last }: { refund: OrderRefund; last: boolean }) {
  const { toSource, toCredit, state } = refund
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="figures font-semibold">{naira(refund.amount)}</span>
        <StateTag {...refundTags[state]} />
      </div>
      <p className="text-small mt-1">{refundWords(refund, last)}</p>
      {toSource > 0 && toCredit > 0 ? (
        <p className="text-small">
          {fill(paymentCopy.refundSplit, { amount: naira(toSource), credit: naira(toCredit) })}
        </p>
      ) : null}
      {refund.reason ? (
        <p className="text-small text-muted">{fill(paymentCopy.refundWhy, { reason: refund.reason })}</p>
      ) : null}
      <p className="text-small text-muted">
        {fill(paymentCopy.refundAskedOn, { moment: dayAndTime(refund.requestedAt) })}
      </p>
    </li>
  )
}

/** The refunds of an order: amount, destination and progress. */
export function OrderRefunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null
  return (
    <Card as="section" labelledBy="refunds">
      <h2 id="refunds" className="heading-small">
        {paymentCopy.refunds}
      </h2>
      <ul className="divide-hair divide-y">
        {order.refunds.map((refund, place) => (
          <Refund
            key={`${refund.requestedAt} ${refund.amount}`}
            refund={refund}
            last={place === order.refunds.length - 1}
          />
        ))}
      </ul>
    </Card>
  )
}

type LateMoneyProps = {
  order: Order
  /** The user wants another time for the home visit. */
  onNewDay: () => void
  /** The order has changed: read it again. */
  onChanged: () => void
}

/** The payment came too late for the order: what happened, that the money is safe, and the owner's choice. */
export function LateMoney({ order, onNewDay, onChanged }: LateMoneyProps) {
  const choosing = useAct()
  const home = order.mode === 'sampleCollection'
  const canKeep = order.lateMoney?.canKeep ?? false
  const keep = () =>
    choosing.run(async () => {
      await keepLateOrder(order.reference)
      toast.success(paymentCopy.lateKept)
      onChanged()
    })
  return (
    <Card edge as="section" labelledBy="late" className="print:hidden">
      <h2 id="late">{canKeep ? paymentCopy.lateTitle : paymentCopy.lateNewDayTitle}</h2>
      <p className="mt-2">{whatPassed(order)}</p>
      <p className="mt-2">{statusWords(order)}</p>
      {choosing.failure ? (
        <div className="mt-4">
          <NotDone failure={choosing.failure} title={copy.actFailed} offline={shared.noAnswer} />
        </div>
      ) : null}
      <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
        {canKeep ? (
          <Button
            look="primary"
            wide
            working={choosing.working}
            workingText={shared.oneMoment}
            onClick={keep}
          >
            {paymentCopy.lateKeep}
          </Button>
        ) : null}
        {home ? (
          <Button look={canKeep ? 'secondary' : 'primary'} wide onClick={onNewDay}>
            <CalendarIcon />
            {paymentCopy.lateNewDay}
          </Button>
        ) : null}
      </div>
      <p className="text-small text-muted mt-3">
        {home ? `${paymentCopy.lateNewDayIsFree} ` : ''}
        {paymentCopy.lateCancel}
      </p>
    </Card>
  )
}

/** The money that came, and what had happened before. */
function whatPassed(order: Order): ReactNode {
  const amount = <b className="figures">{naira(order.total)}</b>
  const moment = dayAndTime(order.lateMoney?.at ?? '')
  if (order.lateMoney?.canKeep) return fillNodes(paymentCopy.lateAfterExpiry, { amount, moment })
  const words = visitIsAhead(order, new Date()) ? paymentCopy.lateVisitTaken : paymentCopy.lateVisitPassed
  return fillNodes(words, { amount, moment, visit: visitMoment(order) })
}

function statusWords(order: Order): string {
  if (!order.lateMoney?.canKeep) return paymentCopy.lateWaits
  const visit = visitMoment(order)
  return visit ? fill(paymentCopy.lateVisitStays, { visit }) : paymentCopy.lateWalkInStays
}
