import type { LagosDate } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Rate } from '../../../tables.ts'

export type RateRow = Selectable<Rate>

/** The first instant of a day in Lagos. */
export async function startOfDay(db: Db, day: LagosDate): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select (${day}::timestamp at time zone 'Africa/Lagos') as at`.execute(db)
  const [{ at } = { at: null }] = rows
  if (!at) throw new Error('a day has no beginning')
  return at
}

/** Every rate, the newest first. */
export async function allRates(db: Db): Promise<RateRow[]> {
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
