import type { Order, OrderItem } from '@labalaba/contract'
import { lazy, Suspense, useEffect } from 'react'
import { isOffline } from '../../lib/api.ts'
import { whenCalm } from '../../lib/calm.ts'
import { NoneKept, type NoneKeptProps } from './none-kept.tsx'

const load = () => import('./kept-orders.tsx')
const KeptOrders = lazy(() =>
  load().then(
    (kept) => ({ default: kept.KeptOrders }),
    // The network went before it came, so nothing is kept that it could show.
    () => ({ default: NoneKept }),
  ),
)

/** Keeps on the phone where and when the orders that are in sight are, once nobody is at work on the page. */
export function useKeeping(seen: Order | readonly OrderItem[] | undefined): void {
  useEffect(() => {
    if (!seen) return
    return whenCalm(() => {
      load()
        .then(({ keepOrder, keepOrders }) =>
          'reference' in seen ? keepOrder(seen, new Date()) : keepOrders(seen, new Date()),
        )
        .catch(() => undefined)
    })
  }, [seen])
}

/** Orders of which no good answer came: why, a way to try again, and without a network what is kept of them. */
export function NoOrders({ failure, onRetry, reference }: NoneKeptProps) {
  if (isOffline(failure))
    return (
      <Suspense>
        <KeptOrders failure={failure} onRetry={onRetry} {...(reference && { reference })} />
      </Suspense>
    )
  return <NoneKept failure={failure} onRetry={onRetry} {...(reference && { reference })} />
}
