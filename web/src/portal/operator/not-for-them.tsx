import * as copy from '../../copy/home-visit.ts'
import { useTitle } from '../../lib/hooks.ts'
import { NothingHere } from '../../ui/nothing-here.tsx'

/** The not-found page that an account gets at an address for another type of account. */
export function NotForThem() {
  useTitle(copy.notFoundTitle)
  return <NothingHere>{copy.notFound}</NothingHere>
}
