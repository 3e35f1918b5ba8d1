import { type ComponentProps, lazy, Suspense } from 'react'

const fetchLinkDialog = () => import('./link-dialog.tsx')
const LinkDialog = lazy(async () => ({ default: (await fetchLinkDialog()).LinkDialog }))

/**
 * Fetches the code of the link's dialog before it is needed, so that nobody waits for it. Not without a network: a
 * browser that failed to fetch a module once does not ask for it again on the same page.
 */
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
