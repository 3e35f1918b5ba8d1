import { useTitle } from '../../lib/hooks.ts'
import { NothingHere } from '../../ui/nothing-here.tsx'

/** The not-found page that an account gets at an address for another type of account. */
export function NotForThem() {
  useTitle('Page not found')
  return (
    <NothingHere>
      The address may be mistyped, or the page has moved. Your bookings and payments are safe.
    </NothingHere>
  )
}
