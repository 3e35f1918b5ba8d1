import type { Db } from '../../db.ts'
import { allFacts, type TestFacts } from './repository.ts'

/** Tests by their number, the popular ones first, then by name. */
export type Facts = ReadonlyMap<number, TestFacts>

/** An edition means the same in every database, so one memory does for the process. */
let kept: { readonly edition: string; readonly facts: Facts } | null = null
/** The facts of an edition that are being read. */
let reading: { readonly edition: string; readonly facts: Promise<Facts> } | null = null

/**
 * The facts of every test as of an edition that was read just now, or of a later one: from the memory of the process, and
 * read again where it knows another, once for all who ask meanwhile. There are hundreds of tests and a million offers.
 */
export async function factsOf(db: Db, edition: string): Promise<Facts> {
  if (kept?.edition === edition) return kept.facts
  // A transaction sees what nobody else does yet, and must not wait for another connection.
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
  kept = { edition, facts }
  return facts
}
