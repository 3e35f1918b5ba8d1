import { addDays, lagosDate, lagosMidnight, lagosTime, visitWindows } from '@labalaba/contract'
import type { Insertable, Selectable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { Collection, LabOrder, VisitAct } from '../../tables.ts'
import { writeDown } from '../audit/index.ts'
import { openVisitStates } from '../specimens/index.ts'
import type { VisitState } from './visit-state-machine.ts'

export type VisitRow = Selectable<Collection>

/** A transition of a visit: the staff member who made it, and the phlebotomist to whom it was assigned. */
export type Event = Transition<VisitState> & {
  readonly accountId?: number | null
  readonly staffId?: string | null
  /** The time by the phlebotomist's phone, and when the server received it. */
  readonly reportedAt?: Date | null
  readonly receivedAt?: Date | null
}

/** The columns that a transition may set besides the state. */
export type VisitChanges = Partial<
  Omit<VisitRow, 'id' | 'order_id' | 'state' | 'area' | 'area_state' | 'opened_at'>
>

/** Opens a visit with the first event of its history; undefined if the order has an open one. */
export async function insertVisit(
  tx: Tx,
  visit: Insertable<Collection>,
  actor: string,
): Promise<VisitRow | undefined> {
  const row = await tx
    .insertInto('collection')
    .values(visit)
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        // Literals, as in the partial index: with parameters, a generic plan would not match the index.
        .where(
          'state',
          'in',
          openVisitStates.map((state) => sql.lit(state)),
        )
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const event = { verb: 'request', from: 'requested', to: 'requested', actor, at: row.opened_at } as const
  await newEvent(tx, row.id, event).execute()
  return row
}

/** Transitions a visit, sets `changes`, and records who did it, in one statement. */
export async function moveVisit(tx: Tx, id: string, event: Event, changes: VisitChanges = {}): Promise<void> {
  await tx
    .with('event', () => newEvent(tx, id, event))
    .updateTable('collection')
    .set({ ...changes, state: event.to })
    .where('id', '=', id)
    .execute()
}

function newEvent(tx: Tx, id: string, event: Event) {
  const { accountId = null, staffId = null, reportedAt = null, receivedAt = null } = event
  const who = { account_id: accountId, staff_id: staffId, said_at: reportedAt, heard_at: receivedAt }
  return tx.insertInto('collection_event').values({ collection_id: id, ...who, ...transitionColumns(event) })
}

/** When the last event of a visit happened. */
export async function lastMoved(tx: Tx, id: string): Promise<Date> {
  const { at } = await tx
    .selectFrom('collection_event')
    .select('at')
    .where('collection_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return at
}

/** When the phlebotomist was last let in, the phone's own time of it, and when the server received it. */
export async function lastArrival(tx: Tx, id: string) {
  return await tx
    .selectFrom('collection_event')
    .select(['at', 'said_at', 'heard_at'])
    .where('collection_id', '=', id)
    .where('verb', '=', 'arrive')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function visitsMade(db: Db, orderId: number) {
  return db
    .selectFrom('collection')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['collected', 'delivered'])
    .limit(1)
}

/** Whether samples of an order were taken at a visit at the order's present day and time. */
export async function wasVisited(
  tx: Tx,
  order: Pick<Selectable<LabOrder>, 'id' | 'collection_on' | 'collection_time'>,
): Promise<boolean> {
  const made = await visitsMade(tx, order.id)
    .where('visit_on', '=', order.collection_on)
    .where('visit_time', '=', order.collection_time)
    .executeTakeFirst()
  return made !== undefined
}

/** Whether samples of an order were ever taken at a home visit. */
export async function wasEverMade(db: Db, orderId: number): Promise<boolean> {
  return (await visitsMade(db, orderId).executeTakeFirst()) !== undefined
}

/** Counts a wrong door code. */
export async function countTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('collection')
    .set((e) => ({ code_tries: e('code_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function visitById(db: Db, id: string): Promise<VisitRow | undefined> {
  return await db.selectFrom('collection').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a visit until the transaction ends. Callers always lock its order first. */
export async function lockVisit(tx: Tx, id: string): Promise<VisitRow | undefined> {
  return await tx.selectFrom('collection').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The open visit of an order, locked. */
export async function lockOpenVisit(tx: Tx, orderId: number): Promise<VisitRow | undefined> {
  return await tx
    .selectFrom('collection')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', openVisitStates)
    .forUpdate()
    .executeTakeFirst()
}

/** The newest visit of an order. */
export async function newestVisit(db: Db, orderId: number): Promise<VisitRow | undefined> {
  return await db
    .selectFrom('collection')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The visits of a phlebotomist on a day by time, with those they are on the way to or whose samples they still carry. */
export async function roundOf(db: Db, staffId: string, day: string): Promise<VisitRow[]> {
  return await db
    .selectFrom('collection')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where((e) => e.or([e('visit_on', '=', day), e('state', 'in', ['on_the_way', 'collected'])]))
    .orderBy('visit_on')
    .orderBy('visit_time')
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
}

/** Records who has seen the patient of a visit, once a day for each order. */
export async function noteSeen(
  db: Db,
  visits: readonly Pick<VisitRow, 'order_id'>[],
  by: { readonly role: 'phlebotomist' | 'operator'; readonly accountId: number },
  at: Date,
): Promise<void> {
  const { role, accountId } = by
  const orderIds = [...new Set(visits.map(({ order_id }) => order_id))]
  if (orderIds.length === 0) return
  const today = lagosDate(at)
  const before = await db
    .selectFrom('audit_entry')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('account_id', '=', accountId)
    .where('what', '=', 'visit_seen')
    .where('at', '>=', lagosMidnight(today))
    .where('at', '<', lagosMidnight(addDays(today, 1)))
    .execute()
  const unseen = orderIds.filter((id) => !before.some(({ order_id }) => order_id === id))
  if (unseen.length === 0) return
  const seen = { role, account_id: accountId, what: 'visit_seen', at } as const
  const entries = unseen.map((order_id) => ({ ...seen, order_id }))
  await db.transaction().execute((tx) => writeDown(tx, entries))
}

/** A visit as operators list it; `can_go`: its phlebotomist can sign in. */
export type ListedRow = Awaited<ReturnType<typeof listVisits>>['visits'][number]

type VisitQuery = {
  readonly day?: string | undefined
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

/** The phlebotomist of a visit `c` can no longer sign in. */
const isLeft = sql<SqlBool>`not exists (select 1 from staff_member s join account a on a.id = s.account_id
  where s.id = c.staff_id and a.state = 'active')`

/**
 * A visit that needs an operator: it is unassigned; its phlebotomist had not set off when its window was over (today's
 * windows that have ended begin before `ended`); or its phlebotomist is on the way but can no longer sign in, or its day is
 * over.
 */
function isLeftAlone(now: Date) {
  const today = lagosDate(now)
  const ended = visitWindows.findLast(({ to }) => to < lagosTime(now))?.to ?? '00:00'
  return sql<SqlBool>`collection.id in (select id from collection c where c.state = 'requested'
    union all select id from collection c
    where c.state = 'assigned' and (c.visit_on, c.visit_time) < (${today}::date, ${ended})
    union all select id from collection c where c.state = 'on_the_way' and (c.visit_on < ${today}::date or ${isLeft}))`
}

/** The visits of a day, or all that need an operator: unassigned ones first, then by time. */
export async function listVisits(db: Db, query: VisitQuery) {
  const { day } = query
  const found = db
    .selectFrom('collection')
    .$if(day !== undefined, (found) => found.where('visit_on', '=', day ?? ''))
    .$if(day === undefined, (found) => found.where(isLeftAlone(query.now)))
  const [visits, { total }] = await Promise.all([
    found
      .innerJoin('lab_order', 'lab_order.id', 'collection.order_id')
      .innerJoin('lab', 'lab.id', 'lab_order.lab_id')
      .leftJoin('staff_member', 'staff_member.id', 'collection.staff_id')
      .leftJoin('account', 'account.id', 'staff_member.account_id')
      .selectAll('collection')
      .select([
        'lab_order.reference',
        'lab_order.patient_name',
        'lab_order.lab_name',
        'lab_order.location_name',
        'lab_order.location_address',
        'lab.slug as lab_slug',
      ])
      .select((e) => [
        e.fn.coalesce('account.name', 'staff_member.name').as('phlebotomist'),
        sql<boolean>`coalesce(account.state = 'active', false)`.as('can_go'),
      ])
      .orderBy(sql`collection.state = 'requested'`, 'desc')
      .orderBy('visit_on')
      .orderBy('visit_time')
      .orderBy('collection.id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { visits, total }
}

/** An act that was sent before, by its id. */
export async function actById(db: Db, id: string): Promise<Selectable<VisitAct> | undefined> {
  return await db.selectFrom('visit_act').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores an act; returns false if its id is taken. */
export async function insertAct(tx: Tx, act: Insertable<VisitAct>): Promise<boolean> {
  const row = await tx
    .insertInto('visit_act')
    .values(act)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ids of orders after one whose visit does not match them: none is open, it is unassigned although a phlebotomist serves
 * its area, its phlebotomist no longer works here, it is at another time, or it is not needed. Past days are left to an
 * operator.
 */
export async function ordersToFollow(
  db: Db,
  now: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id::int from (
      (select o.id from lab_order o where o.state = 'scheduled' and o.mode = 'sampleCollection' and o.id > ${after}
        and (o.late_money_at is null or o.late_choice is not null)
        and not exists (select 1 from collection c where c.order_id = o.id
          and (c.state in ('requested', 'assigned', 'on_the_way', 'missed') or c.state in ('collected', 'delivered')
            and (c.visit_on, c.visit_time) = (o.collection_on, o.collection_time)))
        and (o.collection_on + o.collection_time::time) at time zone 'Africa/Lagos' > ${now}
        order by o.id limit ${limit})
      union
      (select o.id from collection c join lab_order o on o.id = c.order_id
        where c.state in ('requested', 'assigned', 'on_the_way', 'missed') and c.order_id > ${after}
          and (o.state <> 'scheduled' or (c.state = 'requested' and c.visit_on >= ${lagosDate(now)} and exists (
              select 1 from phlebotomist_area area join staff_member s on s.id = area.staff_id
                join account a on a.id = s.account_id
              where area.state = c.area_state and area.area in ('', c.area) and a.state = 'active'))
            or (c.state = 'assigned' and c.visit_on >= ${lagosDate(now)} and ${isLeft})
            or (c.state in ('assigned', 'missed') and (c.visit_on, c.visit_time) <> (o.collection_on, o.collection_time)))
        order by o.id limit ${limit})) wanting order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
