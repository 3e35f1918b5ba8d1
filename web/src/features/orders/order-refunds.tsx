import type { Order, OrderRefund } from '@labalaba/contract'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/orders.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, naira } from '../../lib/format.ts'
import { StateTag } from './order-state.tsx'
import { refundTags, refundWords } from './refund-words.ts'

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
          {fill(copy.refundSplit, { amount: naira(toSource), credit: naira(toCredit) })}
        </p>
      ) : null}
      {refund.reason ? (
        <p className="text-small text-muted">{fill(copy.refundWhy, { reason: refund.reason })}</p>
      ) : null}
      <p className="text-small text-muted">
        {fill(copy.refundAskedOn, { moment: dayAndTime(refund.requestedAt) })}
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
        {copy.refunds}
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
