import type { Context } from '../context.ts'
import { rowOf, rowsOf, theRow } from '../store.ts'

/** The statuses and terms of section 1.14. */
export const disputeStatuses = ['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'resolved'] as const
export const resolutions = ['merchant-accepted', 'declined', 'auto-accepted'] as const
export const categories = ['chargeback', 'fraud', 'general'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]
export type Resolution = (typeof resolutions)[number]
export type Category = (typeof categories)[number]

/** One dispute of a payer's bank; the amount in kobo, times in milliseconds since 1970, `evidence` as JSON text. */
export type Dispute = {
  readonly id: number
  readonly transactionId: number
  /** The disputed amount; once lost, the amount taken. */
  readonly amount: number
  readonly currency: string
  readonly category: Category
  readonly status: DisputeStatus
  readonly resolution: Resolution | null
  readonly message: string | null
  readonly uploadedFilename: string | null
  readonly evidence: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly dueAt: number
  /** When the next automatic step is due. */
  readonly movesAt: number | null
  readonly resolvedAt: number | null
}

/** The filter of a list of disputes. */
export type DisputeFilter = {
  readonly transactionId: number | null
  readonly status: DisputeStatus | null
  readonly from: number | null
  readonly to: number | null
}

/** The value if it is one of the known ones, or null. */
export function oneOf<const T extends string>(known: readonly T[], word: unknown): T | null {
  return known.find((each) => each === word) ?? null
}

/** The dispute with this id, or null. Text that is not a whole number finds nothing. */
export function disputeById({ store }: Context, id: string | number): Dispute | null {
  if (!/^[0-9]{1,15}$/.test(String(id))) return null
  return rowOf(store, 'SELECT * FROM dispute WHERE id = ?', Number(id))
}

/** Every dispute, newest first. */
export function allDisputes({ store }: Context): Dispute[] {
  return rowsOf(store, 'SELECT * FROM dispute ORDER BY id DESC')
}

/** The disputed amounts of a transaction, in kobo: `open` is undecided, `lost` has been taken. */
export function disputedOf({ store }: Context, transactionId: number): { open: number; lost: number } {
  const sql = `SELECT coalesce(sum(CASE WHEN status <> 'resolved' THEN amount END), 0) AS open,
      coalesce(sum(CASE WHEN status = 'resolved' AND resolution <> 'declined' THEN amount END), 0) AS lost
    FROM dispute WHERE transaction_id = ?`
  return theRow(store, sql, transactionId)
}

/** One page of disputes, newest first, with the total count. */
export function listDisputes(
  { store }: Context,
  { transactionId, status, from, to }: DisputeFilter,
  { perPage, skipped }: { perPage: number; skipped: number },
): { disputes: Dispute[]; total: number } {
  const where = `WHERE (?1 IS NULL OR transaction_id = ?1) AND (?2 IS NULL OR status = ?2)
    AND (?3 IS NULL OR created_at >= ?3) AND (?4 IS NULL OR created_at <= ?4)`
  const filter = [transactionId, status, from, to] as const
  const page = `SELECT * FROM dispute ${where} ORDER BY id DESC LIMIT ?5 OFFSET ?6`
  return {
    disputes: rowsOf(store, page, ...filter, perPage, skipped),
    ...theRow<{ total: number }>(store, `SELECT count(*) AS total FROM dispute ${where}`, ...filter),
  }
}

/** Disputes whose next step is due. */
export function disputesDue({ store, now }: Context): Dispute[] {
  return rowsOf(store, 'SELECT * FROM dispute WHERE moves_at <= ? ORDER BY moves_at, id', now())
}

/** When the next step of any dispute is due, or null. */
export function nextDisputeMove({ store }: Context): number | null {
  return theRow<{ at: number | null }>(store, 'SELECT min(moves_at) AS at FROM dispute').at
}

/** Records a new dispute that waits for the merchant. */
export function insertDispute(
  { store }: Context,
  wanted: Pick<Dispute, 'transactionId' | 'amount' | 'currency' | 'category' | 'createdAt' | 'dueAt'>,
  movesAt: number,
): Dispute {
  const sql = `INSERT INTO dispute (transaction_id, amount, currency, category, status, created_at, updated_at, due_at,
      moves_at) VALUES (?, ?, ?, ?, 'awaiting-merchant-feedback', ?, ?, ?, ?) RETURNING *`
  const { transactionId, amount, currency, category, createdAt, dueAt } = wanted
  const values = [transactionId, amount, currency, category, createdAt, createdAt, dueAt, movesAt]
  return theRow(store, sql, ...values)
}

/** Changes a dispute; fields that are not given stay. `movesAt` null means that no automatic step follows. */
export function setDispute({ store, now }: Context, dispute: Dispute, change: Partial<Dispute>): Dispute {
  const { amount, status, resolution, message, uploadedFilename, evidence, resolvedAt, movesAt } = {
    ...dispute,
    ...change,
  }
  return theRow(
    store,
    `UPDATE dispute SET amount = ?, status = ?, resolution = ?, message = ?, uploaded_filename = ?, evidence = ?,
      resolved_at = ?, moves_at = ?, updated_at = ? WHERE id = ? RETURNING *`,
    ...[amount, status, resolution, message, uploadedFilename, evidence, resolvedAt, movesAt],
    ...[now(), dispute.id],
  )
}
