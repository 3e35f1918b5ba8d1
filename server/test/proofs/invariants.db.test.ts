import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { invariantNames, readBreaches, readOverdue } from '../../src/invariants.ts'
import { buildWorld } from '../world.ts'
import { type Alteration, alterations } from './alterations.ts'
import { setStage } from './stage.ts'

const { db, ...world } = await buildWorld()
const proofs = alterations(await setStage({ db, ...world }))

class Undone extends Error {}

/** The names of the invariants broken by statements that bypass every trigger; then they are rolled back. */
async function brokenBy(statements: Alteration): Promise<string[]> {
  const names = new Set<string>()
  const trial = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(tx)
      if (!statement.startsWith('drop')) expect(numAffectedRows, statement).toBe(1n)
    }
    for (const { name } of [...(await readBreaches(tx)), ...(await readOverdue(tx))]) names.add(name)
    throw new Undone()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return [...names]
}

test('every invariant has an alteration that breaks it', () => {
  expect(Object.keys(proofs).toSorted()).toEqual(invariantNames.toSorted())
})

test('all of them hold without an alteration', async () => {
  expect(await brokenBy([])).toEqual([])
})

test.each(
  Object.entries(proofs).flatMap(([name, ways]) => ways.map((way, index) => [name, index + 1, way] as const)),
)('%s: alteration %i breaks it, and it alone', async (name, _index, way) => {
  expect(await brokenBy(way)).toEqual([name])
})
