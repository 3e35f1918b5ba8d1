import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** A key for the person an order is about (see `same-person.ts`). Orders with the same key are about one person. */
export async function personOf(db: Db, orderId: number): Promise<string> {
  const { rows } = await sql<{ person: string }>`
    select person_of(o) as person from lab_order o where o.id = ${orderId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a person of an order that is not there')
  return found.person
}

/** The date of birth that the patient of an order without one has stated; null if there is none. */
export async function statedBirthDate(db: Db, orderId: number): Promise<string | null> {
  const row = await db
    .selectFrom('stated_birth_date')
    .select('born_on')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.born_on ?? null
}

/** Stores permanently the date of birth that the patient of an order without one states. A date stated earlier stays. */
export async function insertStatedBirthDate(
  tx: Tx,
  stated: {
    readonly orderId: number
    readonly bornOn: string
    readonly accountId: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('stated_birth_date')
    .values({ order_id: stated.orderId, born_on: stated.bornOn, account_id: stated.accountId, at: stated.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
