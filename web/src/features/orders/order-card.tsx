import type { OrderItem } from '@labalaba/contract'
import { Tag } from '../../components/card.tsx'
import { CalendarIcon, UserIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira, shortDay } from '../../lib/format.ts'
import { OrderStateTag } from './order-state.tsx'
import { visitMoment } from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft border p-4 md:p-6'

/** One order of the list: place, patient, time, progress and price. The whole card is a link to it. */
export function OrderCard({ order }: { order: OrderItem }) {
  const visit = visitMoment(order)
  return (
    <li>
      <article className={`ring-within group hover:border-border hover:shadow-lift relative h-full ${box}`}>
        <div className="flex flex-wrap items-center gap-2">
          <OrderStateTag state={order.state} />
          {order.sampleData ? <Tag>{shared.sampleData}</Tag> : null}
        </div>
        <h2 className="font-head mt-3 text-[1.125rem] leading-6 font-bold">
          <Link
            to={`/orders/${order.reference}`}
            className="text-ink no-underline group-hover:underline after:absolute after:inset-0"
          >
            {order.lab}
          </Link>
        </h2>
        <p className="text-small text-muted">{order.location}</p>
        <p className="mt-3 flex items-start gap-2">
          <UserIcon className="text-muted mt-0.5 md:mt-1" />
          {order.patientName}
        </p>
        <p className="flex items-start gap-2">
          <CalendarIcon className="text-muted mt-0.5 md:mt-1" />
          {visit ?? fill(copy.cardBookedOn, { day: shortDay(order.createdAt) })}
        </p>
        <p className="border-hair mt-3 flex items-baseline justify-between gap-4 border-t pt-3">
          <span className="text-muted">{plural(copy.tests, order.testCount)}</span>
          <b className="figures font-head text-h3">{naira(order.total)}</b>
        </p>
      </article>
    </li>
  )
}

/** Placeholders of the size of order cards. */
export function OrderCardsWaiting() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={box}>
          <Skeleton className="h-7 w-40" />
          <Skeleton className="mt-3 h-11 w-4/5 md:h-12" />
          <Skeleton className="mt-3 h-12 w-3/5 md:h-14" />
          <Skeleton className="mt-3 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}
