import type { Order } from '@labalaba/contract'
import { counted, dayAndTime, naira } from '../../lib/format.ts'
import { Card, Summary } from '../../ui/card.tsx'
import { StateTag } from './order-state.tsx'
import { tryWords } from './rules.ts'

/** What the order costs, test by test, and what the doctor who booked receives. */
export function OrderPrice({ order, byDoctor }: { order: Order; byDoctor: boolean }) {
  return (
    <Card edge as="section" labelledBy="summary">
      <h2 id="summary" className="mb-2">
        Order summary
      </h2>
      <Summary
        lines={[
          ...order.tests.map(({ name, amount }) => ({ label: name, value: naira(amount) })),
          { label: `Sub total (${counted(order.testCount, 'test')})`, value: naira(order.subTotal) },
          { label: 'Sample collection fee', value: naira(order.collectionFee) },
        ]}
        total={{ label: 'Total', value: naira(order.total) }}
      />
      {order.doctorEarning > 0 ? (
        <p className="text-small text-muted mt-4">
          {byDoctor
            ? `You receive ${naira(order.doctorEarning)} from Labalaba for this booking. It does not change the patient's price.`
            : `The doctor who booked receives ${naira(order.doctorEarning)} from Labalaba for this booking. It does not change your price.`}
        </p>
      ) : null}
    </Card>
  )
}

/** Every try to pay, newest first, and what became of it. */
export function OrderPayments({ order }: { order: Order }) {
  if (order.payments.length === 0) return null
  return (
    <Card as="section" labelledBy="payments">
      <h2 id="payments" className="heading-small">
        Payments
      </h2>
      <ul className="divide-hair divide-y">
        {order.payments.map((payment) => (
          <li key={payment.reference} className="py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="figures font-semibold">{naira(payment.amount)}</span>
              <StateTag {...tryWords(payment.state, order)} />
            </div>
            <p className="text-small text-muted">{dayAndTime(payment.startedAt)}</p>
            <p className="text-small text-muted break-all">{payment.reference}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
