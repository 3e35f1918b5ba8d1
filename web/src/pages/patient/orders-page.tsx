import type { OrderItem, Person } from '@labalaba/contract'
import { useRef } from 'react'
import { Navigate } from 'react-router'
import clipboard from '../../components/art/clipboard.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { CalendarIcon, UserIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/orders.ts'
import * as shared from '../../copy/shared.ts'
import { NoOrders, useOfflineCopy } from '../../features/orders/offline-later.tsx'
import { OrderStateTag } from '../../features/orders/order-state.tsx'
import { pageFrom, personFrom, visitMoment } from '../../features/orders/policy.ts'
import { useOrders } from '../../features/orders/queries.ts'
import { usePeople } from '../../features/people/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { naira, shortDay } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'

function addressOf(page: number, person: string | null): Record<string, string> {
  return { ...(page > 1 && { page: String(page) }), ...(person !== null && { person }) }
}

function Empty() {
  return (
    <EmptyState
      title={copy.noneTitle}
      picture={clipboard}
      action={
        <LinkButton look="primary" wide to="/explore/labs">
          {copy.noneAction}
        </LinkButton>
      }
    >
      {copy.noneHint}
    </EmptyState>
  )
}

/** Nothing was booked for the chosen person. */
function NoneForThem({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      title={copy.noneForPersonTitle}
      picture={clipboard}
      action={<Button onClick={onAll}>{copy.noneForPersonAction}</Button>}
    >
      {copy.noneForPersonHint}
    </EmptyState>
  )
}

type ForWhomProps = {
  people: readonly Person[]
  person: string | null
  onChosen: (id: string | null) => void
}

/** Filters the orders by person; only if the account books for several. */
function ForWhom({ people, person, onChosen }: ForWhomProps) {
  if (people.length === 0) return null
  const choices = [
    { id: null, name: copy.filterAll },
    { id: 'self', name: copy.filterSelf },
    ...people.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <ChipRow label={copy.filterLabel}>
      {choices.map(({ id, name }) => (
        <Chip key={id} pressed={person === id} onPressed={() => onChosen(id)}>
          <span className="max-w-[20ch] truncate">{name}</span>
        </Chip>
      ))}
    </ChipRow>
  )
}

/** Every order that the account has placed, newest first. The page and the person are in the address. */
export function OrdersPage() {
  useTitle(copy.orders)
  const [address, setAddress] = useSearchParams()
  const page = pageFrom(address.get('page'))
  const profile = useProfile()
  const person = personFrom(address.get('person'))
  const people = usePeople(profile?.type === 'user')
  const orders = useOrders(page, person)
  useOfflineCopy(page === 1 && person === null ? orders.data?.data : undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  // The choice of a person appears together with the list, so that nothing moves.
  const list = people.isLoading ? undefined : orders.data
  const isEmpty = person === null && list?.data.length === 0
  const last = Math.max(1, list?.pagination.totalPages ?? 1)

  if (list && !orders.isPlaceholderData && page > last) {
    return <Navigate to={`?${new URLSearchParams(addressOf(last, person))}`} replace />
  }

  function turn(wanted: number): void {
    setAddress(addressOf(wanted, person))
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  return (
    <div className="page space-y-6 py-6 md:py-8">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 ref={heading} tabIndex={-1}>
            {copy.orders}
          </h1>
          {profile?.type === 'user' ? (
            <Link to="/results" className="min-h-row inline-flex items-center font-semibold">
              {copy.myResults}
            </Link>
          ) : null}
        </div>
        <p aria-live="polite" className="text-muted min-h-6">
          {list && list.data.length > 0 ? plural(copy.bookings, list.pagination.totalRecords) : null}
        </p>
      </div>
      <ForWhom
        people={list && !isEmpty ? (people.data?.data ?? []) : []}
        person={person}
        onChosen={(chosen) => setAddress(addressOf(1, chosen))}
      />
      {list && list.data.length > 0 ? (
        <>
          <ul
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 ${orders.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {list.data.map((order) => (
              <OrderCard key={order.reference} order={order} />
            ))}
          </ul>
          <Pagination page={page} pages={last} onPage={turn} working={orders.isPlaceholderData} />
        </>
      ) : list && person !== null ? (
        <NoneForThem onAll={() => setAddress({})} />
      ) : list ? (
        <Empty />
      ) : orders.isError ? (
        <NoOrders failure={orders.error} onRetry={() => void orders.refetch()} />
      ) : (
        <Waiting onRetry={() => void orders.refetch()}>
          <OrderCardsWaiting />
        </Waiting>
      )}
    </div>
  )
}

const box = 'rounded-card border-hair bg-card shadow-soft border p-4 md:p-6'

/** One order of the list: place, patient, time, progress and price. The whole card is a link to it. */
function OrderCard({ order }: { order: OrderItem }) {
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
function OrderCardsWaiting() {
  return (
    <SkeletonRows
      count={4}
      className="grid gap-4 lg:grid-cols-2"
      row={box}
      lines={['h-7 w-40', 'mt-3 h-11 w-4/5 md:h-12', 'mt-3 h-12 w-3/5 md:h-14', 'mt-3 h-10 w-full']}
    />
  )
}
