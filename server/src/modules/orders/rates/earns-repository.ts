import type { Kobo } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

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
