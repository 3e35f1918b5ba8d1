import type { Order, OrderItem } from '@labalaba/contract'
import { lazy, Suspense, useEffect } from 'react'
import { isOffline } from '../../lib/api.ts'
import { whenPageIdle } from '../../lib/idle.ts'
import { NoOfflineCopy, type NoOfflineCopyProps } from './no-offline-copy.tsx'

const load = () => import('./offline-orders.tsx')
const OfflineOrders = lazy(() =>
  load().then(
    (module) => ({ default: module.OfflineOrders }),
    // The network failed before the code loaded, so no stored orders can be shown.
    () => ({ default: NoOfflineCopy }),
  ),
)

/** Stores the place and time of the visible orders on the phone, once the page is idle. */
export function useOfflineCopy(seen: Order | readonly OrderItem[] | undefined): void {
  useEffect(() => {
    if (!seen) return
    return whenPageIdle(() => {
      load()
        .then(({ storeOrder, storeOrders }) =>
          'reference' in seen ? storeOrder(seen, new Date()) : storeOrders(seen, new Date()),
        )
        .catch(() => undefined)
    })
  }, [seen])
}

/** Shown if orders could not be read: why, a retry button, and, if offline, the orders stored on the phone. */
export function NoOrders({ failure, onRetry, reference }: NoOfflineCopyProps) {
  if (isOffline(failure))
    return (
      <Suspense>
        <OfflineOrders failure={failure} onRetry={onRetry} {...(reference && { reference })} />
      </Suspense>
    )
  return <NoOfflineCopy failure={failure} onRetry={onRetry} {...(reference && { reference })} />
}
