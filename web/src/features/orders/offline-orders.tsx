import { useEffect, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Card, Facts } from '../../components/card.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime, shortDay } from '../../lib/format.ts'
import { type KeptOrder, keptOrders } from './kept.ts'
import { NoneKept } from './no-offline-copy.tsx'
import { OrderStateTag } from './order-state.tsx'

export { keepOrder, keepOrders } from './kept.ts'

function factsOf({ reference, lab, place, where, hours, visit, bookedAt }: KeptOrder) {
  const lines = (words: readonly string[]) =>
    words.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))
  return [
    { label: copy.orderId, value: <Breakable text={reference} /> },
    { label: shared.lab, value: lines([lab, place, ...where]) },
    ...(hours.length > 0 ? [{ label: copy.open, value: lines(hours) }] : []),
    visit === null
      ? { label: copy.booked, value: shortDay(bookedAt) }
      : { label: copy.keptVisit, value: visit },
  ]
}

/** The data that the patient shows or says at the desk. */
function Voucher({ order }: { order: KeptOrder }) {
  return (
    <Card as="li">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OrderStateTag state={order.state} />
        <span className="text-small text-muted">
          {fill(copy.keptAsOf, { moment: dayAndTime(order.readAt) })}
        </span>
      </div>
      <Facts lines={factsOf(order)} />
    </Card>
  )
}

type KeptOrdersProps = {
  /** The order to show; all stored ones if omitted. */
  reference?: string
  failure: unknown
  onRetry: () => void
}

/** Shown instead of orders that cannot be read: the orders stored on the phone, with the time they were read. */
export function KeptOrders({ reference, failure, onRetry }: KeptOrdersProps) {
  const [orders, setOrders] = useState<readonly KeptOrder[] | null>(null)
  useEffect(() => {
    keptOrders(new Date())
      .then((all) => setOrders(all.filter((one) => reference === undefined || one.reference === reference)))
      .catch(() => setOrders([]))
  }, [reference])
  if (orders === null) return null
  if (orders.length === 0)
    return <NoneKept failure={failure} onRetry={onRetry} {...(reference && { reference })} />
  return (
    <div className="space-y-4">
      <Banner tone="offline" title={copy.keptTitle} announce>
        <p>{copy.keptHint}</p>
        <div className="pt-2">
          <Button onClick={onRetry}>
            <RefreshIcon />
            {shared.tryAgain}
          </Button>
        </div>
      </Banner>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {orders.map((order) => (
          <Voucher key={order.reference} order={order} />
        ))}
      </ul>
    </div>
  )
}
