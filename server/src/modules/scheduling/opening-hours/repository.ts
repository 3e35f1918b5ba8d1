import type { LagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'

/** A paid home visit with a place, for which no phlebotomist has set off. */
export type StandingRow = {
  readonly orderId: number
  readonly reference: string
  readonly day: LagosDate
  readonly time: string
  readonly starts: string
}

/** The paid home visits of a location from a day on, earliest first. */
export async function standingFrom(db: Db, locationId: number, day: LagosDate): Promise<StandingRow[]> {
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

export type SlotAt = { readonly id: number; readonly day: LagosDate; readonly starts: string }

/** The windows of a location from a day on with at least one taken place. */
export async function slotsFrom(tx: Tx, locationId: number, day: LagosDate): Promise<SlotAt[]> {
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
