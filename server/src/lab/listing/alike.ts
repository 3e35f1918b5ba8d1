import { unlikeness } from '../../platform/likeness.ts'

/** A lab by what it can be found by, folded: its name, and the places it is at with a space before each word. */
export type Findable = {
  readonly id: number
  readonly name: string
  readonly places: string
  readonly home: boolean
  readonly iso: boolean
}

/** Lists of numbers one behind the other: thousands of small arrays would weigh many times as much. */
type Packed = { readonly numbers: Uint32Array; readonly ends: Uint32Array }

/** Labs with their words by number: each word is compared once in a search, however many labs have it. */
export type FindableLabs = {
  readonly words: readonly string[]
  readonly labs: readonly Omit<Findable, 'places'>[]
  /** The words of each lab's name, and of its places. */
  readonly nameWords: Packed
  readonly placeWords: Packed
  /** Where in `labs` each word stands in a name or a place. */
  readonly labsOf: Packed
}

/** The labs found, and for each typed word the one that was probably meant. */
export type Alike = { readonly ids: number[]; readonly meant: string[] }

/** Numbers the words of labs, in the order of the labs. */
export function numberWords(found: readonly Findable[]): FindableLabs {
  const numbers = new Map<string, number>()
  const having: number[][] = []
  const numberAll = (words: readonly string[], lab: number) =>
    words.map((word) => {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      having[number] ??= []
      if (having[number].at(-1) !== lab) having[number].push(lab)
      return number
    })
  const words = found.map(({ name, places }, lab) => ({
    name: numberAll(wordsOf(name), lab),
    places: numberAll(places.split(' ').filter(Boolean), lab),
  }))
  return {
    words: [...numbers.keys()],
    labs: found.map(({ places: _, ...lab }) => lab),
    nameWords: pack(words.map(({ name }) => name)),
    placeWords: pack(words.map(({ places }) => places)),
    labsOf: pack(having),
  }
}

function pack(lists: readonly (readonly number[])[]): Packed {
  let end = 0
  const ends = Uint32Array.from(lists, ({ length }) => {
    end += length
    return end
  })
  return { numbers: Uint32Array.from(lists.flat()), ends }
}

function listAt({ numbers, ends }: Packed, at: number): Uint32Array {
  return numbers.subarray(ends[at - 1] ?? 0, ends[at])
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
  known: FindableLabs,
  isWanted: (lab: Pick<Findable, 'id' | 'home' | 'iso'>) => boolean,
): Alike {
  const costs = words.map((word) =>
    known.words.map((one) => unlikeness(word, one) ?? Number.POSITIVE_INFINITY),
  )
  const near = labsNearTo(words, known, costs).flatMap((at) => {
    const lab = known.labs[at]
    const sum = lab && isWanted(lab) ? costOf(at, words, known, costs) : Number.POSITIVE_INFINITY
    return lab && sum < Number.POSITIVE_INFINITY ? [{ id: lab.id, sum }] : []
  })
  const nearest = near.reduce((best, { sum }) => Math.min(best, sum), Number.POSITIVE_INFINITY)
  const ids = near
    .filter(({ sum }) => sum <= nearest + margin)
    .sort((a, b) => a.sum - b.sum)
    .map(({ id }) => id)
  return { ids, meant: words.map((word, at) => nearestTo(word, known.words, costs[at] ?? [])) }
}

/** Where the labs stand that have for every typed word one that is near to it or has it within: all others are far. */
function labsNearTo(
  typed: readonly string[],
  { words, labs, labsOf }: FindableLabs,
  costs: readonly (readonly number[])[],
): number[] {
  const matched = new Uint8Array(labs.length)
  for (const [at, word] of typed.entries()) {
    // A lab counts on only while it had every word before this one.
    const match = (lab: number) => {
      if (matched[lab] === at) matched[lab] = at + 1
    }
    for (const [number, one] of words.entries())
      if (costs[at]?.[number] !== Number.POSITIVE_INFINITY || one.includes(word))
        for (const lab of listAt(labsOf, number)) match(lab)
    // What parts words, or stands within one, is in a name and in none of its words.
    if (/[^\p{L}\p{N}]/u.test(word))
      for (const [lab, { name }] of labs.entries()) if (name.includes(word)) match(lab)
  }
  return [...labs.keys()].filter((lab) => matched[lab] === typed.length)
}

/** How far the lab at a place is from all that was typed. */
function costOf(
  at: number,
  typed: readonly string[],
  { labs, nameWords, placeWords }: FindableLabs,
  costs: readonly (readonly number[])[],
): number {
  let sum = 0
  for (const [which, word] of typed.entries()) {
    const byName = labs[at]?.name.includes(word) ? 0 : least(listAt(nameWords, at), costs[which])
    const byPlace = byName === 0 ? 0 : least(listAt(placeWords, at), costs[which])
    sum += Math.min(byName, placeHandicap + byPlace)
  }
  return sum
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
function least(words: Uint32Array, costs: readonly number[] = []): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const word of words) nearest = Math.min(nearest, costs[word] ?? Number.POSITIVE_INFINITY)
  return nearest
}
