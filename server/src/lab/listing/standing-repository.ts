import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** What a list needs to know of now: its version, and the labs that each of some accounts marked. */
export type Standing = {
  readonly version: number
  readonly favourites: Readonly<Record<number, readonly number[]>>
}

/** A number that grows with whatever lists of labs show or are found by. Changes that are not folded in yet count as well. */
const version = sql<number>`(select listing.version + (select count(*) from lab_listing_change) from lab_listing listing)`

/** What lists need to know for these accounts, in one statement. */
export async function standingFor(db: Db, accountIds: readonly number[]): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select ${version} as version, coalesce((select json_object_agg(account_id, labs) from (
      select account_id, json_agg(lab_id) as labs from favourite where account_id = any(${accountIds}::bigint[])
      group by account_id) own), '{}') as favourites`.execute(db)
  const [row] = rows
  if (!row) throw new Error('lists of labs have no version')
  return row
}

/** Counts in what was told of lists, so that few rows are left to count. Asking twice at once is harmless. */
export async function foldListingChanges(db: Db): Promise<void> {
  await sql`with told as (delete from lab_listing_change returning id)
    update lab_listing set version = version + (select count(*) from told) where exists (select from told)`.execute(
    db,
  )
}
