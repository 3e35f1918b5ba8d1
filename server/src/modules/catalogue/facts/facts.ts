import type { Db } from '../../../db.ts'
import { allFacts, type TestFacts } from './repository.ts'

/** Tests by their id, the popular ones first, then by name. */
export type Facts = ReadonlyMap<number, TestFacts>

/** The cached facts. An edition means the same in every database, so one cache per process is enough. */
let cached: { readonly edition: string; readonly facts: Facts } | null = null
/** The read of an edition that is in progress. */
let reading: { readonly edition: string; readonly facts: Promise<Facts> } | null = null

/**
 * The facts of every test, as of the given edition or a later one. Cached in the process; a different edition is read
 * again, once for all concurrent callers. There are hundreds of tests but a million offers.
 */
export async function factsOf(db: Db, edition: string): Promise<Facts> {
  if (cached?.edition === edition) return cached.facts
  // A transaction may see uncommitted facts, and must not wait for another connection.
  if (db.isTransaction) return await read(db)
  if (reading?.edition !== edition) reading = { edition, facts: read(db) }
  const mine = reading
  try {
    return await mine.facts
  } finally {
    if (reading === mine) reading = null
  }
}

async function read(db: Db): Promise<Facts> {
  const { edition, tests } = await allFacts(db)
  const facts = new Map(tests.map((test) => [test.id, test]))
  cached = { edition, facts }
  return facts
}
