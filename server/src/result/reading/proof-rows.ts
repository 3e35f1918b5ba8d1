import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { PatientCheck } from '../../tables.ts'

/** Whether an account has shown that it knows an order's patient. */
export async function isProven(db: Db, orderId: number, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('patient_proof')
    .select('at')
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** What was answered wrongly of an order so far; from here on answers are tried one by one until the transaction ends. */
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
