import type { LabLocation, LabTest } from '@labalaba/contract'
import { shortDay } from '../../lib/format.ts'

/** What stands for no category at all, and for the tests that most people ask for. */
export const allTests = 'All'
const popularTests = 'Popular'

const shownFirst = ['Test Package', 'Pathology', 'Genetics', 'Imaging']

/** The buttons above the list: All, Popular where any test is, then the categories offered, in our order. */
export function categoryButtons(tests: readonly LabTest[], locations: readonly LabLocation[]): string[] {
  const offered = new Set([
    ...locations.flatMap((location) => location.testsOffered),
    ...tests.map((test) => test.category),
  ])
  const known = shownFirst.filter((category) => offered.has(category))
  const others = [...offered].filter((category) => !shownFirst.includes(category)).sort()
  const popular = tests.some((test) => test.popularRank !== null) ? [popularTests] : []
  return [allTests, ...popular, ...known, ...others]
}

/** The tests that are for sale: a price under ₦1 is a price not yet set. Most asked for first, then by name. */
export function testsForSale(tests: readonly LabTest[]): LabTest[] {
  const rank = (test: LabTest) => test.popularRank ?? Number.POSITIVE_INFINITY
  return tests
    .filter((test) => test.amount >= 1)
    .sort((a, b) => (rank(a) === rank(b) ? a.testName.localeCompare(b.testName) : rank(a) - rank(b)))
}

function inCategory(test: LabTest, category: string): boolean {
  if (category === allTests) return true
  return category === popularTests ? test.popularRank !== null : test.category === category
}

/** Lower case, without accents and doubled spaces, so that what sounds alike is alike. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** How well a test answers a search: 0 for its very name or short name, 3 for a part of a word, none for not at all. */
function closeness(test: LabTest, wanted: string): number | undefined {
  const names = [test.testName, ...test.alsoKnownAs].map(folded)
  if (names.some((name) => name === wanted)) return 0
  if (names.some((name) => name.startsWith(wanted))) return 1
  if (names.some((name) => name.includes(` ${wanted}`))) return 2
  return names.some((name) => name.includes(wanted)) ? 3 : undefined
}

/** The tests of a category that answer a search by name or short name, the closest first. */
export function findTests(tests: readonly LabTest[], category: string, typed: string): LabTest[] {
  const within = tests.filter((test) => inCategory(test, category))
  const wanted = folded(typed)
  if (wanted === '') return within
  const found = within.flatMap((test) => {
    const distance = closeness(test, wanted)
    return distance === undefined ? [] : [{ test, distance }]
  })
  return found.sort((a, b) => a.distance - b.distance).map(({ test }) => test)
}

/** True where a location has the test's department. With no location chosen yet, any will do. */
export function isDoneAt(test: LabTest, location: LabLocation | undefined): boolean {
  return location === undefined || location.departments.includes(test.department)
}

/** Tests that the location does, then those that it does not, each in the order that they had. */
export function byLocation(
  tests: readonly LabTest[],
  location: LabLocation | undefined,
): { here: LabTest[]; elsewhere: LabTest[] } {
  return {
    here: tests.filter((test) => isDoneAt(test, location)),
    elsewhere: tests.filter((test) => !isDoneAt(test, location)),
  }
}

/** The locations that do every one of these tests. */
export function locationsDoingAll(
  tests: readonly LabTest[],
  locations: readonly LabLocation[],
): LabLocation[] {
  return locations.filter((location) => tests.every((test) => isDoneAt(test, location)))
}

/** How long to go without food. */
export function fastingWords(hours: number): string {
  if (hours <= 0) return 'No fasting'
  return `Fast for ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** By which day the result is there, for a sample that reaches the lab at `now`. */
export function readyWords(turnaroundHours: number, now: Date): string {
  return `Ready by ${shortDay(new Date(now.getTime() + turnaroundHours * 3_600_000))}`
}

/** "Proceed (2 tests)". */
export function proceedWords(count: number): string {
  return `Proceed (${count} ${count === 1 ? 'test' : 'tests'})`
}

/** Names as a sentence lists them: "A, B and C". */
export function namesListed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** What is selected, at the prices that now hold. A test that is no longer listed keeps the price it had. */
export function repriced<Item extends { name: string; amount: number }>(
  selected: readonly Item[],
  tests: readonly LabTest[],
): Item[] {
  const prices = new Map(tests.map((test) => [test.testName, test.amount]))
  return selected.map((item) => ({ ...item, amount: prices.get(item.name) ?? item.amount }))
}
