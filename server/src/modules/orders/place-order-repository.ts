import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../db.ts'
import type { LabOrder } from '../../tables.ts'
import { shareLockedState } from '../accounts/index.ts'
import { lockNamedLocation } from '../scheduling/index.ts'
import type { BookerRole } from './policy.ts'
import { rateInForce } from './rates/repository.ts'
import type { LineRow } from './repository.ts'

/** The account, client reference and time of a booking, and its lab and location if it names them. */
type TermsQuery = {
  readonly accountId: number
  readonly clientReference: string
  readonly at: Date
  readonly lab?: string
  readonly address?: string
}

/**
 * The terms under which an order is placed, in one statement: the state of the account, locked until the transaction ends;
 * the rate in force; and the order that already has this client reference. If there is none, the named location is locked
 * too (shared): a caller that reads it later compares its id with `sharedId`.
 */
export async function lockBookingTerms(tx: Tx, { accountId, clientReference, at, lab, address }: TermsQuery) {
  const placed = sql<number | null>`(select id from lab_order
    where account_id = ${accountId}::bigint and client_reference = ${clientReference})`
  const shared = lab === undefined || address === undefined ? sql`null` : lockNamedLocation(lab, address)
  const { placedId, accountState, sharedId, ...rate } = await rateInForce(tx, at)
    .select([
      shareLockedState(accountId).as('accountState'),
      placed.as('placedId'),
      sql<number | null>`case when ${placed} is null then ${shared} end`.as('sharedId'),
    ])
    .executeTakeFirstOrThrow(() => new Error('there is no rate'))
  return { rate, placedId, accountState, sharedId }
}

/** The order that has the account's client reference by now, and how many of the account's orders can still be paid. */
export async function bookingsOf(
  tx: Tx,
  { accountId, clientReference, at }: Pick<TermsQuery, 'accountId' | 'clientReference' | 'at'>,
): Promise<{ readonly placedId: number | null; readonly openOrders: number }> {
  const { rows } = await sql<{ placedId: number | null; openOrders: number }>`select
      (select id from lab_order where account_id = ${accountId}::bigint and client_reference = ${clientReference})
        as "placedId",
      (select count(*)::int from lab_order where account_id = ${accountId}::bigint and state = 'awaiting_payment'
        and expires_at > ${at}::timestamptz) as "openOrders"`.execute(tx)
  const [bookings] = rows
  if (!bookings) throw new Error('a select without a table has one row')
  return bookings
}

/**
 * Inserts an order with its lines and its first event, and deletes the account's draft for that lab, in one statement.
 * Returns its id; undefined if the account's client reference is taken.
 */
export async function insertOrderRows(
  tx: Tx,
  order: Insertable<LabOrder>,
  lines: readonly Omit<LineRow, 'order_id' | 'position'>[],
  actor: BookerRole,
): Promise<number | undefined> {
  const numbered = JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 })))
  const inserted = tx
    .insertInto('lab_order')
    .values(order)
    .onConflict((conflict) => conflict.columns(['account_id', 'client_reference']).doNothing())
    .returning(['id', 'account_id', 'lab_slug', 'state', 'created_at'])
  const { rows } = await sql<{ id: number }>`
    with placed as (${inserted}),
    lines as (
      insert into lab_order_line (order_id, position, test_id, name, price_kobo, includes, fasting_hours, preparation,
        specimen, turnaround_hours)
      select placed.id, line.* from placed, json_to_recordset(${numbered}::text::json) as line (position smallint,
        test_id bigint, name text, price_kobo bigint, includes text[], fasting_hours smallint, preparation text,
        specimen text, turnaround_hours integer)),
    event as (
      insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
      select id, 'place', state, state, ${actor}, created_at from placed),
    draft as (
      delete from booking_draft using placed
      where booking_draft.account_id = placed.account_id and lab ->> 'reference' = placed.lab_slug)
    select id from placed`.execute(tx)
  return rows[0]?.id
}
