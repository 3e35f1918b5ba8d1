import type { Order, OrderItem } from '@labalaba/contract'
import { lazy, Suspense, useEffect } from 'react'
import { isOffline } from '../../lib/api.ts'
import { whenPageIdle } from '../../lib/idle.ts'
import { NoneKept, type NoneKeptProps } from './no-offline-copy.tsx'

const load = () => import('./offline-orders.tsx')
const KeptOrders = lazy(() =>
  load().then(
    (kept) => ({ default: kept.KeptOrders }),
    // The network failed before the code loaded, so no stored orders can be shown.
    () => ({ default: NoneKept }),
  ),
)

/** Stores the place and time of the visible orders on the phone, once the page is idle. */
export function useKeeping(seen: Order | readonly OrderItem[] | undefined): void {
  useEffect(() => {
    if (!seen) return
    return whenPageIdle(() => {
      load()
        .then(({ keepOrder, keepOrders }) =>
          'reference' in seen ? keepOrder(seen, new Date()) : keepOrders(seen, new Date()),
        )
        .catch(() => undefined)
    })
  }, [seen])
}

/** Shown if orders could not be read: why, a retry button, and, if offline, the orders stored on the phone. */
export function NoOrders({ failure, onRetry, reference }: NoneKeptProps) {
  if (isOffline(failure))
    return (
      <Suspense>
        <KeptOrders failure={failure} onRetry={onRetry} {...(reference && { reference })} />
      </Suspense>
    )
  return <NoneKept failure={failure} onRetry={onRetry} {...(reference && { reference })} />
}
