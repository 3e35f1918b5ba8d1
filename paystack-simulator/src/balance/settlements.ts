import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { Row } from '../store.ts'
import { inTransaction, whole } from '../store.ts'
import { WrongState } from '../transaction/transactions.ts'

/** One transfer of the naira balance to the merchant's bank, in kobo. */
export type Settlement = {
  readonly id: number
  readonly processed: number
  readonly fees: number
  readonly deductions: number
  readonly createdAt: number
}

function readSettlement(row: Row): Settlement {
  return {
    id: whole(row, 'id'),
    processed: whole(row, 'processed'),
    fees: whole(row, 'fees'),
    deductions: whole(row, 'deductions'),
    createdAt: whole(row, 'created_at'),
  }
}

/** The amount that reaches the bank. */
export function effective({ processed, fees, deductions }: Settlement): number {
  return processed - fees - deductions
}

/** Transfers the whole naira balance to the bank (S-15). Only on request, not by the calendar. */
export function settleNow({ store, now }: Context): Settlement {
  return inTransaction(store, () => {
    const sums = store
      .prepare(
        `SELECT coalesce(sum(e.difference), 0) AS balance,
            coalesce(sum(CASE e.cause WHEN 'capture' THEN t.amount END), 0) AS processed,
            coalesce(sum(CASE e.cause WHEN 'capture' THEN t.fees END), 0) AS fees
          FROM balance_entry e LEFT JOIN paystack_transaction t ON t.id = e.transaction_id
          WHERE e.currency = 'NGN' AND e.id > (SELECT coalesce(max(last_entry), 0) FROM settlement)`,
      )
      .get()
    const balance = sums ? whole(sums, 'balance') : 0
    if (!sums || balance <= 0) throw new WrongState('There is nothing to settle')
    const [processed, fees] = [whole(sums, 'processed'), whole(sums, 'fees')]
    const row = store
      .prepare(
        `INSERT INTO settlement (last_entry, processed, fees, deductions, created_at) VALUES (0, ?, ?, ?, ?)
          RETURNING *`,
      )
      .get(processed, fees, processed - fees - balance, now())
    if (!row) throw new Error('the settlement was not recorded')
    const entry = store
      .prepare(
        `INSERT INTO balance_entry (cause, row_id, currency, difference, created_at)
          VALUES ('settlement', ?, 'NGN', ?, ?)`,
      )
      .run(whole(row, 'id'), -balance, now())
    // Its own entry counts as settled too, so that the next settlement starts at zero.
    const sql = 'UPDATE settlement SET last_entry = ? WHERE id = ?'
    store.prepare(sql).run(entry.lastInsertRowid, whole(row, 'id'))
    return readSettlement(row)
  })
}

/** Every settlement, newest first. */
export function allSettlements({ store }: Context): Settlement[] {
  return store.prepare('SELECT * FROM settlement ORDER BY id DESC').all().map(readSettlement)
}

/** A settlement in the form of section 1.15. */
export function settlementObject({ domain }: Context, settlement: Settlement): Record<string, unknown> {
  const { id, processed, fees, deductions, createdAt } = settlement
  return {
    id,
    domain,
    status: 'success',
    currency: 'NGN',
    integration: 100_001,
    total_amount: processed,
    effective_amount: effective(settlement),
    total_fees: fees,
    total_processed: processed,
    deductions,
    settlement_date: isoTime(createdAt),
    settled_by: null,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(createdAt),
  }
}
