import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** The current state that a list needs: its version, and the favourites of some accounts. */
export type Standing = {
  readonly version: number
  readonly favourites: Readonly<Record<number, readonly number[]>>
}

/** A number that grows with every change of what lists show or search. It includes changes that are not folded in yet. */
const version = sql<number>`(select listing.version + (select count(*) from lab_listing_change) from lab_listing listing)`

/** Reads the list version and the favourites of these accounts in one statement. */
export async function standingFor(db: Db, accountIds: readonly number[]): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select ${version} as version, coalesce((select json_object_agg(account_id, labs) from (
      select account_id, json_agg(lab_id) as labs from favourite where account_id = any(${accountIds}::bigint[])
      group by account_id) own), '{}') as favourites`.execute(db)
  const [row] = rows
  if (!row) throw new Error('lists of labs have no version')
  return row
}

/** Adds the recorded list changes to the version, so that few rows are left to count. Concurrent calls are safe. */
export async function foldListingChanges(db: Db): Promise<void> {
  await sql`with told as (delete from lab_listing_change returning id)
    update lab_listing set version = version + (select count(*) from told) where exists (select from told)`.execute(
    db,
  )
}
