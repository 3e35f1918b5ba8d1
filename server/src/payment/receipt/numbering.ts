import { lagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import * as repository from './repository.ts'

/** "LR-2026-000001": receipts of one year in Lagos follow each other without a gap. */
function numberOf(year: number, position: number): string {
  return `LR-${year}-${String(position).padStart(6, '0')}`
}

/**
 * The receipt of a payment; gives it the year's next number when it is first asked for. However many ask at once, it has
 * one number, and a transaction that is undone uses none up.
 */
export async function issueReceipt(tx: Tx, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const year = Number(lagosDate(now).slice(0, 4))
  await repository.lockYear(tx, year)
  // Only now: whoever held the lock before may have given this very payment its number.
  const before = await repository.receiptOf(tx, paymentId)
  if (before) return before
  const number = numberOf(year, await repository.takeNumber(tx, year))
  const receipt = { payment_id: paymentId, number, issued_at: now }
  await repository.insertReceipt(tx, receipt)
  return receipt
}

/** As `issueReceipt`, in a transaction of its own, and without any lock where the number has been given. */
export async function ensureReceipt(db: Db, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const before = await repository.receiptOf(db, paymentId)
  return before ?? (await db.transaction().execute((tx) => issueReceipt(tx, paymentId, now)))
}
