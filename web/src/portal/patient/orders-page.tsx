import { useRef } from 'react'
import { Navigate } from 'react-router'
import { OrderCard, OrderCardsWaiting } from '../../feature/order/order-card.tsx'
import { useOrders } from '../../feature/order/queries.ts'
import { pageFrom } from '../../feature/order/rules.ts'
import { counted } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import clipboard from '../../ui/art/clipboard.svg'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Pagination } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { EmptyState, Waiting } from '../../ui/states.tsx'

function Empty() {
  return (
    <EmptyState
      title="No booking yet"
      picture={clipboard}
      action={
        <LinkButton look="primary" wide to="/explore/labs">
          Find a lab
        </LinkButton>
      }
    >
      Find a lab near you and start with one test.
    </EmptyState>
  )
}

/** Every order that the account has placed, newest first. The page stands in the address. */
export function OrdersPage() {
  useTitle('Orders')
  const [address, setAddress] = useSearchParams()
  const page = pageFrom(address.get('page'))
  const orders = useOrders(page)
  const profile = useProfile()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = orders.data
  const last = Math.max(1, list?.pagination.totalPages ?? 1)

  if (list && !orders.isPlaceholderData && page > last) {
    return <Navigate to={last > 1 ? `?page=${last}` : '.'} replace />
  }

  function turn(wanted: number): void {
    setAddress(wanted > 1 ? { page: String(wanted) } : {})
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  return (
    <div className="page space-y-6 py-6 md:py-8">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 ref={heading} tabIndex={-1}>
            Orders
          </h1>
          {profile?.type === 'user' ? (
            <Link to="/results" className="min-h-row inline-flex items-center font-semibold">
              My results
            </Link>
          ) : null}
        </div>
        <p aria-live="polite" className="text-muted min-h-6">
          {list && list.data.length > 0 ? counted(list.pagination.totalRecords, 'booking') : null}
        </p>
      </div>
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
      ) : list ? (
        <Empty />
      ) : orders.isError ? (
        <NoAnswer failure={orders.error} onRetry={() => void orders.refetch()}>
          Your orders and payments are safe.
        </NoAnswer>
      ) : (
        <Waiting onRetry={() => void orders.refetch()}>
          <OrderCardsWaiting />
        </Waiting>
      )}
    </div>
  )
}
