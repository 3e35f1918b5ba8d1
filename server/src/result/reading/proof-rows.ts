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

/**
 * Whether the email of an order's patient is surely theirs: it is the confirmed one of whoever booked, or its owner has
 * shown of an order that the same account booked for it that they know the patient.
 */
export async function isTheirAddress(
  db: Db,
  order: { readonly account_id: number; readonly patient_email: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('account.id')
    .where('account.email', '=', order.patient_email)
    .where('account.state', '<>', 'deleted')
    .where((is) =>
      is.or([
        is('account.id', '=', order.account_id),
        is.exists(
          is
            .selectFrom('patient_proof')
            .innerJoin('lab_order', 'lab_order.id', 'patient_proof.order_id')
            .select('patient_proof.at')
            .whereRef('patient_proof.account_id', '=', 'account.id')
            .where('lab_order.account_id', '=', order.account_id)
            .where('lab_order.patient_email', '=', order.patient_email),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
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
