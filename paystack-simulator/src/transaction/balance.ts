import type { Context } from '../context.ts'
import { inTransaction, rowsOf, theRow } from '../store.ts'
import { WrongState } from '../wire-format.ts'
import type { Transaction } from './repository.ts'

/**
 * Changes the balance, in the caller's database transaction; entries are never altered. `rowId` is the refund or dispute.
 * Money of the other mode is not part of this balance.
 */
export function moveBalance(
  { store, now }: Context,
  cause: 'capture' | 'fee' | 'refund' | 'refund_returned' | 'dispute' | 'reversal',
  transaction: Pick<Transaction, 'id' | 'currency' | 'otherMode'>,
  difference: number,
  rowId = transaction.id,
): void {
  if (transaction.otherMode) return
  const sql = `INSERT INTO balance_entry (cause, row_id, transaction_id, currency, difference, created_at)
    VALUES (?, ?, ?, ?, ?, ?)`
  store.prepare(sql).run(cause, rowId, transaction.id, transaction.currency, difference, now())
}

/** The balance in each currency, in kobo; naira is always included. It may be negative. */
export function balances({ store }: Context): { currency: string; balance: number }[] {
  const sums = rowsOf<{ currency: string; balance: number }>(
    store,
    'SELECT currency, sum(difference) AS balance FROM balance_entry GROUP BY currency',
  )
  const naira = sums.find(({ currency }) => currency === 'NGN') ?? { currency: 'NGN', balance: 0 }
  return [naira, ...sums.filter((sum) => sum !== naira)]
}

/** What was taken back from a transaction without a refund or dispute, in kobo. */
export function reversedOf({ store }: Context, transactionId: number): number {
  const sql = `SELECT coalesce(-sum(difference), 0) AS reversed FROM balance_entry
    WHERE transaction_id = ? AND cause = 'reversal'`
  return theRow<{ reversed: number }>(store, sql, transactionId).reversed
}

/** One transfer of the naira balance to the merchant's bank, in kobo; `amount` is what reaches the bank. */
type Settlement = { id: number; amount: number; processed: number; fees: number; deductions: number }

/** Transfers the whole naira balance to the bank (S-15). Only on request, not by the calendar. */
export function settleNow({ store, now }: Context): Settlement {
  return inTransaction(store, () => {
    const { balance, processed, fees } = theRow<{ balance: number; processed: number; fees: number }>(
      store,
      `SELECT coalesce(sum(e.difference), 0) AS balance,
          coalesce(sum(CASE e.cause WHEN 'capture' THEN t.amount END), 0) AS processed,
          coalesce(sum(CASE e.cause WHEN 'capture' THEN t.fees END), 0) AS fees
        FROM balance_entry e LEFT JOIN paystack_transaction t ON t.id = e.transaction_id
        WHERE e.currency = 'NGN' AND e.id > (SELECT coalesce(max(last_entry), 0) FROM settlement)`,
    )
    if (balance <= 0) throw new WrongState('There is nothing to settle')
    const deductions = processed - fees - balance
    const { id } = theRow<{ id: number }>(
      store,
      `INSERT INTO settlement (last_entry, processed, fees, deductions, created_at) VALUES (0, ?, ?, ?, ?)
        RETURNING id`,
      ...[processed, fees, deductions, now()],
    )
    const entry = store
      .prepare(
        `INSERT INTO balance_entry (cause, row_id, currency, difference, created_at)
          VALUES ('settlement', ?, 'NGN', ?, ?)`,
      )
      .run(id, -balance, now())
    // Its own entry counts as settled too, so that the next settlement starts at zero.
    store.prepare('UPDATE settlement SET last_entry = ? WHERE id = ?').run(entry.lastInsertRowid, id)
    return { id, amount: balance, processed, fees, deductions }
  })
}

/** The amount that all settlements together took to the bank, in kobo. */
export function settledSum({ store }: Context): number {
  const sql = 'SELECT coalesce(sum(processed - fees - deductions), 0) AS settled FROM settlement'
  return theRow<{ settled: number }>(store, sql).settled
}
