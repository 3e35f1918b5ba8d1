import type { Order } from '@labalaba/contract'
import { Card, Summary } from '../../components/card.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { earningWords } from '../../lib/earning.ts'
import { plural } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { StateTag } from './order-state.tsx'
import { oddWords, sumWords, tryWords } from './policy.ts'

/** The price of the order by test, and the earning of the doctor who booked. */
export function OrderPrice({ order, byDoctor }: { order: Order; byDoctor: boolean }) {
  const earning = earningWords(order, byDoctor)
  return (
    <Card edge as="section" labelledBy="summary">
      <h2 id="summary" className="mb-2">
        {copy.summary}
      </h2>
      <Summary
        lines={[
          ...order.tests.map(({ name, amount }) => ({ label: name, value: naira(amount) })),
          { label: plural(copy.subTotal, order.testCount), value: naira(order.subTotal) },
          { label: copy.collectionFee, value: naira(order.collectionFee) },
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
        {copy.payments}
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
