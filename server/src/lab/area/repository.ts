import type { StateAreas } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** The areas of Nigeria that are known, by state. */
export async function knownAreas(db: Db): Promise<StateAreas[]> {
  return await db
    .selectFrom('place')
    .select(['state', sql<string[]>`array_agg(area order by area)`.as('areas')])
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Whether a state has an area of that name. */
export async function isKnownArea(db: Db, state: string, area: string): Promise<boolean> {
  const found = await db
    .selectFrom('place')
    .select('id')
    .where('state', '=', state)
    .where('area', '=', area)
    .executeTakeFirst()
  return found !== undefined
}
