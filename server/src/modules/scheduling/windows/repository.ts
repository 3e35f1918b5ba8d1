import type { LagosDate, WindowStart } from '@labalaba/contract'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import type { LabOrder } from '../../../tables.ts'
import { siteNamed } from '../../labs/index.ts'
import type { Capacity, Holder } from './policy.ts'

/** An appointment window at a location: two hours of a day. */
export type Window = { readonly locationId: number; readonly day: LagosDate; readonly starts: WindowStart }

/** The facts of an order that the place of its home visit depends on. */
export type OrderVisit = Pick<
  Selectable<LabOrder>,
  | 'id'
  | 'account_id'
  | 'location_id'
  | 'collection_on'
  | 'collection_time'
  | 'collection_state'
  | 'collection_area'
>

/** An order that holds a place while it is unpaid. */
export type HoldingOrder = OrderVisit & Pick<Selectable<LabOrder>, 'held_seconds' | 'patient_phone'>

/** An order whose money may have come too late for its home visit. */
export type PaidVisit = OrderVisit & Pick<Selectable<LabOrder>, 'mode' | 'late_money_at'>

/** How many visits a location makes in a window: its usual number, and the windows of weekdays and days that differ. */
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

/**
 * How many places of each window of some days are taken, how many of them are paid, and how many newcomers hold; without
 * expired holds.
 */
export async function takenIn(
  db: Db,
  locationId: number,
  days: { readonly first: LagosDate; readonly last: LagosDate },
  now: Date,
) {
  return await db
    .selectFrom('slot')
    .innerJoin('slot_place', 'slot_place.slot_id', 'slot.id')
    .where('location_id', '=', locationId)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)]))
    .groupBy('slot.id')
    .select((e) => ['day', 'starts', e.fn.countAll<number>().as('taken'), countSold.as('sold')])
    .select(countNewcomers.as('newcomers'))
    .execute()
}

const countSold = sql<number>`count(*) filter (where held_until is null)::int`
const countNewcomers = sql<number>`count(*) filter (where is_newcomer)::int`

/** How many places of a slot are paid for, and how many newcomers hold now. */
export async function usedIn(db: Db, slotId: number, now: Date) {
  return await db
    .selectFrom('slot_place')
    .where('slot_id', '=', slotId)
    .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)]))
    .select([countSold.as('sold'), countNewcomers.as('newcomers')])
    .executeTakeFirstOrThrow()
}

/** How many places of a day at a location newcomers of a network hold now, except that of an order. */
export async function heldFrom(
  tx: Tx,
  network: Buffer,
  { locationId, day, but }: Pick<Window, 'locationId' | 'day'> & { readonly but: number },
  now: Date,
): Promise<number> {
  const { held } = await tx
    .selectFrom('slot')
    .innerJoin('slot_place', 'slot_place.slot_id', 'slot.id')
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('held_from', '=', network)
    .where('order_id', '<>', but)
    .where('held_until', '>', now)
    .select((e) => e.fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow()
  return held
}

/** The name of the advisory lock of a location's hours and capacity, before its id. */
const locationLock = 'places of location '

/**
 * Takes a shared lock on the hours and capacity of a location until the transaction ends. A transaction that takes a place
 * calls this before it reads either and before it locks a window; such transactions do not wait for each other.
 */
export async function lockCapacityShared(tx: Tx, locationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`${locationLock}${locationId}`}, 0))`.execute(
    tx,
  )
}

/** The same within a statement, for the location that a booking names; its id, or null if there is none. */
export const lockNamedLocation = (lab: string, address: string): RawBuilder<number | null> =>
  sql`(select site.id from ${siteNamed(lab, address)} site,
    lateral (select pg_advisory_xact_lock_shared(hashtextextended(${locationLock} || site.id, 0))) shared)`

/** Waits for all transactions that take places at a location, and stops new ones until this transaction ends. */
export async function lockCapacityExclusive(tx: Tx, locationId: number): Promise<void> {
  await acquireAdvisoryLock(tx, `${locationLock}${locationId}`)
}

/** The slot of a window, created if there is none, locked until the transaction ends. */
export async function lockSlot(tx: Tx, at: Window): Promise<{ id: number; places: number }> {
  await tx
    .insertInto('slot')
    .values({ location_id: at.locationId, day: at.day, starts: at.starts, places: 0 })
    .onConflict((conflict) => conflict.columns(['location_id', 'day', 'starts']).doNothing())
    .execute()
  return await tx
    .selectFrom('slot')
    .select(['id', 'places'])
    .where('location_id', '=', at.locationId)
    .where('day', '=', at.day)
    .where('starts', '=', at.starts)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Frees the places of orders that have ended, or whose visit is over. Locks their slots, always earliest first. Calling it
 * again has no effect.
 */
export async function freeWindows(tx: Tx, orderIds: readonly number[]): Promise<void> {
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

/** Deletes the places of a locked slot whose hold has expired. Returns how many are left. */
export async function deleteExpiredHolds(tx: Tx, slotId: number, now: Date): Promise<number> {
  await tx.deleteFrom('slot_place').where('slot_id', '=', slotId).where('held_until', '<=', now).execute()
  const { taken } = await tx
    .selectFrom('slot')
    .select('taken')
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow()
  return taken
}

/** Sets the number of places of a locked slot, but never below those taken. */
export async function setPlaces(tx: Tx, slotId: number, places: number): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ places: sql<number>`greatest(${places}::integer, taken)` })
    .where('id', '=', slotId)
    .execute()
}

/** The place of an order. */
export type ReservationRow = Window & { readonly slotId: number; readonly heldUntil: Date | null }

/** The place of an order's home visit, if it has one. */
export async function reservationOf(db: Db, orderId: number): Promise<ReservationRow | undefined> {
  const row = await db
    .selectFrom('slot_place')
    .innerJoin('slot', 'slot.id', 'slot_place.slot_id')
    .select(['slot.id as slotId', 'location_id as locationId', 'day', 'starts', 'held_until as heldUntil'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row && { ...row, day: row.day as LagosDate }
}

/** A paid place stores no holder. */
const noHolder = { holder_mailbox: null, holder_phone: null, held_from: null, is_newcomer: false }

/**
 * Prolongs the place of an order in a window until `heldUntil`, or for good if it is null; returns whether the order has a
 * place there. An expired hold does not count.
 */
export async function prolongPlace(
  tx: Tx,
  orderId: number,
  at: Window,
  heldUntil: Date | null,
  now: Date,
): Promise<boolean> {
  const prolonged = await tx
    .updateTable('slot_place')
    .from('slot')
    .whereRef('slot.id', '=', 'slot_place.slot_id')
    .set({ held_until: heldUntil, ...(heldUntil === null && noHolder) })
    .where('order_id', '=', orderId)
    .where((e) => e.or([e('held_until', 'is', null), e('held_until', '>', now)]))
    .where('location_id', '=', at.locationId)
    .where('day', '=', at.day)
    .where('starts', '=', at.starts)
    .returning('order_id')
    .executeTakeFirst()
  return prolonged !== undefined
}

/** Gives an order a place of a locked slot, replacing one that it may have: held for a holder, or for good. */
export async function givePlace(
  tx: Tx,
  orderId: number,
  slotId: number,
  hold: { readonly until: Date; readonly holder: Holder } | null,
): Promise<void> {
  const { mailbox, phone, isNewcomer, allowance } = hold?.holder ?? {}
  const held = {
    holder_mailbox: mailbox ?? null,
    holder_phone: phone ?? null,
    held_from: (isNewcomer && allowance?.network) || null,
    is_newcomer: isNewcomer ?? false,
  }
  const place = { slot_id: slotId, held_until: hold?.until ?? null, ...held }
  await tx
    .insertInto('slot_place')
    .values({ order_id: orderId, ...place })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(place))
    .execute()
}

/** Adds seconds to the time for which an order has held places, up to 1800. */
export async function addHeld(tx: Tx, orderId: number, seconds: number): Promise<void> {
  await tx
    .updateTable('lab_order')
    .set((e) => ({ held_seconds: sql<number>`least(1800, ${e.ref('held_seconds')} + ${seconds}::integer)` }))
    .where('id', '=', orderId)
    .execute()
}

/** The email of an account, and whether it is a newcomer: it has not paid for any booking and is no verified doctor. */
export async function ownerOf(db: Db, accountId: number) {
  const isKnown = sql`exists (select from lab_order where account_id = account.id and paid_at is not null
      and state <> 'cancelled')
    or exists (select from doctor_licence where account_id = account.id and state = 'accepted')`
  return await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['email', sql<boolean>`not (${isKnown})`.as('isNewcomer')])
    .executeTakeFirstOrThrow()
}

/**
 * How many places are held now for a mailbox, and by newcomers for a patient's phone, except that of an order. Concurrent
 * transactions for the same mailbox, and for a newcomer's phone, wait for each other; the locks are always taken in this
 * order, so that there is no deadlock.
 */
export async function countHolds(
  tx: Tx,
  { mailbox, phone, isNewcomer }: Pick<Holder, 'mailbox' | 'phone' | 'isNewcomer'>,
  but: number,
  now: Date,
): Promise<{ readonly ofMailbox: number; readonly ofPhone: number }> {
  await acquireAdvisoryLock(tx, `visits held by ${mailbox}`)
  if (isNewcomer) await acquireAdvisoryLock(tx, `visits held for ${phone}`)
  return await tx
    .selectFrom('slot_place')
    .where('order_id', '<>', but)
    .where('held_until', '>', now)
    .where((e) => e.or([e('holder_mailbox', '=', mailbox), e('holder_phone', '=', phone)]))
    .select([
      sql<number>`count(*) filter (where holder_mailbox = ${mailbox})::int`.as('ofMailbox'),
      sql<number>`count(*) filter (where is_newcomer and holder_phone = ${phone})::int`.as('ofPhone'),
    ])
    .executeTakeFirstOrThrow()
}

/** For a query on orders: the order has no place for its home visit. */
export const hasNoPlace = sql<SqlBool>`not exists (select 1 from slot_place where order_id = lab_order.id)`
