import { type Expression, type NotNull, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** Reads the opening hours of a location and locks them until the transaction ends. Bookings do not wait for this lock. */
export async function lockHours(tx: Tx, locationId: number): Promise<string> {
  const row = await tx
    .selectFrom('lab_location')
    .select('opening_hours')
    .where('id', '=', locationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.opening_hours
}

export type Change = {
  readonly locationId: number
  readonly accountId: number
  readonly at: Date
  readonly was: string
  readonly became: string
}

/** Stores new hours and records who changed them. */
export async function changeHours(tx: Tx, change: Change): Promise<void> {
  const { locationId, accountId, at, was, became } = change
  await tx
    .updateTable('lab_location')
    .set({ opening_hours: became, hours_said: true })
    .where('id', '=', locationId)
    .execute()
  await tx
    .insertInto('opening_change')
    .values({ location_id: locationId, account_id: accountId, at, was, became })
    .execute()
}

/** SQL expression: the opening hours of a location as they were at an instant. */
export function hoursWrittenAt(locationId: Expression<number>, at: Expression<Date>): RawBuilder<string> {
  return sql<string>`coalesce(
    (select was from opening_change change where change.location_id = ${locationId} and change.at > ${at}
      order by change.id limit 1),
    (select opening_hours from lab_location where id = ${locationId}))`
}

export type ChangeRow = { readonly at: Date; readonly accountId: number; readonly became: string }

/** The last ten changes of a location's hours that an account made, the newest first. */
export async function changesOf(db: Db, locationId: number): Promise<ChangeRow[]> {
  return await db
    .selectFrom('opening_change')
    .select(['at', 'account_id as accountId', 'became'])
    .where('location_id', '=', locationId)
    .where('account_id', 'is not', null)
    .$narrowType<{ accountId: NotNull }>()
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
}
