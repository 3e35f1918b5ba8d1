import { NothingHere } from '../../components/states.tsx'
import * as copy from '../../copy/home-visits.ts'
import { useTitle } from '../../lib/hooks.ts'

/** The not-found page that an account gets at an address for another type of account. */
export function NotForThem() {
  useTitle(copy.notFoundTitle)
  return <NothingHere>{copy.notFound}</NothingHere>
}
