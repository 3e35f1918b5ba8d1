import type { LagosDate, PlacesPlan } from '@labalaba/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { SlotCapacity } from '../../../tables.ts'
import type { LocationChange } from '../opening-hours/repository.ts'
import { cellsOf } from './policy.ts'

/** Stores how many visits a location makes in every window, in place of its previous plan. */
export async function replacePlan(tx: Tx, locationId: number, plan: PlacesPlan): Promise<void> {
  const { weekdays, days } = cellsOf(plan)
  await tx.deleteFrom('slot_capacity').where('location_id', '=', locationId).execute()
  await tx.deleteFrom('slot_day').where('location_id', '=', locationId).execute()
  // Windows with the usual number are stored too: a later change of the usual number then changes no window of the plan.
  await tx
    .insertInto('slot_capacity')
    .values(weekdays.map((cell) => ({ location_id: locationId, ...cell })))
    .execute()
  if (days.length > 0)
    await tx
      .insertInto('slot_day')
      .values(days.map((cell) => ({ location_id: locationId, ...cell })))
      .execute()
}

/** Sets the usual number of home visits of a location, for the windows that have no number of their own. */
export async function setUsualCapacity(tx: Tx, locationId: number, places: number): Promise<void> {
  await tx.updateTable('lab_location').set({ visit_places: places }).where('id', '=', locationId).execute()
}

export async function setCapacity(tx: Tx, capacity: Insertable<SlotCapacity>): Promise<void> {
  const { places } = capacity
  await tx
    .insertInto('slot_capacity')
    .values(capacity)
    .onConflict((conflict) => conflict.columns(['location_id', 'weekday', 'starts']).doUpdateSet({ places }))
    .execute()
}

type Change = LocationChange & { readonly was: PlacesPlan; readonly became: PlacesPlan }

/** Records who changed how many visits a location makes. */
export async function insertChange(tx: Tx, change: Change): Promise<void> {
  const { locationId, accountId, at, was, became } = change
  await tx
    .insertInto('capacity_change')
    .values({
      location_id: locationId,
      account_id: accountId,
      at,
      was: sql`${JSON.stringify(was)}::text::jsonb`,
      became: sql`${JSON.stringify(became)}::text::jsonb`,
    })
    .execute()
}

/** The last ten changes and who made them, newest first. */
export async function changesOf(db: Db, locationId: number) {
  return await db
    .selectFrom('capacity_change')
    .select(['at', 'account_id as accountId'])
    .where('location_id', '=', locationId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
}

/** The windows of a location from a day on that have ever had a place, locked, always in the same order: earliest first. */
export async function lockSlotsFrom(tx: Tx, locationId: number, day: LagosDate) {
  const rows = await tx
    .selectFrom('slot')
    .select(['id', 'day', 'starts'])
    .where('location_id', '=', locationId)
    .where('day', '>=', day)
    .orderBy('day')
    .orderBy('starts')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...row, day: row.day as LagosDate }))
}
