import type { Context } from '../context.ts'
import { rowOf, rowsOf, theRow } from '../store.ts'

/** The statuses of section 1.8. */
export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

/** One refund; amount in kobo, times in milliseconds since 1970. */
export type Refund = {
  readonly id: number
  readonly transactionId: number
  readonly amount: number
  readonly currency: string
  readonly status: RefundStatus
  readonly customerNote: string | null
  readonly merchantNote: string | null
  /** True once the customer's bank details were given. */
  readonly retried: 0 | 1
  /** True if its events are not sent. */
  readonly silent: 0 | 1
  readonly createdAt: number
  readonly updatedAt: number
}

/** The filter of a list of refunds. */
export type RefundFilter = {
  readonly transactionId: number | null
  readonly currency: string | null
  readonly from: number | null
  readonly to: number | null
}

/** The refund with this id, or null. Text that is not a whole number finds nothing. */
export function refundById({ store }: Context, id: string | number): Refund | null {
  if (!/^[0-9]{1,15}$/.test(String(id))) return null
  return rowOf(store, 'SELECT * FROM refund WHERE id = ?', Number(id))
}

/** The refunded amounts of a transaction, in kobo: `done` is processed; `taken` also includes refunds in progress. */
export function refundedOf({ store }: Context, transactionId: number): { done: number; taken: number } {
  const sql = `SELECT coalesce(sum(CASE WHEN status = 'processed' THEN amount END), 0) AS done,
      coalesce(sum(CASE WHEN status <> 'failed' THEN amount END), 0) AS taken FROM refund WHERE transaction_id = ?`
  return theRow(store, sql, transactionId)
}

/** Every refund, newest first. */
export function allRefunds({ store }: Context): Refund[] {
  return rowsOf(store, 'SELECT * FROM refund ORDER BY id DESC')
}

/** One page of refunds, newest first, with the total count. */
export function listRefunds(
  { store }: Context,
  { transactionId, currency, from, to }: RefundFilter,
  { perPage, skipped }: { perPage: number; skipped: number },
): { refunds: Refund[]; total: number } {
  const where = `WHERE (?1 IS NULL OR transaction_id = ?1) AND (?2 IS NULL OR currency = ?2)
    AND (?3 IS NULL OR created_at >= ?3) AND (?4 IS NULL OR created_at <= ?4)`
  const filter = [transactionId, currency, from, to] as const
  const page = `SELECT * FROM refund ${where} ORDER BY id DESC LIMIT ?5 OFFSET ?6`
  return {
    refunds: rowsOf(store, page, ...filter, perPage, skipped),
    ...theRow<{ total: number }>(store, `SELECT count(*) AS total FROM refund ${where}`, ...filter),
  }
}

/** Refunds whose next step is due. */
export function refundsDue({ store, now }: Context): Refund[] {
  return rowsOf(store, 'SELECT * FROM refund WHERE moves_at <= ? ORDER BY moves_at, id', now())
}

/** When the next step of any refund is due, or null. */
export function nextRefundMove({ store }: Context): number | null {
  return theRow<{ at: number | null }>(store, 'SELECT min(moves_at) AS at FROM refund').at
}

/** Sets the state of a refund; `movesAt` null means that no automatic step follows. */
export function moveRefund(
  { store, now }: Context,
  id: number,
  status: RefundStatus,
  movesAt: number | null,
): Refund {
  const sql = 'UPDATE refund SET status = ?, moves_at = ?, updated_at = ? WHERE id = ? RETURNING *'
  return theRow(store, sql, status, movesAt, now(), id)
}

/** Records a new refund in `pending`. */
export function insertRefund(
  { store, now }: Context,
  wanted: Pick<Refund, 'transactionId' | 'amount' | 'currency' | 'customerNote' | 'merchantNote' | 'silent'>,
  movesAt: number,
): Refund {
  const sql = `INSERT INTO refund (transaction_id, amount, currency, status, customer_note, merchant_note, silent,
      created_at, updated_at, moves_at) VALUES (?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?) RETURNING *`
  const { transactionId, amount, currency, customerNote, merchantNote, silent } = wanted
  const values = [transactionId, amount, currency, customerNote, merchantNote, silent]
  return theRow(store, sql, ...values, now(), now(), movesAt)
}

/** Records that the customer's bank details were given. */
export function markRetried({ store }: Context, id: number): void {
  store.prepare('UPDATE refund SET retried = 1 WHERE id = ?').run(id)
}
