import type { Order, OrderRefund } from '@labalaba/contract'
import { Card, Summary } from '../../components/card.tsx'
import * as paymentCopy from '../../copy/order-payments.ts'
import * as shared from '../../copy/shared.ts'
import { earningWords } from '../../lib/earning.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { StateTag } from './order-state.tsx'
import { oddWords, sumWords, tryWords } from './policy.ts'
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
