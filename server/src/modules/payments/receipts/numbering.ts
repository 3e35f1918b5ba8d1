import { lagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import * as repository from './repository.ts'

/** "LR-2026-000001": the receipts of one year in Lagos are numbered without gaps. */
function numberOf(year: number, position: number): string {
  return `LR-${year}-${String(position).padStart(6, '0')}`
}

/**
 * The receipt of a payment; gives it the year's next number when it is first requested. Concurrent requests give it one
 * number, and a transaction that is rolled back uses none up.
 */
export async function issueReceipt(tx: Tx, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const year = Number(lagosDate(now).slice(0, 4))
  await repository.lockYear(tx, year)
  // Read under the lock: the previous holder may have numbered this same payment.
  const before = await repository.receiptOf(tx, paymentId)
  if (before) return before
  const number = numberOf(year, await repository.takeNumber(tx, year))
  const receipt = { payment_id: paymentId, number, issued_at: now }
  await repository.insertReceipt(tx, receipt)
  return receipt
}

/** Like `issueReceipt`, in its own transaction, and without a lock if the number exists already. */
export async function ensureReceipt(db: Db, paymentId: number, now: Date): Promise<repository.ReceiptRow> {
  const before = await repository.receiptOf(db, paymentId)
  return before ?? (await db.transaction().execute((tx) => issueReceipt(tx, paymentId, now)))
}
