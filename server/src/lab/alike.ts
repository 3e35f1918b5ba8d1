import { unlikeness } from '../platform/likeness.ts'

/** A lab by what it can be found by, folded: its name, and the places it is at with a space before each word. */
export type Findable = { readonly id: number; readonly name: string; readonly places: string }

/** The labs found, and for each typed word the one that was probably meant. */
export type Alike = { readonly ids: number[]; readonly meant: string[] }

/** A place that is meant a little less than a name as near. */
const placeHandicap = 0.25
/** What is further off than the nearest by more than this was not meant. */
const margin = 0.5

/**
 * The labs whose name or places resemble every word of a search (folded), the most alike first, and only those about
 * as near as the nearest: a slip of the finger must not bring the whole list. Labs as alike keep their order.
 */
export function mostAlike(words: readonly string[], labs: readonly Findable[]): Alike {
  const costs = words.map(() => new Map<string, number>())
  const near = labs.flatMap(({ id, name, places }) => {
    const [nameWords, placeWords] = [wordsOf(name), places.split(' ')]
    let sum = 0
    for (const [place, word] of words.entries()) {
      const seen = costs[place] ?? new Map()
      const byName = name.includes(word) ? 0 : least(word, nameWords, seen)
      sum += Math.min(byName, placeHandicap + (byName === 0 ? 0 : least(word, placeWords, seen)))
    }
    return Number.isFinite(sum) ? [{ id, sum }] : []
  })
  const nearest = Math.min(...near.map(({ sum }) => sum))
  const ids = near
    .filter(({ sum }) => sum <= nearest + margin)
    .sort((a, b) => a.sum - b.sum)
    .map(({ id }) => id)
  return { ids, meant: words.map((word, place) => nearestTo(word, costs[place] ?? new Map())) }
}

/** The word that costs least; the typed one where none is near. */
function nearestTo(typed: string, costs: ReadonlyMap<string, number>): string {
  let [meant, least] = [typed, Number.POSITIVE_INFINITY]
  for (const [word, cost] of costs) if (cost < least) [meant, least] = [word, cost]
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

/** How far the nearest of some words is. `seen` remembers: the same words come in many names. */
function least(typed: string, words: readonly string[], seen: Map<string, number>): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const word of words) {
    let cost = seen.get(word)
    if (cost === undefined) {
      cost = unlikeness(typed, word) ?? Number.POSITIVE_INFINITY
      seen.set(word, cost)
    }
    nearest = Math.min(nearest, cost)
  }
  return nearest
}
