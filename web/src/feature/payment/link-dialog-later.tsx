import { type ComponentProps, lazy, Suspense } from 'react'

/** Fetches the code of the link's dialog; asked for while the link itself is made, so that nobody waits for it. */
export const fetchLinkDialog = () => import('./link-dialog.tsx')
const LinkDialog = lazy(async () => ({ default: (await fetchLinkDialog()).LinkDialog }))

/** The link's dialog, which most who open the page never see. */
export function LinkDialogLater(props: ComponentProps<typeof LinkDialog>) {
  return (
    <Suspense>
      <LinkDialog {...props} />
    </Suspense>
  )
}
