import MiniSearch, { type SearchOptions } from 'minisearch'
import { tellingWords } from '../policy.ts'
import type { Facts } from './facts.ts'
import type { FoundBy, TestFacts } from './repository.ts'

/** What a search key may mean, the nearest reading first: tests named so, then those alike but for one letter, then for two. */
export function* testsFound(facts: Facts, key: string): Generator<TestFacts[]> {
  if (key === '') return
  yield testsNamed(facts, key)
  yield testsAlike(facts, key, 1)
  yield testsAlike(facts, key, 2)
}

/**
 * The tests that a search key finds, in this order: an exact name or short name; names that begin with the text; names with
 * a word that begins with it; names with words that begin with each search word; the same including purposes; names that
 * contain each search word of three letters or more. Within these the popular ones first, then short names.
 */
function testsNamed(facts: Facts, key: string): TestFacts[] {
  const words = tellingWords(key)
  const { inNames, inPurposes } = wordsFound(facts, words)
  return ranked(facts, ({ id, foundBy: { keys } }) => {
    const rank = nameRank(keys, key)
    if (rank !== undefined) return rank
    if (inNames.has(id)) return 3
    if (inPurposes.has(id)) return 4
    return words.every((word) => word.length > 2 && keys.some((one) => one.includes(word))) ? 5 : undefined
  })
}

/**
 * The tests with words that begin with each search word or differ from it by so many letters at most; those found by their
 * names alone come first. A word of two letters must begin a word, and one of four differs by one letter at most.
 */
function testsAlike(facts: Facts, key: string, letters: 1 | 2): TestFacts[] {
  const fuzzy = ({ length }: string) => (length > 4 ? letters : length > 2 && 1)
  const { inNames, inPurposes } = wordsFound(facts, tellingWords(key), { fuzzy })
  return ranked(facts, ({ id }) => (inNames.has(id) ? 1 : inPurposes.has(id) ? 2 : undefined))
}

const exact = 0

/** How near a text is to the nearest of these names; undefined if none begins or has a word that begins with it. */
function nameRank(keys: readonly string[], key: string): number | undefined {
  // People write E/U/Cr also as EUCr.
  const joined = keys.filter((one) => one[0] === key[0]).map((one) => one.replaceAll(' ', ''))
  const text = key.replaceAll(' ', '')
  if (joined.includes(text)) return exact
  if (joined.some((one) => one.startsWith(text))) return 1
  return keys.some((one) => one.includes(` ${key}`)) ? 2 : undefined
}

/** The ids of the tests that have every word in their names, and in their names and purposes. */
function wordsFound(facts: Facts, words: readonly string[], options: SearchOptions = {}) {
  const index = indexOf(facts)
  const found = (fields: Field[]) =>
    new Set<number>(index.search(words.join(' '), { ...options, fields }).map(({ id }) => id))
  return { inNames: found(['names']), inPurposes: found(['names', 'purposes']) }
}

/** The tests that have a rank, the nearest first. Those of one rank and popularity stay in the order of the facts, by name. */
function ranked(facts: Facts, rankOf: (test: TestFacts) => number | undefined): TestFacts[] {
  return [...facts.values()]
    .flatMap((test) => {
      const rank = rankOf(test)
      return rank === undefined ? [] : { test, rank, length: rank === exact ? 0 : test.name.length }
    })
    .sort((a, b) => a.rank - b.rank || byPopularity(a.test, b.test) || a.length - b.length)
    .map(({ test }) => test)
}

function byPopularity(a: TestFacts, b: TestFacts): number {
  return a.popularRank === b.popularRank ? 0 : (a.popularRank ?? Infinity) - (b.popularRank ?? Infinity)
}

/** The words by which a test is found. */
const textOf = {
  names: ({ keys }: FoundBy) => keys.join(' '),
  purposes: ({ purposes }: FoundBy) => purposes.map(({ key }) => key).join(' '),
}
type Field = keyof typeof textOf

const indexes = new WeakMap<Facts, MiniSearch<TestFacts>>()

/** The index of the facts of an edition, made when they are first searched. */
function indexOf(facts: Facts): MiniSearch<TestFacts> {
  const made = indexes.get(facts)
  if (made) return made
  const index = new MiniSearch<TestFacts>({
    fields: ['names', 'purposes'],
    extractField: (test, field) => (field === 'id' ? test.id : textOf[field as Field](test.foundBy)),
    tokenize: (text) => text.split(' '),
    searchOptions: { prefix: true, combineWith: 'AND' },
  })
  index.addAll([...facts.values()])
  indexes.set(facts, index)
  return index
}
