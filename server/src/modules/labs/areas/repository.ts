import type { StateAreas } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

/** All known areas of Nigeria, by state. */
export async function knownAreas(db: Db): Promise<StateAreas[]> {
  return await db
    .selectFrom('place')
    .select(['state', sql<string[]>`array_agg(area order by area)`.as('areas')])
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Whether the state has an area with this name. */
export async function isKnownArea(db: Db, state: string, area: string): Promise<boolean> {
  const found = await db
    .selectFrom('place')
    .select('id')
    .where('state', '=', state)
    .where('area', '=', area)
    .executeTakeFirst()
  return found !== undefined
}
