import { lagosDate, type VisitPhoto } from '@labalaba/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { VisitPhoto as PhotoTable } from '../../../tables.ts'

/** A photo that was sent before, by its id. */
export async function photoById(db: Db, id: string) {
  return await db
    .selectFrom('visit_photo')
    .select(['collection_id', 'account_id', 'round', 'hash'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether a visit is assigned to this staff member. */
export async function isMadeBy(db: Db, visitId: string, staffId: string): Promise<boolean> {
  const found = await db
    .selectFrom('collection')
    .select('id')
    .where('id', '=', visitId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return found !== undefined
}

/** The places for photos that are taken in this round of a visit. The caller holds the lock of the visit. */
export async function placesTaken(tx: Tx, visitId: string, round: number): Promise<number[]> {
  const found = await tx
    .selectFrom('visit_photo')
    .select('place')
    .where('collection_id', '=', visitId)
    .where('round', '=', round)
    .execute()
  return found.map(({ place }) => place)
}

/** Stores a photo; returns false if its id is taken. */
export async function insertPhoto(tx: Tx, photo: Insertable<PhotoTable>): Promise<boolean> {
  const row = await tx
    .insertInto('visit_photo')
    .values(photo)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** When the server received the report that the specimens of a visit were handed over; null before. */
export async function handedOverAt(tx: Tx, visitId: string): Promise<Date | null> {
  const event = await tx
    .selectFrom('collection_event')
    .select((e) => e.fn.coalesce('heard_at', 'at').as('heard'))
    .where('collection_id', '=', visitId)
    .where('verb', '=', 'deliver')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.heard ?? null
}

/** The photos of some visits whose pictures still exist, in the order in which they were taken. */
export async function photosAt(db: Db, visitIds: readonly string[]): Promise<VisitPhoto[]> {
  if (visitIds.length === 0) return []
  return await present(db, sql`collection_id = any(${[...visitIds]}::uuid[])`)
}

/** The photos of all visits of an order whose pictures still exist. */
export async function photosOfOrder(db: Db, orderId: number): Promise<VisitPhoto[]> {
  return await present(db, sql`order_id = ${orderId}`)
}

async function present(db: Db, which: ReturnType<typeof sql<boolean>>): Promise<VisitPhoto[]> {
  const { rows } = await sql<{ id: string; visit: string; at: Date }>`
    select id, collection_id as visit, taken_at as at from visit_photo
    where ${which} and forgotten_at is null order by taken_at, id`.execute(db)
  return rows.map(({ at, ...photo }) => ({ ...photo, at: at.toISOString() }))
}

/** How many photos were taken for an order, and whether any picture still exists; null if none were taken. */
export async function photosTaken(
  db: Db,
  orderId: number,
): Promise<{ taken: number; isKept: boolean } | null> {
  const { rows } = await sql<{ taken: number; isKept: boolean | null }>`
    select count(*)::int as taken, bool_or(forgotten_at is null) as "isKept" from visit_photo
    where order_id = ${orderId}`.execute(db)
  const [found] = rows
  return found && found.taken > 0 ? { taken: found.taken, isKept: found.isKept === true } : null
}

/** A picture of a visit, if it still exists; `staff_id` is null once the visit is in no round. */
export async function pictureOf(
  db: Db,
  { visit, photo }: { readonly visit: string; readonly photo: string },
  now: Date,
) {
  const { rows } = await sql<{
    file_id: string
    order_id: number
    staff_id: string | null
    reference: string
  }>`
    select p.file_id, p.order_id::int, o.reference,
      case when c.visit_on = ${lagosDate(now)} or c.state in ('on_the_way', 'collected') then c.staff_id end as staff_id
    from visit_photo p join collection c on c.id = p.collection_id join lab_order o on o.id = p.order_id
    where p.id = ${photo} and p.collection_id = ${visit} and p.file_id is not null`.execute(db)
  return rows[0]
}

/** The order ended before a moment, or it has ended and the account of its owner is deleted. */
const isDone = (before: Date) => sql`exists (select from lab_order o join account a on a.id = o.account_id
  where o.id = visit_photo.order_id and o.state in ('results_ready', 'cancelled') and (a.state = 'deleted'
    or (select max(e.at) from lab_order_event e where e.order_id = o.id and e.to_state = o.state) <= ${before}))`

/** Deletes pictures whose time is over, at most `most`, and returns how many. */
export async function forgetOld(
  db: Db,
  { done, received }: { readonly done: Date; readonly received: Date },
  now: Date,
  most: number,
): Promise<number> {
  const gone = await sql`update visit_photo set file_id = null, forgotten_at = ${now} where id in (
    select id from visit_photo where file_id is not null and (received_at <= ${received} or ${isDone(done)})
    order by received_at limit ${most} for update skip locked)`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}

/** Deletes the pictures of all ended orders of an account that is being deleted. */
export async function forgetPhotosOf(tx: Tx, accountId: number, at: Date): Promise<void> {
  await sql`update visit_photo set file_id = null, forgotten_at = ${at} from lab_order o
    where o.id = visit_photo.order_id and o.account_id = ${accountId} and file_id is not null
      and o.state in ('results_ready', 'cancelled')`.execute(tx)
}
