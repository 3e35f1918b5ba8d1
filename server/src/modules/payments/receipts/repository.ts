import { type Selectable, sql } from 'kysely'
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

/** The most receipts that were numbered on one day in Lagos, among those of the newest payments. */
export async function busiestReceiptDay(db: Db, payments: number): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    with newest as (select issued_at from receipt order by payment_id desc limit ${payments}),
    days as (select count(*) as made from newest group by (issued_at at time zone 'Africa/Lagos')::date)
    select coalesce(max(made), 0) as most from days`.execute(db)
  return rows[0]?.most ?? 0
}

/** Leaves out the next numbers of a year, because lost receipts may have them, and records which and why. */
export async function skipReceiptNumbers(
  tx: Tx,
  {
    year,
    many,
    incarnationId,
  }: { readonly year: number; readonly many: number; readonly incarnationId: string },
): Promise<void> {
  await lockYear(tx, year)
  const { last_number: last } = await tx
    .updateTable('receipt_year')
    .set((e) => ({ last_number: e('last_number', '+', many) }))
    .where('year', '=', year)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  const gap = { year, first_number: last - many + 1, last_number: last, incarnation_id: incarnationId }
  await tx.insertInto('receipt_gap').values(gap).execute()
}

export async function insertReceipt(tx: Tx, receipt: ReceiptRow): Promise<void> {
  await tx.insertInto('receipt').values(receipt).execute()
}
