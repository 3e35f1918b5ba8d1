import type { LagosDate } from '@labalaba/contract'
import type { NotNull, Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { LocationPause } from '../../../tables.ts'

/** Which account changes which location, and when. */
export type LocationChange = { readonly locationId: number; readonly accountId: number; readonly at: Date }

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

/** Stores new hours and records who changed them. */
export async function changeHours(
  tx: Tx,
  {
    locationId,
    accountId,
    at,
    was,
    became,
  }: LocationChange & { readonly was: string; readonly became: string },
): Promise<void> {
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

/** The last ten changes of a location's hours that an account made, the newest first. */
export async function changesOf(db: Db, locationId: number) {
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

/** A paid home visit with a place, for which no phlebotomist has set off. */
export type BookedVisitRow = {
  readonly orderId: number
  readonly reference: string
  readonly day: LagosDate
  readonly time: string
  readonly starts: string
}

/** The paid home visits of a location from a day on, earliest first. */
export async function bookedVisitsFrom(
  db: Db,
  locationId: number,
  day: LagosDate,
): Promise<BookedVisitRow[]> {
  const rows = await db
    .selectFrom('slot')
    .innerJoin('slot_place', 'slot_place.slot_id', 'slot.id')
    .innerJoin('lab_order', 'lab_order.id', 'slot_place.order_id')
    .where('slot.location_id', '=', locationId)
    .where('slot.day', '>=', day)
    .where('slot_place.held_until', 'is', null)
    .where('lab_order.state', '=', 'scheduled')
    .where('lab_order.set_off_at', 'is', null)
    .select(['lab_order.id as orderId', 'lab_order.reference', 'slot.day', 'slot.starts'])
    .select('lab_order.collection_time as time')
    .orderBy('slot.day')
    .orderBy('slot.starts')
    .orderBy('lab_order.id')
    .execute()
  return rows.map((row) => ({ ...row, day: row.day as LagosDate, time: row.time ?? row.starts }))
}

/** The windows of a location from a day on with at least one taken place. */
export async function slotsFrom(tx: Tx, locationId: number, day: LagosDate) {
  const rows = await tx
    .selectFrom('slot')
    .select(['id', 'day', 'starts'])
    .where('location_id', '=', locationId)
    .where('day', '>=', day)
    .where('taken', '>', 0)
    .execute()
  return rows.map((row) => ({ ...row, day: row.day as LagosDate }))
}

/** Locks these windows, always in the same order (earliest first), and deletes their unpaid places. */
export async function dropHolds(tx: Tx, slotIds: readonly number[]): Promise<void> {
  if (slotIds.length === 0) return
  await tx
    .selectFrom('slot')
    .select('id')
    .where('id', 'in', [...slotIds])
    .orderBy('day')
    .orderBy('starts')
    .forUpdate()
    .execute()
  await tx
    .deleteFrom('slot_place')
    .where('slot_id', 'in', [...slotIds])
    .where('held_until', 'is not', null)
    .execute()
}

export type PauseRow = Selectable<LocationPause>

/** The pauses of a location, the newest first, eleven at most. */
export async function pausesOf(db: Db, locationId: number): Promise<PauseRow[]> {
  return await db
    .selectFrom('location_pause')
    .selectAll()
    .where('location_id', '=', locationId)
    .orderBy('id', 'desc')
    .limit(11)
    .execute()
}

/** The pause of a location that was not ended; its last day may be over. Locks it. */
export async function openPause(tx: Tx, locationId: number): Promise<PauseRow | undefined> {
  return await tx
    .selectFrom('location_pause')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends a pause once. A pause that has already ended stays unchanged. */
export async function closePause(tx: Tx, id: number, { accountId, at }: LocationChange): Promise<void> {
  await tx
    .updateTable('location_pause')
    .set({ ended_at: at, ended_by: accountId })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

type NewPause = LocationChange & Pick<PauseRow, 'reason' | 'words'> & { readonly againOn: LagosDate | null }

/** Stores a pause that begins now. Returns its id. */
export async function insertPause(tx: Tx, pause: NewPause): Promise<number> {
  const { locationId, reason, words, againOn, accountId, at } = pause
  const { id } = await tx
    .insertInto('location_pause')
    .values({
      location_id: locationId,
      reason,
      words,
      again_on: againOn,
      begun_at: at,
      begun_by: accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The most waiting orders that are listed; the rest is counted. */
const mostWaiting = 100

/**
 * The paid orders of a location for which nothing has been done: home visits from a day on, earliest first, then walk-ins,
 * newest first.
 */
export async function waitingAt(
  db: Db,
  { id, labId }: { readonly id: number; readonly labId: number },
  today: LagosDate,
) {
  const waiting = db
    .selectFrom('lab_order')
    .where('lab_id', '=', labId)
    .where('paid_at', 'is not', null)
    .where('state', '=', 'scheduled')
    .where('location_id', '=', id)
    .where('set_off_at', 'is', null)
    .where((e) => e.or([e('collection_on', 'is', null), e('collection_on', '>=', today)]))
  const [orders, { all }] = await Promise.all([
    waiting
      .select(['reference', 'mode', 'collection_on as day', 'collection_time as time'])
      .orderBy('collection_on', (order) => order.asc().nullsLast())
      .orderBy('collection_time')
      .orderBy('paid_at', 'desc')
      .limit(mostWaiting)
      .execute(),
    waiting.select((e) => e.fn.countAll<number>().as('all')).executeTakeFirstOrThrow(),
  ])
  return { orders, more: Math.max(0, all - orders.length) }
}
