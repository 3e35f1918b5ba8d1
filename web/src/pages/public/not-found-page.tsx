import { NothingHere } from '../../components/states.tsx'
import * as copy from '../../copy/site.ts'
import { useTitle } from '../../lib/hooks.ts'

/** For every address without a page. */
export function NotFoundPage() {
  useTitle(copy.notFoundTitle)
  return <NothingHere>{copy.notFound}</NothingHere>
}
