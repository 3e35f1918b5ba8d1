import { TabLinks } from '../../components/tabs.tsx'
import * as copy from '../../copy/labs.ts'
import * as shared from '../../copy/shared.ts'

const ways = [
  { to: '/explore/labs', words: copy.laboratories },
  { to: '/explore/tests', words: shared.tests },
]

/** The two ways to search: for a lab first, or for a test first. */
export function ExploreSwitch() {
  return <TabLinks name={copy.explore} links={ways} />
}
