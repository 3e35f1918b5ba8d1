import { useTitle } from '../../lib/hooks.ts'
import { NothingHere } from '../../ui/nothing-here.tsx'

/** What everybody but an operator finds at an operator's address. */
export function NotForThem() {
  useTitle('Page not found')
  return (
    <NothingHere>
      The address may be mistyped, or the page has moved. Your bookings and payments are safe.
    </NothingHere>
  )
}
