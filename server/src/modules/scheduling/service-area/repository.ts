import type { LagosDate } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { acquireAdvisoryLock } from '../../../infra/db/advisory-lock.ts'
import type { AvailablePhlebotomist, PlannedVisit } from './policy.ts'

/** How many visits a day a phlebotomist takes if this was never set. */
export const defaultDailyVisits = 8

/** The phlebotomists who can be sent: they take samples at home, and can sign in. */
export async function availablePhlebotomists(db: Db): Promise<AvailablePhlebotomist[]> {
  const { rows } = await sql<AvailablePhlebotomist>`
    select s.id as "staffId", coalesce(p.daily_visits, ${defaultDailyVisits}::int) as daily, coalesce((
      select json_agg(json_build_object('state', a.state, 'area', a.area))
      from phlebotomist_area a where a.staff_id = s.id), '[]') as areas
    from staff_member s join account on account.id = s.account_id left join phlebotomist p on p.staff_id = s.id
    where s.type = 'phlebotomist' and account.state = 'active' order by s.id`.execute(db)
  return rows
}

/** Whether any phlebotomist who can be sent serves the area of an order's patient. */
export async function isAreaServed(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ goes: boolean }>`
    select exists (select 1 from lab_order o join lab_location location on location.id = o.location_id
      join phlebotomist_area served on served.state = coalesce(o.collection_state, location.state)
        and served.area in ('', coalesce(o.collection_area, location.area))
      join staff_member s on s.id = served.staff_id join account on account.id = s.account_id
      where o.id = ${orderId} and s.type = 'phlebotomist' and account.state = 'active') as goes`.execute(db)
  return rows[0]?.goes === true
}

export type GivenOn = PlannedVisit & {
  readonly day: LagosDate
  readonly orderId: number
  /** Until when it is held unpaid; null if it is paid. */
  readonly heldUntil: Date | null
  /** Whether its holder has not paid for any booking yet. */
  readonly isNewcomer: boolean
}

/**
 * The visits of some days that have a place, at any location: paid, or held now. Each with the patient's area, else that of
 * the location, and the phlebotomist of the newest visit of that day.
 */
export async function givenOn(
  db: Db,
  { first, last }: { readonly first: string; readonly last: string },
  now: Date,
): Promise<GivenOn[]> {
  const { rows } = await sql<GivenOn>`
    select slot.day, slot.starts, o.id::int as "orderId", place.held_until as "heldUntil",
      place.is_newcomer as "isNewcomer", visit.staff_id as "staffId",
      coalesce(o.collection_state, location.state) as state, coalesce(o.collection_area, location.area) as area
    from slot join slot_place place on place.slot_id = slot.id join lab_order o on o.id = place.order_id
      join lab_location location on location.id = slot.location_id
      left join lateral (select c.staff_id from collection c where c.order_id = o.id and c.visit_on = slot.day
        and c.state <> 'cancelled' order by c.opened_at desc limit 1) visit on true
    where slot.day between ${first} and ${last} and (place.held_until is null or place.held_until > ${now})
    order by o.id`.execute(db)
  return rows
}

/**
 * Stops other transactions from taking a place of a day at any location, or assigning a visit on it, until this one ends. A
 * transaction that also locks windows calls this before.
 */
export async function lockDay(tx: Tx, day: string): Promise<void> {
  await acquireAdvisoryLock(tx, `visits on ${day}`)
}

/**
 * Ends the expired holds of a locked day for all transactions, so that one with an earlier clock cannot prolong them. Holds
 * that another transaction is just prolonging are skipped.
 */
export async function expireHolds(tx: Tx, day: string, now: Date): Promise<void> {
  await sql`update slot_place set held_until = 'epoch' where order_id in (
    select order_id from slot_place join slot on slot.id = slot_id
    where slot.day = ${day} and held_until <= ${now} and held_until > 'epoch' for update of slot_place skip locked)`.execute(
    tx,
  )
}

/** As `givenOn` for one locked day whose expired holds have been ended, including holds that are just being prolonged. */
export async function givenOnLocked(tx: Tx, day: string): Promise<GivenOn[]> {
  return await givenOn(tx, { first: day, last: day }, new Date(0))
}
