import { type Kobo, kobo, sum } from '@labalaba/contract'

/**
 * Hours within which a lab promises a result: the test's own, times the lab's factor, rounded up to a whole hour. It
 * counts in hundredths, since 100 × 1.1 is a little over 110 in floating point.
 */
export function promisedHours(testHours: number, labFactor: number): number {
  return Math.ceil((testHours * Math.round(labFactor * 100)) / 100)
}

/** The name of a test as typed, without outer and doubled spaces. Case and accents are the database's to fold. */
export function tidyName(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

/** What a package takes from each of its tests. */
export type Member = {
  readonly departments: readonly string[]
  readonly specimen: string
  readonly container: string
  readonly fastingHours: number
  readonly preparation: string
  readonly turnaroundHours: number
  readonly homeCollection: boolean
  readonly sex: 'any' | 'male' | 'female'
  readonly priceLowKobo: Kobo
  readonly priceHighKobo: Kobo
}

/** What follows for a package from its tests: the strictest of each, and `factor` times what they cost one by one. */
export function packageOf(members: readonly Member[], factor: number): Member {
  return {
    departments: distinct(members.flatMap(({ departments }) => departments)).toSorted(),
    specimen: specimensOf(members),
    container: distinct(members.map(({ container }) => container).filter(Boolean)).join('; '),
    fastingHours: Math.max(0, ...members.map(({ fastingHours }) => fastingHours)),
    preparation: preparationOf(members),
    turnaroundHours: Math.max(1, ...members.map(({ turnaroundHours }) => turnaroundHours)),
    homeCollection: members.every(({ homeCollection }) => homeCollection),
    sex: sexOf(members),
    priceLowKobo: packagePrice(
      members.map(({ priceLowKobo }) => priceLowKobo),
      factor,
    ),
    priceHighKobo: packagePrice(
      members.map(({ priceHighKobo }) => priceHighKobo),
      factor,
    ),
  }
}

/** Prices of packages stand in steps of ₦50. */
const priceStep = 5000

/** The prices of tests together, times a package's factor, to the nearest ₦50 and never less than that. */
export function packagePrice(prices: readonly Kobo[], factor: number): Kobo {
  const steps = Math.round((sum(prices) * Math.round(factor * 100)) / 100 / priceStep)
  return kobo(Math.max(1, steps) * priceStep)
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)]
}

/** What a scan needs instead of a sample. */
const noSpecimen = 'None'

/** "Venous blood, urine and stool"; a scan beside a sample adds nothing, nor does a special kind beside the plain one. */
function specimensOf(members: readonly Member[]): string {
  const all = distinct(members.map(({ specimen }) => specimen))
  const isMoreOf = (specimen: string) => all.some((other) => specimen.startsWith(`${other} (`))
  const [first, ...others] = all.filter((specimen) => specimen !== noSpecimen && !isMoreOf(specimen))
  if (first === undefined) return noSpecimen
  const later = others.map((specimen) => specimen.slice(0, 1).toLowerCase() + specimen.slice(1))
  return later.length === 0 ? first : `${[first, ...later.slice(0, -1)].join(', ')} and ${later.at(-1)}`
}

const nothingToDo = /^(No (special )?preparation|Can be taken on any day)\b/
const onlyFasting = /^Do not eat for [^;.]*(; [^;.]*water[^;.]*)?\.$/

/** What to do before any of the tests, the longest fast first; a shorter fast is part of it and is not said again. */
function preparationOf(members: readonly Member[]): string {
  const longestFirst = members.toSorted((a, b) => b.fastingHours - a.fastingHours)
  const fasting = longestFirst.some(({ fastingHours }) => fastingHours > 0)
  const sentences = distinct(
    longestFirst.map(({ preparation }) => (fasting ? withoutNoFasting(preparation) : preparation)),
  ).filter(Boolean)
  const toDo = sentences.filter((sentence) => !nothingToDo.test(sentence))
  const fast = toDo.find((sentence) => onlyFasting.test(sentence))
  const said = toDo.filter((sentence) => sentence === fast || !onlyFasting.test(sentence))
  return (said.length > 0 ? said : sentences.slice(0, 1)).join(' ')
}

/** "No fasting; tell us of fever." says the first part of one test, which is not true of a package that needs a fast. */
function withoutNoFasting(preparation: string): string {
  const rest = preparation.replace(/^No fasting(; |\.$)/, '')
  return rest.slice(0, 1).toUpperCase() + rest.slice(1)
}

/** A package for one sex only where each of its tests is for that one or for any. */
function sexOf(members: readonly Member[]): Member['sex'] {
  const [only, ...others] = new Set(members.map(({ sex }) => sex).filter((sex) => sex !== 'any'))
  return only !== undefined && others.length === 0 ? only : 'any'
}

/** Words that say nothing about which test is meant. */
const silent = new Set([
  'a',
  'an',
  'and',
  'for',
  'in',
  'my',
  'of',
  'or',
  'test',
  'tests',
  'the',
  'to',
  'with',
])

/** The words of a search key that tell which test is meant, each once, at most six; all of them where none does. */
export function tellingWords(key: string): string[] {
  const words = [...new Set(key.split(' ').filter(Boolean))]
  const telling = words.filter((word) => !silent.has(word))
  return (telling.length > 0 ? telling : words).slice(0, 6)
}
