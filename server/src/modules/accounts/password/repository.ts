import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** Stored bytes of a hash: enough that no two passwords of any list share them. */
const keptBytes = 8

const kept = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.subarray(0, keptBytes))

/** Whether one of these public hashes is on the list that the operator has imported. */
export async function isAnyKnown(db: Db, hashes: readonly Buffer[]): Promise<boolean> {
  const found = await db
    .selectFrom('known_password')
    .select('hash')
    .where(sql<boolean>`hash = any(${kept(hashes)}::bytea[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds public hashes to the operator's list and returns how many were new. */
export async function addKnown(tx: Tx, hashes: readonly Buffer[]): Promise<number> {
  const added = await sql`
    insert into known_password (hash) select unnest(${kept(hashes)}::bytea[]) on conflict do nothing`.execute(
    tx,
  )
  return Number(added.numAffectedRows ?? 0)
}
