import type { Kobo, LagosDate } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Rate } from '../../../tables.ts'

export type RateRow = Selectable<Rate>

/** The rate in force at an instant. */
export async function rateAt(db: Db, at: Date) {
  return await rateInForce(db, at).executeTakeFirstOrThrow(() => new Error('there is no rate'))
}

/** The query for the rate in force, to extend within one statement. */
export function rateInForce(db: Db, at: Date) {
  return db
    .selectFrom('rate')
    .selectAll()
    .where('effective_from', '<=', at)
    .orderBy('effective_from', 'desc')
    .limit(1)
}

/** The first instant of a day in Lagos. */
export async function startOfDay(db: Db, day: LagosDate): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select (${day}::timestamp at time zone 'Africa/Lagos') as at`.execute(db)
  const [{ at } = { at: null }] = rows
  if (!at) throw new Error('a day has no beginning')
  return at
}

/** Every rate, newest first: future ones, the one in force, and past ones. */
export async function listRates(db: Db): Promise<RateRow[]> {
  return await db.selectFrom('rate').selectAll().orderBy('effective_from', 'desc').execute()
}

/** Adds a rate; returns undefined if another one starts at the same instant. */
export async function insertRate(tx: Tx, rate: Insertable<Rate>): Promise<RateRow | undefined> {
  return await tx
    .insertInto('rate')
    .values(rate)
    .onConflict((conflict) => conflict.column('effective_from').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * How many orders since a moment bring a doctor a share, and their sum in kobo. Cancelled and expired orders do not count.
 */
export async function earnedSince(
  db: Db,
  accountId: number,
  since: Date,
): Promise<{ readonly orders: number; readonly amount: Kobo }> {
  return await db
    .selectFrom('lab_order')
    .select((e) => e.fn.countAll<number>().as('orders'))
    .select(sql<Kobo>`coalesce(sum(doctor_share_kobo), 0)::bigint`.as('amount'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('doctor_share_kobo', '>', sql<Kobo>`0`)
    .where('state', 'not in', ['cancelled', 'expired'])
    .executeTakeFirstOrThrow()
}

/** Whether the account with an email has the phone of account `accountId`, or has signed in from one of its browsers. */
export async function sharesPhoneOrBrowser(db: Db, accountId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from account own join account other on other.email = ${email} and other.id <> own.id
    where own.id = ${accountId} and (other.phone = own.phone or exists (
      select from account_device mine join account_device theirs on theirs.device_hash = mine.device_hash
      where mine.account_id = own.id and theirs.account_id = other.id))`.execute(db)
  return rows.length > 0
}
