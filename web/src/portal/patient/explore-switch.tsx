import { TabLinks } from '../../ui/tab-links.tsx'

const ways = [
  { to: '/explore/labs', words: 'Laboratories' },
  { to: '/explore/tests', words: 'Tests' },
]

/** The two ways to search: for a lab first, or for a test first. */
export function ExploreSwitch() {
  return <TabLinks name="Explore" links={ways} />
}
