import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import type { LinkedOrder } from './link-dialog.tsx'

const fetchLinkDialog = () => import('./link-dialog.tsx')
const LinkDialog = lazy(async () => ({
  default: await fetchLinkDialog().then(
    (module) => module.LinkDialog,
    () => OrderInstead,
  ),
}))

/** Preloads the code of the link's dialog, so that it opens immediately. */
export function fetchLinkDialogAhead(): void {
  if (navigator.onLine) fetchLinkDialog().catch(() => undefined)
}

/** The link's dialog, loaded on demand: most visitors never open it. */
export function LinkDialogLater(props: ComponentProps<typeof LinkDialog>) {
  return (
    <Suspense>
      <LinkDialog {...props} />
    </Suspense>
  )
}

/**
 * A browser does not retry a failed module import on the same page. So this opens the page of the order, which shows the
 * link too; if offline, once the network is back.
 */
function OrderInstead({ order }: { order: LinkedOrder; onClose: () => void }) {
  useEffect(() => {
    const open = () => location.replace(`/orders/${order.reference}`)
    if (navigator.onLine) return open()
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [order.reference])
  return null
}
