import { unlikeness } from '../../platform/likeness.ts'

/** What a lab can be found by, folded: its name, and its place names with a space before each word. */
export type Findable = {
  readonly id: number
  readonly name: string
  readonly places: string
  readonly home: boolean
  readonly iso: boolean
}

/** Lists of numbers stored one after the other. Thousands of small arrays would use many times the memory. */
type Packed = { readonly numbers: Uint32Array; readonly ends: Uint32Array }

/** Labs with their words replaced by numbers, so that a search compares each distinct word once. */
export type FindableLabs = {
  readonly words: readonly string[]
  readonly labs: readonly Omit<Findable, 'places'>[]
  /** The words of each lab's name, and of its places. */
  readonly nameWords: Packed
  readonly placeWords: Packed
  /** For each word: the indexes in `labs` of the labs with this word in their name or places. */
  readonly labsOf: Packed
}

/** The labs found, and for each typed word the known word that was probably meant. */
export type Alike = { readonly ids: number[]; readonly meant: string[] }

/** Builds the word index of the labs, in the order of the labs. */
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

/** A match in a place counts slightly less than an equally close match in a name. */
const placeHandicap = 0.25
/** Results that are further from the search than the nearest result by more than this are dropped. */
const margin = 0.5

/**
 * The wanted labs whose name or places resemble every word of a search (folded), the most similar first. Only those about
 * as close as the nearest, so a typing error does not return the whole list. Equally similar labs keep their order.
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

/** The indexes of the labs that, for every typed word, have a word that is close to it or contains it. */
function labsNearTo(
  typed: readonly string[],
  { words, labs, labsOf }: FindableLabs,
  costs: readonly (readonly number[])[],
): number[] {
  const matched = new Uint8Array(labs.length)
  for (const [at, word] of typed.entries()) {
    // A lab counts for this word only if it matched every word before it.
    const match = (lab: number) => {
      if (matched[lab] === at) matched[lab] = at + 1
    }
    for (const [number, one] of words.entries())
      if (costs[at]?.[number] !== Number.POSITIVE_INFINITY || one.includes(word))
        for (const lab of listAt(labsOf, number)) match(lab)
    // A typed word with punctuation can be part of the name but of no indexed word.
    if (/[^\p{L}\p{N}]/u.test(word))
      for (const [lab, { name }] of labs.entries()) if (name.includes(word)) match(lab)
  }
  return [...labs.keys()].filter((lab) => matched[lab] === typed.length)
}

/** The distance of a lab from all typed words. */
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

/** The known word with the lowest cost; the typed word if none is close. */
function nearestTo(typed: string, known: readonly string[], costs: readonly number[]): string {
  let [meant, best] = [typed, Number.POSITIVE_INFINITY]
  for (const [at, cost] of costs.entries()) if (cost < best) [meant, best] = [known[at] ?? typed, cost]
  return meant
}

/** The words of a name, and each two neighbours joined: people write Adire Row as Adirerow. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)]
}

/** The lowest cost among some words. */
function least(words: Uint32Array, costs: readonly number[] = []): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const word of words) nearest = Math.min(nearest, costs[word] ?? Number.POSITIVE_INFINITY)
  return nearest
}
