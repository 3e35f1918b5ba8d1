import type { LabLocation, LabTest } from '@labalaba/contract'
import * as copy from '../../copy/catalogue.ts'
import { fill, plural } from '../../lib/fill.ts'
import { shortDay } from '../../lib/format.ts'
import { namesListed } from '../../lib/names.ts'

/** Category names for: no filter, the most popular tests, and packages. */
export const allTests = copy.allTests
const popularTests = copy.popularTests
const testPackages = copy.testPackages

const shownFirst = ['Pathology', 'Genetics', 'Imaging']

/** The category buttons above the list, each with at least one test: all, popular, packages, then the categories. */
export function categoryButtons(tests: readonly LabTest[]): string[] {
  const single = tests.filter((test) => test.kind === 'test')
  const categories = new Set(single.map((test) => test.category))
  const ordered = shownFirst.filter((category) => categories.has(category))
  const others = [...categories].filter((category) => !shownFirst.includes(category)).sort()
  const popular = tests.some((test) => test.popularRank !== null) ? [popularTests] : []
  const packages = single.length < tests.length ? [testPackages] : []
  return [allTests, ...popular, ...packages, ...ordered, ...others]
}

/** The tests for sale: a price under ₦1 means that no price is set. Sorted by popularity, then by name. */
export function testsForSale(tests: readonly LabTest[]): LabTest[] {
  // Names are folded once and compared as code units: locale comparison of a thousand names is slow.
  const ranked = tests
    .filter((test) => test.amount >= 1)
    .map((test) => ({
      test,
      rank: test.popularRank ?? Number.MAX_SAFE_INTEGER,
      name: test.testName.toLowerCase(),
    }))
  ranked.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return ranked.map(({ test }) => test)
}

function inCategory(test: LabTest, category: string): boolean {
  if (category === allTests) return true
  if (category === popularTests) return test.popularRank !== null
  if (category === testPackages) return test.kind === 'package'
  return test.kind === 'test' && test.category === category
}

/** Lower case, without accents and repeated spaces, for comparison. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

type Names = { own: readonly string[]; within: readonly string[] }
const foldedNames = new WeakMap<LabTest, Names>()

/** The names by which a test is found. Cached, since a thousand tests are searched at every keystroke. */
function namesOf(test: LabTest): Names {
  let names = foldedNames.get(test)
  if (!names) {
    names = { own: [test.testName, ...test.alsoKnownAs].map(folded), within: test.includes.map(folded) }
    foldedNames.set(test, names)
  }
  return names
}

/**
 * How well a test matches a search: 0 for its exact name or short name, 3 for a part of a word, 4 for a package that
 * includes such a test, undefined for no match.
 */
function closeness(test: LabTest, wanted: string): number | undefined {
  const { own, within } = namesOf(test)
  if (own.some((name) => name === wanted)) return 0
  if (own.some((name) => name.startsWith(wanted))) return 1
  if (own.some((name) => name.includes(` ${wanted}`))) return 2
  if (own.some((name) => name.includes(wanted))) return 3
  return within.some((name) => name.startsWith(wanted) || name.includes(` ${wanted}`)) ? 4 : undefined
}

/** The tests of a category that match a search by name or short name, the closest first. */
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

/** True if a location has all departments that the test or package needs. True for all while none is chosen. */
export function isDoneAt(test: LabTest, location: LabLocation | undefined): boolean {
  return (
    location === undefined ||
    test.departments.every((department) => location.departments.includes(department))
  )
}

/** Tests that the location does, then those that it does not; each keeps its order. */
export function byLocation(
  tests: readonly LabTest[],
  location: LabLocation | undefined,
): { here: LabTest[]; elsewhere: LabTest[] } {
  return {
    here: tests.filter((test) => isDoneAt(test, location)),
    elsewhere: tests.filter((test) => !isDoneAt(test, location)),
  }
}

/** The selected package that includes each test. A user who also selects such a test alone would pay for it twice. */
export function packagesHolding(selected: readonly LabTest[]): ReadonlyMap<string, string> {
  return new Map(selected.flatMap((one) => one.includes.map((name) => [name, one.testName] as const)))
}

/** The message after one test replaced those selected before. */
export function replacedWords(name: string, before: readonly string[]): string {
  const taken = before.length > 3 ? plural(copy.tests, before.length) : namesListed(before)
  return fill(copy.replaced, { name, before: taken })
}

/** Explains what choosing a test does if only one can be selected. */
export function oneAtATimeWords(selected: number): string {
  if (selected < 2) return copy.oneAtATime
  return selected === 2 ? copy.bothStay : fill(copy.allStay, { count: selected })
}

/** The locations that do all of these tests. */
export function locationsDoingAll(
  tests: readonly LabTest[],
  locations: readonly LabLocation[],
): LabLocation[] {
  return locations.filter((location) => tests.every((test) => isDoneAt(test, location)))
}

/** How long to go without food. */
export function fastingWords(hours: number): string {
  if (hours <= 0) return copy.noFasting
  return plural(copy.fastFor, hours)
}

/** The day by which the result is ready, for a specimen that reaches the lab at `now`. */
export function readyDay(turnaroundHours: number, now: Date): string {
  return shortDay(new Date(now.getTime() + turnaroundHours * 3_600_000)).replaceAll(' ', '\u00a0')
}

/** "Ready by Sun 22 Nov". */
export function readyWords(turnaroundHours: number, now: Date): string {
  return fill(copy.readyBy, { day: readyDay(turnaroundHours, now) })
}

/** "Proceed (2 tests)". */
export function proceedWords(count: number): string {
  return plural(copy.proceed, count)
}

export type ListLine =
  | { kind: 'test'; key: string; test: LabTest; here: boolean }
  | { kind: 'heading'; key: string; words: string }

/** The lines of the list: the tests that the location does, then a heading and the others. */
export function listLines(tests: readonly LabTest[], location: LabLocation | undefined): ListLine[] {
  const { here, elsewhere } = byLocation(tests, location)
  const line = (test: LabTest, isHere: boolean): ListLine => ({
    kind: 'test',
    key: test.code,
    test,
    here: isHere,
  })
  const words = plural(copy.notAtThatLocation, elsewhere.length, { location: location?.name ?? '' })
  return [
    ...here.map((test) => line(test, true)),
    ...(elsewhere.length > 0 ? [{ kind: 'heading', key: ' elsewhere', words } as const] : []),
    ...elsewhere.map((test) => line(test, false)),
  ]
}

/** The selection at current prices. A test that is no longer listed keeps its old price. */
export function repriced<Item extends { name: string; amount: number }>(
  selected: readonly Item[],
  tests: readonly LabTest[],
): Item[] {
  const prices = new Map(tests.map((test) => [test.testName, test.amount]))
  return selected.map((item) => ({ ...item, amount: prices.get(item.name) ?? item.amount }))
}
