import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Files to load together: their texts by path, and a hash that changes when any of them does. */
export type FileSet<N extends string> = { readonly texts: Readonly<Record<N, string>>; readonly hash: string }

/** Reads files. `loaderVersion` changes the hash if the loader produces different data from the same files. */
export function readFileSet<N extends string>(
  paths: Readonly<Record<N, string>>,
  loaderVersion: number,
): FileSet<N> {
  const texts: Record<N, string> = { ...paths }
  const hash = createHash('sha256').update(String(loaderVersion))
  for (const name in paths) {
    texts[name] = readFileSync(paths[name], 'utf8')
    hash.update(`\0${name}\0`).update(texts[name])
  }
  return { texts, hash: hash.digest('hex') }
}

/** Whether exactly these files are in the database already. */
async function isLoaded(db: Db, name: string, hash: string): Promise<boolean> {
  const row = await db.selectFrom('loaded_set').select('hash').where('name', '=', name).executeTakeFirst()
  return row?.hash === hash
}

/**
 * Runs `load` in one transaction unless exactly these files are loaded already, and returns whether it ran. Processes that
 * start together load once: the others wait for the first.
 */
export async function loadOnce(
  db: Db,
  set: { name: string; hash: string },
  load: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  if (await isLoaded(db, set.name, set.hash)) return false
  return await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`.execute(
      tx,
    )
    await sql`select pg_advisory_xact_lock(hashtext(${`load ${set.name}`}))`.execute(tx)
    if (await isLoaded(tx, set.name, set.hash)) return false
    await load(tx)
    await tx
      .insertInto('loaded_set')
      .values(set)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ hash: set.hash, loaded_at: sql`now()` }),
      )
      .execute()
    return true
  })
}
