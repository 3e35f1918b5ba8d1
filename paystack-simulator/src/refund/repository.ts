import type { Context } from '../context.ts'
import type { Row } from '../store.ts'
import { maybeText, text, whole } from '../store.ts'

/** The statuses of section 1.8. */
export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const
export type RefundStatus = (typeof refundStatuses)[number]

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
  readonly retried: boolean
  /** True if its events are not sent. */
  readonly silent: boolean
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

function readRefund(row: Row): Refund {
  const status = refundStatuses.find((known) => known === row.status)
  if (!status) throw new TypeError('unknown refund status')
  return {
    id: whole(row, 'id'),
    transactionId: whole(row, 'transaction_id'),
    amount: whole(row, 'amount'),
    currency: text(row, 'currency'),
    status,
    customerNote: maybeText(row, 'customer_note'),
    merchantNote: maybeText(row, 'merchant_note'),
    retried: whole(row, 'retried') === 1,
    silent: whole(row, 'silent') === 1,
    createdAt: whole(row, 'created_at'),
    updatedAt: whole(row, 'updated_at'),
  }
}

/** The refund with this id, or null. Text that is not a whole number finds nothing. */
export function refundById({ store }: Context, id: string | number): Refund | null {
  if (!/^[0-9]{1,15}$/.test(String(id))) return null
  const row = store.prepare('SELECT * FROM refund WHERE id = ?').get(Number(id))
  return row ? readRefund(row) : null
}

/** The refunded amounts of a transaction, in kobo: `done` is processed; `taken` also includes refunds in progress. */
export function refundedOf({ store }: Context, transactionId: number): { done: number; taken: number } {
  const sql = `SELECT coalesce(sum(CASE WHEN status = 'processed' THEN amount END), 0) AS done,
      coalesce(sum(CASE WHEN status <> 'failed' THEN amount END), 0) AS taken FROM refund WHERE transaction_id = ?`
  const row = store.prepare(sql).get(transactionId)
  return row ? { done: whole(row, 'done'), taken: whole(row, 'taken') } : { done: 0, taken: 0 }
}

/** Every refund, newest first. */
export function allRefunds({ store }: Context): Refund[] {
  return store.prepare('SELECT * FROM refund ORDER BY id DESC').all().map(readRefund)
}

/** One page of refunds, newest first, with the total count. */
export function listRefunds(
  { store }: Context,
  { transactionId, currency, from, to }: RefundFilter,
  { perPage, skipped }: { perPage: number; skipped: number },
): { refunds: Refund[]; total: number } {
  const where = `WHERE (?1 IS NULL OR transaction_id = ?1) AND (?2 IS NULL OR currency = ?2)
    AND (?3 IS NULL OR created_at >= ?3) AND (?4 IS NULL OR created_at <= ?4)`
  const rows = store
    .prepare(`SELECT * FROM refund ${where} ORDER BY id DESC LIMIT ?5 OFFSET ?6`)
    .all(transactionId, currency, from, to, perPage, skipped)
  const count = store
    .prepare(`SELECT count(*) AS total FROM refund ${where}`)
    .get(transactionId, currency, from, to)
  return { refunds: rows.map(readRefund), total: count ? whole(count, 'total') : 0 }
}

/** Refunds whose next step is due. */
export function refundsDue({ store, now }: Context): Refund[] {
  return store
    .prepare('SELECT * FROM refund WHERE moves_at <= ? ORDER BY moves_at, id')
    .all(now())
    .map(readRefund)
}

/** When the next step of any refund is due, or null. */
export function nextRefundMove({ store }: Context): number | null {
  const row = store.prepare('SELECT min(moves_at) AS at FROM refund WHERE moves_at IS NOT NULL').get()
  return typeof row?.at === 'number' ? row.at : null
}

/** Sets the state of a refund; `movesAt` null means that no automatic step follows. */
export function moveRefund(
  { store, now }: Context,
  id: number,
  status: RefundStatus,
  movesAt: number | null,
): Refund {
  const sql = 'UPDATE refund SET status = ?, moves_at = ?, updated_at = ? WHERE id = ? RETURNING *'
  const row = store.prepare(sql).get(status, movesAt, now(), id)
  if (!row) throw new Error(`no refund ${id}`)
  return readRefund(row)
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
  const row = store
    .prepare(sql)
    .get(transactionId, amount, currency, customerNote, merchantNote, Number(silent), now(), now(), movesAt)
  if (!row) throw new Error('the refund was not recorded')
  return readRefund(row)
}

/** Records that the customer's bank details were given. */
export function markRetried({ store }: Context, id: number): void {
  store.prepare('UPDATE refund SET retried = 1 WHERE id = ?').run(id)
}
