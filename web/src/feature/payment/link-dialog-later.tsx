import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import type { LinkedOrder } from './link-dialog.tsx'

const fetchLinkDialog = () => import('./link-dialog.tsx')
const LinkDialog = lazy(async () => ({
  default: await fetchLinkDialog().then(
    (module) => module.LinkDialog,
    () => OrderInstead,
  ),
}))

/** Fetches the code of the link's dialog before it is needed, so that it opens at once. */
export function fetchLinkDialogAhead(): void {
  if (navigator.onLine) fetchLinkDialog().catch(() => undefined)
}

/** The link's dialog, which most who open the page never see. */
export function LinkDialogLater(props: ComponentProps<typeof LinkDialog>) {
  return (
    <Suspense>
      <LinkDialog {...props} />
    </Suspense>
  )
}

/**
 * A browser that failed to fetch a module once does not ask for it again on the same page. So the page of the order is
 * loaded anew, which shows the link too; without a network as soon as it is back.
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
