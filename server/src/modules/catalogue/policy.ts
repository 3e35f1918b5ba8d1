import { type ClinicalQuestion, clinicalQuestions, type Kobo, kobo, sum } from '@labalaba/contract'

/**
 * Promised turnaround in hours: the test's own hours times the lab's factor, rounded up to a whole hour. Computed in
 * hundredths, because 100 × 1.1 is slightly over 110 in floating point.
 */
export function promisedHours(testHours: number, labFactor: number): number {
  return Math.ceil((testHours * Math.round(labFactor * 100)) / 100)
}

/** The name of a test without leading, trailing and doubled spaces. The database folds case and accents. */
export function tidyName(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

/** The facts that a package derives from each of its tests. */
export type Member = {
  readonly departments: readonly string[]
  readonly specimen: string
  readonly container: string
  readonly fastingHours: number
  readonly preparation: string
  readonly turnaroundHours: number
  readonly homeCollection: boolean
  readonly sex: 'any' | 'male' | 'female'
  readonly asks: readonly ClinicalQuestion[]
  readonly priceLowKobo: Kobo
  readonly priceHighKobo: Kobo
}

/** Derives the facts of a package from its tests: the strictest of each, and `factor` times the sum of their prices. */
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
    asks: clinicalQuestions.filter((one) => members.some(({ asks }) => asks.includes(one))),
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

/** Prices of packages are multiples of ₦50, in kobo. */
const priceStep = 5000

/** The sum of the prices times a package's factor, rounded to the nearest ₦50 and at least ₦50. */
export function packagePrice(prices: readonly Kobo[], factor: number): Kobo {
  const steps = Math.round((sum(prices) * Math.round(factor * 100)) / 100 / priceStep)
  return kobo(Math.max(1, steps) * priceStep)
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)]
}

/** The specimen of a scan, which needs no sample. */
const noSpecimen = 'None'

/**
 * Joins the specimens, as in "Venous blood, urine and stool". Leaves out scans, and a special kind if the plain one is
 * listed.
 */
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

/** The preparation for all tests together, the longest fast first. Shorter fasts are part of it and left out. */
function preparationOf(members: readonly Member[]): string {
  const longestFirst = members.toSorted((a, b) => b.fastingHours - a.fastingHours)
  const fasting = longestFirst.some(({ fastingHours }) => fastingHours > 0)
  const sentences = distinct(
    longestFirst.map(({ preparation }) => (fasting ? withoutNoFasting(preparation) : preparation)),
  ).filter(Boolean)
  const toDo = sentences.filter((sentence) => !nothingToDo.test(sentence))
  const fast = toDo.find((sentence) => onlyFasting.test(sentence))
  const needed = toDo.filter((sentence) => sentence === fast || !onlyFasting.test(sentence))
  return (needed.length > 0 ? needed : sentences.slice(0, 1)).join(' ')
}

/** Removes "No fasting" from a test's preparation, because it is wrong for a package that needs a fast. */
function withoutNoFasting(preparation: string): string {
  const rest = preparation.replace(/^No fasting(; |\.$)/, '')
  return rest.slice(0, 1).toUpperCase() + rest.slice(1)
}

/** A package is for one sex only if each of its tests is for that sex or for any. */
function sexOf(members: readonly Member[]): Member['sex'] {
  const [only, ...others] = new Set(members.map(({ sex }) => sex).filter((sex) => sex !== 'any'))
  return only !== undefined && others.length === 0 ? only : 'any'
}

/** Words that do not help to identify a test. */
const silent = new Set('a an and for in my of or test tests the to with'.split(' '))

/** The words of a search key that identify a test, without repeats, at most six; all of its words if none does. */
export function tellingWords(key: string): string[] {
  const words = [...new Set(key.split(' ').filter(Boolean))]
  const telling = words.filter((word) => !silent.has(word))
  return (telling.length > 0 ? telling : words).slice(0, 6)
}
