import { expect, test } from 'vitest'
import { criticalReport } from '../test/critical-calls.ts'
import { buildWorld } from '../test/world.ts'
import { brokenInvariants } from './invariants.ts'

// Its test breaks an invariant by hand, to see it reported.
const world = await buildWorld({ broken: true })
const { db, sql } = world

test('no critical result is without a call: one whose call was deleted is named, by its report and version', async () => {
  const { id } = await criticalReport(world)
  expect(await brokenInvariants(db)).toEqual([])
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const deleted = await tx`delete from critical_call where report_id = ${id}`
    expect(deleted.count).toBe(1)
  })
  expect(await brokenInvariants(db)).toEqual([
    `a verified critical value has a critical call of its verification: ${id} 1`,
  ])
})
