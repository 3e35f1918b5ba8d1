import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Receipt } from '../../../tables.ts'
import type { PaymentRow } from '../repository.ts'

export type ReceiptRow = Selectable<Receipt>

/** The attempt that paid an order, even if its money was refunded since. */
export async function paymentOfOrder(db: Db, orderId: number): Promise<PaymentRow | undefined> {
  return await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('settles_order', '=', true)
    .executeTakeFirst()
}

export async function receiptOf(db: Db, paymentId: number): Promise<ReceiptRow | undefined> {
  return await db.selectFrom('receipt').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
}

/** Locks a year's numbers until the transaction ends. */
export async function lockYear(tx: Tx, year: number): Promise<void> {
  await tx
    .insertInto('receipt_year')
    .values({ year })
    .onConflict((conflict) => conflict.column('year').doNothing())
    .execute()
  await tx.selectFrom('receipt_year').select('year').where('year', '=', year).forUpdate().execute()
}

/** The next number of a year. The caller holds the lock of the year. */
export async function takeNumber(tx: Tx, year: number): Promise<number> {
  const row = await tx
    .updateTable('receipt_year')
    .set((e) => ({ last_number: e('last_number', '+', 1) }))
    .where('year', '=', year)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

export async function insertReceipt(tx: Tx, receipt: ReceiptRow): Promise<void> {
  await tx.insertInto('receipt').values(receipt).execute()
}
