import { useTitle } from '../lib/hooks.ts'
import { NothingHere } from '../ui/nothing-here.tsx'

/** For every address without a page. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <NothingHere>
      The address may be mistyped, or the page has moved. Your bookings and payments are safe.
    </NothingHere>
  )
}
