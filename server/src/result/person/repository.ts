import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'

/** Whom an order is about, as `same-person.ts` says; two orders with the same answer are about one person. */
export async function personOf(db: Db, orderId: number): Promise<string> {
  const { rows } = await sql<{ person: string }>`
    select person_of(o) as person from lab_order o where o.id = ${orderId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a person of an order that is not there')
  return found.person
}

/** What the patient of an order without a date of birth has said; null where nobody has. */
export async function statedBirthDate(db: Db, orderId: number): Promise<string | null> {
  const row = await db
    .selectFrom('stated_birth_date')
    .select('born_on')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.born_on ?? null
}

/** Keeps what the patient of an order without a date of birth says, for good. What was said before stays. */
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
