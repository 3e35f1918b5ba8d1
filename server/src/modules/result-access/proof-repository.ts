import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { PatientCheck } from '../../tables.ts'

/** Whether an account has proven to be an order's patient. A proof by phone alone does not count. */
export async function isProven(db: Db, orderId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from proven_patient where order_id = ${orderId} and account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

/**
 * Whether the email of an order's patient is certainly theirs: it is the confirmed email of the booker, or its owner has
 * proven to be the same person in an order that the same account booked. Other members of the family must prove it for
 * themselves.
 */
export async function isTheirAddress(
  db: Db,
  order: { readonly id: number; readonly account_id: number; readonly patient_email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from account
    where account.email = ${order.patient_email}::citext and account.state <> 'deleted' and (account.id = ${order.account_id}
      or exists (select from lab_order this
        join lab_order o on o.account_id = this.account_id and o.patient_email = this.patient_email
          and person_of(o) = person_of(this)
        join proven_patient proof on proof.order_id = o.id and proof.account_id = account.id
        where this.id = ${order.id}))`.execute(db)
  return rows.length > 0
}

/** Locks the record of wrong answers of an order until the transaction ends, so that answers are checked one at a time. */
export async function lockCheck(tx: Tx, orderId: number): Promise<Selectable<PatientCheck>> {
  await tx
    .insertInto('patient_check')
    .values({ order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('patient_check')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateCheck(
  tx: Tx,
  orderId: number,
  changes: { wrong_tries: number; paused_until?: Date },
): Promise<void> {
  await tx.updateTable('patient_check').set(changes).where('order_id', '=', orderId).execute()
}

export async function insertProof(tx: Tx, orderId: number, accountId: number, at: Date): Promise<void> {
  await tx
    .insertInto('patient_proof')
    .values({ order_id: orderId, account_id: accountId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
