import { unlikeness } from '../platform/likeness.ts'

/** A lab by what it can be found by, folded: its name, and the places it is at with a space before each word. */
export type Findable = {
  readonly id: number
  readonly name: string
  readonly places: string
  readonly home: boolean
  readonly iso: boolean
}

/** Labs with their words by number: each word is compared once in a search, however many labs have it. */
export type FindableLabs = {
  readonly words: readonly string[]
  readonly labs: readonly (Findable & {
    readonly nameWords: readonly number[]
    readonly placeWords: readonly number[]
  })[]
}

/** The labs found, and for each typed word the one that was probably meant. */
export type Alike = { readonly ids: number[]; readonly meant: string[] }

/** Numbers the words of labs, in the order of the labs. */
export function numberWords(labs: readonly Findable[]): FindableLabs {
  const numbers = new Map<string, number>()
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? numbers.size
    numbers.set(word, known)
    return known
  }
  const numbered = labs.map((lab) => ({
    ...lab,
    nameWords: wordsOf(lab.name).map(numberOf),
    placeWords: lab.places.split(' ').map(numberOf),
  }))
  return { words: [...numbers.keys()], labs: numbered }
}

/** A place that is meant a little less than a name as near. */
const placeHandicap = 0.25
/** What is further off than the nearest by more than this was not meant. */
const margin = 0.5

/**
 * The wanted labs whose name or places resemble every word of a search (folded), the most alike first, and only those
 * about as near as the nearest: a slip of the finger must not bring the whole list. Labs as alike keep their order.
 */
export function mostAlike(
  words: readonly string[],
  { words: known, labs }: FindableLabs,
  isWanted: (lab: Findable) => boolean,
): Alike {
  const costs = words.map((word) => known.map((one) => unlikeness(word, one) ?? Number.POSITIVE_INFINITY))
  const near = labs.flatMap((lab) => {
    if (!isWanted(lab)) return []
    let sum = 0
    for (const [at, word] of words.entries()) {
      const byName = lab.name.includes(word) ? 0 : least(lab.nameWords, costs[at])
      sum += Math.min(byName, placeHandicap + (byName === 0 ? 0 : least(lab.placeWords, costs[at])))
      if (sum === Number.POSITIVE_INFINITY) return []
    }
    return [{ id: lab.id, sum }]
  })
  const nearest = near.reduce((best, { sum }) => Math.min(best, sum), Number.POSITIVE_INFINITY)
  const ids = near
    .filter(({ sum }) => sum <= nearest + margin)
    .sort((a, b) => a.sum - b.sum)
    .map(({ id }) => id)
  return { ids, meant: words.map((word, at) => nearestTo(word, known, costs[at] ?? [])) }
}

/** The word that costs least; the typed one where none is near. */
function nearestTo(typed: string, known: readonly string[], costs: readonly number[]): string {
  let [meant, best] = [typed, Number.POSITIVE_INFINITY]
  for (const [at, cost] of costs.entries()) if (cost < best) [meant, best] = [known[at] ?? typed, cost]
  return meant
}

/** The words of a name, and each two neighbours in one: people write Adire Row as Adirerow. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)]
}

/** How far the nearest of some words is. */
function least(words: readonly number[], costs: readonly number[] = []): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const word of words) nearest = Math.min(nearest, costs[word] ?? Number.POSITIVE_INFINITY)
  return nearest
}
