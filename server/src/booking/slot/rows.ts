import type { LagosDate, WindowStart } from '@labalaba/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../../db.ts'
import { siteNamed } from '../../lab/index.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { takeTurn } from '../../platform/turn.ts'
import type { Capacity } from './rules.ts'

/** Two hours of a day at a location. */
export type Window = { readonly locationId: number; readonly day: LagosDate; readonly starts: WindowStart }

export type SlotRow = { readonly id: number; readonly places: number; readonly taken: number }

/** How many visits a location makes in a window: its own number, and the windows of weekdays and of days that differ. */
export async function capacityOf(db: Db, locationId: number): Promise<Capacity> {
  return await db
    .selectFrom('lab_location')
    .select((e) => [
      'visit_places as usual',
      jsonArrayFrom(
        e
          .selectFrom('slot_capacity')
          .select(['weekday', 'starts', 'places'])
          .whereRef('location_id', '=', 'lab_location.id'),
      ).as('special'),
      jsonArrayFrom(
        e
          .selectFrom('slot_day')
          .select(['day', 'starts', 'places'])
          .whereRef('location_id', '=', 'lab_location.id'),
      ).as('days'),
    ])
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow()
}

export async function setUsualCapacity(tx: Tx, locationId: number, places: number): Promise<void> {
  await tx.updateTable('lab_location').set({ visit_places: places }).where('id', '=', locationId).execute()
}

export async function setCapacity(
  tx: Tx,
  at: { readonly locationId: number; readonly weekday: number; readonly starts: WindowStart },
  places: number,
): Promise<void> {
  await tx
    .insertInto('slot_capacity')
    .values({ location_id: at.locationId, weekday: at.weekday, starts: at.starts, places })
    .onConflict((conflict) => conflict.columns(['location_id', 'weekday', 'starts']).doUpdateSet({ places }))
    .execute()
}

/** How many places of each window of some days are taken, those whose hold has run out left aside. */
export async function takenIn(
  db: Db,
  locationId: number,
  days: { readonly first: LagosDate; readonly last: LagosDate },
  now: Date,
): Promise<{ day: string; starts: string; taken: number }[]> {
  return await db
    .selectFrom('slot')
    .innerJoin('slot_place', 'slot_place.slot_id', 'slot.id')
    .where('location_id', '=', locationId)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)]))
    .groupBy('slot.id')
    .select((e) => ['day', 'starts', e.fn.countAll<number>().as('taken')])
    .execute()
}

const placesOf = 'places of location '
const nameOfPlaces = (locationId: number) => `${placesOf}${locationId}`

/**
 * Holds what a location can do as it is until the transaction ends: its hours and how many visits it makes. Whoever takes a
 * place does this before they ask for either, and before they lock a window; they do not wait for each other.
 */
export async function sharePlaces(tx: Tx, locationId: number): Promise<void> {
  await placesShared(tx, { of: nameOfPlaces(locationId) })
}

const placesShared = prepared(
  (_: Tx, { of }: { of: string }) => sql`select pg_advisory_xact_lock_shared(hashtextextended(${of}, 0))`,
)

/** The same within a statement, of the location that a booking names; its number, or null where there is none. */
export const sharedPlaces = (lab: string, address: string): RawBuilder<number | null> =>
  sql`(select site.id from ${siteNamed(lab, address)} site,
    lateral (select pg_advisory_xact_lock_shared(hashtextextended(${placesOf} || site.id, 0))) shared)`

/** Waits for all who take places at a location, and lets nobody take one until the transaction ends. */
export async function closePlaces(tx: Tx, locationId: number): Promise<void> {
  await takeTurn(tx, nameOfPlaces(locationId))
}

/** The slot of a window, made where there is none, locked until the transaction ends. */
export async function lockSlot(tx: Tx, at: Window): Promise<SlotRow> {
  await tx
    .insertInto('slot')
    .values({ location_id: at.locationId, day: at.day, starts: at.starts, places: 0 })
    .onConflict((conflict) => conflict.columns(['location_id', 'day', 'starts']).doNothing())
    .execute()
  return await tx
    .selectFrom('slot')
    .select(['id', 'places', 'taken'])
    .where('location_id', '=', at.locationId)
    .where('day', '=', at.day)
    .where('starts', '=', at.starts)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks the slots in which orders have places, the earliest first as everywhere, and takes the places away. */
export async function freePlaces(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .selectFrom('slot')
    .select('id')
    .where('id', 'in', (e) =>
      e
        .selectFrom('slot_place')
        .select('slot_id')
        .where('order_id', 'in', [...orderIds]),
    )
    .orderBy('day')
    .orderBy('starts')
    .orderBy('location_id')
    .forUpdate()
    .execute()
  await tx
    .deleteFrom('slot_place')
    .where('order_id', 'in', [...orderIds])
    .execute()
}

/** Takes away the places of a locked slot whose hold has run out. Answers how many are left. */
export async function dropRunOut(tx: Tx, slotId: number, now: Date): Promise<number> {
  await tx.deleteFrom('slot_place').where('slot_id', '=', slotId).where('held_until', '<=', now).execute()
  const { taken } = await tx
    .selectFrom('slot')
    .select('taken')
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()
  return taken
}

/** Lets a locked slot have so many places, and never fewer than are taken. */
export async function setPlaces(tx: Tx, slotId: number, places: number): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ places: sql<number>`greatest(${places}::integer, taken)` })
    .where('id', '=', slotId)
    .execute()
}

/** Where an order has its place. */
export type PlaceRow = Window & { readonly slotId: number; readonly heldUntil: Date | null }

/** The place of an order's home visit, where it has one. */
export async function placeOf(db: Db, orderId: number): Promise<PlaceRow | undefined> {
  const row = await db
    .selectFrom('slot_place')
    .innerJoin('slot', 'slot.id', 'slot_place.slot_id')
    .select(['slot.id as slotId', 'location_id as locationId', 'day', 'starts', 'held_until as heldUntil'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row && { ...row, day: row.day as LagosDate }
}

/**
 * Lets an order keep the place that it has in a window until then, or for good; says whether it has one there. A hold that
 * has run out is none.
 */
export async function prolongPlace(
  tx: Tx,
  orderId: number,
  at: Window,
  heldUntil: Date | null,
  now: Date,
): Promise<boolean> {
  const kept = await tx
    .updateTable('slot_place')
    .from('slot')
    .whereRef('slot.id', '=', 'slot_place.slot_id')
    .set({ held_until: heldUntil })
    .where('order_id', '=', orderId)
    .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)]))
    .where('location_id', '=', at.locationId)
    .where('day', '=', at.day)
    .where('starts', '=', at.starts)
    .returning('order_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Gives an order a place of a locked slot, in place of one that it may have; null for as long as it wants. */
export async function givePlace(
  tx: Tx,
  orderId: number,
  slotId: number,
  heldUntil: Date | null,
): Promise<void> {
  await tx
    .insertInto('slot_place')
    .values({ order_id: orderId, slot_id: slotId, held_until: heldUntil })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ slot_id: slotId, held_until: heldUntil }),
    )
    .execute()
}

/** An order has held places for so many seconds more. */
export async function addHeld(tx: Tx, orderId: number, seconds: number): Promise<void> {
  await tx
    .updateTable('lab_order')
    .set((e) => ({ held_seconds: sql<number>`least(1800, ${e.ref('held_seconds')} + ${seconds}::integer)` }))
    .where('id', '=', orderId)
    .execute()
}

/** How many other orders of an account hold a place unpaid. Waits for whoever else is about to hold one for it. */
export async function countHolds(tx: Tx, accountId: number, but: number, now: Date): Promise<number> {
  await takeTurn(tx, `visits held by ${accountId}`)
  const { held } = await tx
    .selectFrom('slot_place')
    .innerJoin('lab_order', 'lab_order.id', 'slot_place.order_id')
    .where('account_id', '=', accountId)
    .where('order_id', '<>', but)
    .where('held_until', '>', now)
    .select((e) => e.fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow()
  return held
}

/** For a query on orders: the order has no place for its home visit. */
export const hasNoPlace = sql<SqlBool>`not exists (select 1 from slot_place where order_id = lab_order.id)`
