import type { Db } from '../../db.ts'
import { allFacts, type TestFacts } from './rows.ts'

/** Tests by their number, the popular ones first, then by name. */
export type Facts = ReadonlyMap<number, TestFacts>

/** An edition means the same in every database, so one memory does for the process. */
let kept: { readonly edition: string; readonly facts: Facts } | null = null

/**
 * The facts of every test as of an edition that was read just now, or of a later one: from the memory of the process, and
 * read again where it knows another. There are hundreds of tests and a million offers.
 */
export async function factsOf(db: Db, edition: string): Promise<Facts> {
  if (kept?.edition === edition) return kept.facts
  const { edition: now, tests } = await allFacts(db)
  kept = { edition: now, facts: new Map(tests.map((test) => [test.id, test])) }
  return kept.facts
}
