import { unlikeness } from '../../../infra/db/likeness.ts'

/** A lab that may be meant, folded: its name, and the words of its places with a space before each. */
export type Candidate = { readonly id: number; readonly name: string; readonly places: string }

/** The labs found, and for each typed word the word that was probably meant. */
export type Alike = { readonly ids: number[]; readonly meant: string[] }

/** A word of a place counts a little less than a word of a name that is as near. */
const placeHandicap = 0.25
/** A lab that is further off than the nearest by more than this was not meant. */
const margin = 0.5

/**
 * The labs whose name or places resemble every typed word (folded), the most alike first, and only those about as near as
 * the nearest: one typing mistake must not bring the whole list. Labs that are equally alike keep their order.
 */
export function mostAlike(typed: readonly string[], candidates: readonly Candidate[]): Alike {
  const near = candidates
    .map((lab) => ({ id: lab.id, matches: typed.map((word) => nearestIn(lab, word)) }))
    .map(({ id, matches }) => ({ id, matches, cost: matches.reduce((sum, { cost }) => sum + cost, 0) }))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.cost - b.cost)
  const [nearest] = near
  const ids = near.filter(({ cost }) => cost <= (nearest?.cost ?? 0) + margin).map(({ id }) => id)
  return { ids, meant: typed.map((word, at) => nearest?.matches[at]?.word ?? word) }
}

type Match = { readonly word: string; readonly cost: number }

/** The word of a lab's name or places that is nearest to a typed word. */
function nearestIn({ name, places }: Candidate, typed: string): Match {
  if (name.includes(typed)) return { word: typed, cost: 0 }
  const byName = nearestOf(typed, wordsOf(name))
  const byPlace = nearestOf(typed, places.split(' ').filter(Boolean))
  return byName.cost <= byPlace.cost + placeHandicap
    ? byName
    : { word: byPlace.word, cost: byPlace.cost + placeHandicap }
}

function nearestOf(typed: string, words: readonly string[]): Match {
  let nearest: Match = { word: typed, cost: Number.POSITIVE_INFINITY }
  for (const word of words) {
    const cost = unlikeness(typed, word) ?? Number.POSITIVE_INFINITY
    if (cost < nearest.cost) nearest = { word, cost }
  }
  return nearest
}

/** The words of a name, and each two neighbours as one: people write Adire Row as Adirerow. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)]
}
