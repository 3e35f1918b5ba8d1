import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { LabOrder, LabOrderLine } from '../../tables.ts'
import { hoursWrittenAt, type LocationRow, locationNumbered } from '../labs/index.ts'
import { hasNoPlace } from '../scheduling/index.ts'
import type { OrderState } from './order-state-machine.ts'
import type { Terms } from './promise.ts'
import type { MadeMove } from './tracking/policy.ts'

export type OrderRow = Selectable<LabOrder>
export type LineRow = Selectable<LabOrderLine>

/** The order of an account with this client reference. */
export async function orderByClientReference(
  db: Db,
  accountId: number,
  clientReference: string,
): Promise<OrderRow | undefined> {
  return await db
    .selectFrom('lab_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_reference', '=', clientReference)
    .executeTakeFirst()
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return await tx.selectFrom('lab_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks an order against changes until the transaction ends: transactions that lock it for update wait. */
export async function shareLockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return await tx.selectFrom('lab_order').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** Locks every order of an account until the transaction ends, always in the same order. */
export async function lockOrdersOf(tx: Tx, accountId: number): Promise<OrderRow[]> {
  return await tx
    .selectFrom('lab_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function orderById(db: Db, id: number): Promise<OrderRow | undefined> {
  return await db.selectFrom('lab_order').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An order that must exist. Throws if it does not. */
export async function requireOrder(db: Db, id: number): Promise<OrderRow> {
  return await db.selectFrom('lab_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** An order by its reference, if it belongs to the account. */
export async function ownOrder(db: Db, accountId: number, reference: string): Promise<OrderRow | undefined> {
  return await db
    .selectFrom('lab_order')
    .selectAll()
    .where('reference', '=', reference)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The order with a reference of any account. */
export async function orderByReference(db: Db, reference: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('lab_order').selectAll().where('reference', '=', reference).executeTakeFirst()
}

export async function linesOf(db: Db, orderId: number): Promise<LineRow[]> {
  return await db
    .selectFrom('lab_order_line')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

/** For an `event` of a `lab_order`: the opening hours of its location then, if results are promised from it on. */
const hoursPromisedBy = sql<string | null>`case when event.to_state in ('sample_collected', 'lab_processing')
  then ${hoursWrittenAt(sql`lab_order.location_id`, sql`event.at`)} end`

/**
 * An order by its reference with its lines, its history and its location, in one statement, if it belongs to the account.
 */
export async function ownWholeOrder(db: Db, accountId: number, reference: string) {
  const row = await db
    .selectFrom('lab_order')
    .selectAll()
    .select((e) => [
      sql<LineRow[]>`(select coalesce(json_agg(line order by position), '[]') from lab_order_line line
        where order_id = lab_order.id)`.as('lines'),
      sql<(Omit<MadeMove, 'at'> & { at: string })[]>`(
        select coalesce(json_agg(json_build_object('to', to_state, 'at', at, 'actor', actor, 'reason', reason,
          'name', account.name, 'openingHours', ${hoursPromisedBy}) order by event.id), '[]')
        from lab_order_event event left join account on account.id = event.account_id
        where event.order_id = lab_order.id)`.as('moves'),
      sql<LocationRow>`${locationNumbered(e.ref('lab_order.location_id'))}`.as('site'),
    ])
    .where('reference', '=', reference)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { lines, moves, site, ...order } = row
  return { order, lines, moves: moves.map((move): MadeMove => ({ ...move, at: new Date(move.at) })), site }
}

/** The states that an order has reached, when and by whom, oldest first. */
export async function movesOf(db: Db, orderId: number): Promise<MadeMove[]> {
  const events = await db
    .selectFrom('lab_order_event as event')
    .innerJoin('lab_order', 'lab_order.id', 'event.order_id')
    .leftJoin('account', 'account.id', 'event.account_id')
    .select(['event.to_state', 'event.at', 'event.actor', 'event.reason', 'account.name'])
    .select(hoursPromisedBy.as('openingHours'))
    .where('event.order_id', '=', orderId)
    .orderBy('event.id')
    .execute()
  // The column contains only states of orders, as only `moveOrder` and `insertOrderRows` write it.
  return events.map(({ to_state, ...made }) => ({ to: to_state as OrderState, ...made }))
}

/** What the promised time of an order depends on. */
export async function termsOf(db: Db, orderId: number): Promise<Terms> {
  const { hours, openingHours } = await db
    .selectFrom('lab_order_line')
    .select((e) => [
      e.fn.max('turnaround_hours').as('hours'),
      e
        .selectFrom('lab_order')
        .innerJoin('lab_location', 'lab_location.id', 'lab_order.location_id')
        .where('lab_order.id', '=', orderId)
        .select('opening_hours')
        .as('openingHours'),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { hours: hours ?? 0, openingHours: openingHours ?? '' }
}

/** One page of an account's orders, newest first, and their number: all, or those for one person. */
export async function ordersOf(
  db: Db,
  accountId: number,
  { page, limit, person }: { page: number; limit: number; person?: string | undefined },
): Promise<{ rows: OrderRow[]; total: number }> {
  const all = db.selectFrom('lab_order').where('account_id', '=', accountId)
  const own =
    person === undefined
      ? all
      : person === 'self'
        ? all.where('for_self', '=', true)
        : all.where('person_id', '=', person)
  const total = own.select((e) => e.fn.countAll<number>().as('total'))
  const found = await own
    .selectAll()
    .select(total.as('total'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [first] = found
  if (first?.total != null) return { rows: found, total: first.total }
  // After the last page no row contains the total.
  return { rows: [], total: page === 1 ? 0 : (await total.executeTakeFirstOrThrow()).total }
}

/** The history of an order, oldest first. */
export async function momentsOf(db: Db, orderId: number) {
  return await db
    .selectFrom('lab_order_event')
    .select(['verb', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** Who cancelled an order, why and when; undefined if it was not cancelled. */
export async function cancellationOf(db: Db, orderId: number) {
  return await db
    .selectFrom('lab_order_event')
    .select(['actor', 'reason', 'at'])
    .where('order_id', '=', orderId)
    .where('to_state', '=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A transition of an order, with the staff member who made it. */
export type Event = Transition<OrderState> & { accountId?: number }

/** The columns that a transition may set besides the state. */
export type OrderChanges = Partial<
  Pick<OrderRow, 'paid_at' | 'late_money_at' | 'late_choice' | 'collection_on' | 'collection_time'>
>

/** Transitions an order, sets `changes`, and records who did it, in one statement. */
export async function moveOrder(tx: Tx, id: number, event: Event, changes: OrderChanges = {}): Promise<void> {
  await tx
    .with('event', () => newEvent(tx, id, event))
    .updateTable('lab_order')
    .set({ ...changes, state: event.to })
    .where('id', '=', id)
    .execute()
}

function newEvent(tx: Tx, orderId: number, event: Event) {
  const account = event.accountId !== undefined && { account_id: event.accountId }
  return tx
    .insertInto('lab_order_event')
    .values({ order_id: orderId, ...transitionColumns(event), ...account })
}

/** Unpaid orders whose time has run out, locked; rows that other transactions have locked are skipped. */
export async function lockOverdue(tx: Tx, now: Date, limit: number): Promise<OrderRow[]> {
  return await tx
    .selectFrom('lab_order')
    .selectAll()
    .where('state', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * Paid orders whose home visit had passed or lost its place when their money came, which was before `cameBefore`, and whose
 * owner has not chosen yet.
 */
export async function lateUndecided(db: Db, cameBefore: Date, limit: number): Promise<OrderRow[]> {
  return await db
    .selectFrom('lab_order')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('late_money_at', '<=', cameBefore)
    .where('late_choice', 'is', null)
    .where((e) =>
      e.or([
        e.and([e('mode', '=', 'sampleCollection'), hasNoPlace]),
        sql<boolean>`(collection_on + collection_time::time) at time zone 'Africa/Lagos' <= late_money_at`,
      ]),
    )
    .orderBy('late_money_at')
    .limit(limit)
    .execute()
}

/** Of these orders, those for which no choice about the late payment is open any more. */
export async function lateDecided(db: Db, references: readonly string[]): Promise<OrderRow[]> {
  if (references.length === 0) return []
  return await db
    .selectFrom('lab_order')
    .selectAll()
    .where('reference', 'in', [...references])
    .where((e) => e.or([e('late_choice', 'is not', null), e('state', '<>', 'scheduled')]))
    .execute()
}

/** Extends the expiry of an unpaid order to at least `until`. */
export async function waitUntil(tx: Tx, id: number, until: Date): Promise<void> {
  await tx
    .updateTable('lab_order')
    .set({ expires_at: sql<Date>`greatest(expires_at, ${until}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Sets the expiry of an unpaid order. */
export async function setExpiry(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('lab_order').set({ expires_at: at }).where('id', '=', id).execute()
}

/** Sets when a phlebotomist set off for an order's home visit, and when its fee was earned; null clears it. */
export async function setVisitFeeTimes(
  tx: Tx,
  id: number,
  times: { readonly set_off_at?: Date | null; readonly fee_earned_at?: Date | null },
): Promise<void> {
  await tx.updateTable('lab_order').set(times).where('id', '=', id).execute()
}

export async function setShowTests(tx: Tx, id: number, showTests: boolean): Promise<void> {
  await tx.updateTable('lab_order').set({ show_tests: showTests }).where('id', '=', id).execute()
}
