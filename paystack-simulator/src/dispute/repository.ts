import type { Context } from '../context.ts'
import type { Row } from '../store.ts'
import { maybeText, maybeWhole, text, whole } from '../store.ts'

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

function readDispute(row: Row): Dispute {
  const status = oneOf(disputeStatuses, row.status)
  const category = oneOf(categories, row.category)
  if (!status || !category) throw new TypeError('unknown status or category of a dispute')
  return {
    id: whole(row, 'id'),
    transactionId: whole(row, 'transaction_id'),
    amount: whole(row, 'amount'),
    currency: text(row, 'currency'),
    category,
    status,
    resolution: oneOf(resolutions, row.resolution),
    message: maybeText(row, 'message'),
    uploadedFilename: maybeText(row, 'uploaded_filename'),
    evidence: maybeText(row, 'evidence'),
    createdAt: whole(row, 'created_at'),
    updatedAt: whole(row, 'updated_at'),
    dueAt: whole(row, 'due_at'),
    resolvedAt: maybeWhole(row, 'resolved_at'),
  }
}

/** The dispute with this id, or null. Text that is not a whole number finds nothing. */
export function disputeById({ store }: Context, id: string | number): Dispute | null {
  if (!/^[0-9]{1,15}$/.test(String(id))) return null
  const row = store.prepare('SELECT * FROM dispute WHERE id = ?').get(Number(id))
  return row ? readDispute(row) : null
}

/** Every dispute, newest first. */
export function allDisputes({ store }: Context): Dispute[] {
  return store.prepare('SELECT * FROM dispute ORDER BY id DESC').all().map(readDispute)
}

/** The disputed amounts of a transaction, in kobo: `open` is undecided, `lost` has been taken. */
export function disputedOf({ store }: Context, transactionId: number): { open: number; lost: number } {
  const sql = `SELECT coalesce(sum(CASE WHEN status <> 'resolved' THEN amount END), 0) AS open,
      coalesce(sum(CASE WHEN status = 'resolved' AND resolution <> 'declined' THEN amount END), 0) AS lost
    FROM dispute WHERE transaction_id = ?`
  const row = store.prepare(sql).get(transactionId)
  return row ? { open: whole(row, 'open'), lost: whole(row, 'lost') } : { open: 0, lost: 0 }
}

/** One page of disputes, newest first, with the total count. */
export function listDisputes(
  { store }: Context,
  { transactionId, status, from, to }: DisputeFilter,
  { perPage, skipped }: { perPage: number; skipped: number },
): { disputes: Dispute[]; total: number } {
  const where = `WHERE (?1 IS NULL OR transaction_id = ?1) AND (?2 IS NULL OR status = ?2)
    AND (?3 IS NULL OR created_at >= ?3) AND (?4 IS NULL OR created_at <= ?4)`
  const rows = store
    .prepare(`SELECT * FROM dispute ${where} ORDER BY id DESC LIMIT ?5 OFFSET ?6`)
    .all(transactionId, status, from, to, perPage, skipped)
  const count = store
    .prepare(`SELECT count(*) AS total FROM dispute ${where}`)
    .get(transactionId, status, from, to)
  return { disputes: rows.map(readDispute), total: count ? whole(count, 'total') : 0 }
}

/** Disputes whose next step is due. */
export function disputesDue({ store, now }: Context): Dispute[] {
  return store
    .prepare('SELECT * FROM dispute WHERE moves_at <= ? ORDER BY moves_at, id')
    .all(now())
    .map(readDispute)
}

/** When the next step of any dispute is due, or null. */
export function nextDisputeMove({ store }: Context): number | null {
  const row = store.prepare('SELECT min(moves_at) AS at FROM dispute WHERE moves_at IS NOT NULL').get()
  return typeof row?.at === 'number' ? row.at : null
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
  const row = store
    .prepare(sql)
    .get(transactionId, amount, currency, category, createdAt, createdAt, dueAt, movesAt)
  if (!row) throw new Error('the dispute was not recorded')
  return readDispute(row)
}

/** The fields of a dispute that can change; `movesAt` null means that no automatic step follows. */
export type DisputeChange = Partial<
  Pick<
    Dispute,
    'amount' | 'status' | 'resolution' | 'message' | 'uploadedFilename' | 'evidence' | 'resolvedAt'
  >
> & { readonly movesAt?: number | null }

/** Changes a dispute; fields that are not given stay. */
export function setDispute({ store, now }: Context, dispute: Dispute, change: DisputeChange): Dispute {
  const { amount, status, resolution, message, uploadedFilename, evidence, resolvedAt } = {
    ...dispute,
    ...change,
  }
  const row = store
    .prepare(
      `UPDATE dispute SET amount = ?, status = ?, resolution = ?, message = ?, uploaded_filename = ?, evidence = ?,
        resolved_at = ?, updated_at = ? WHERE id = ? RETURNING *`,
    )
    .get(amount, status, resolution, message, uploadedFilename, evidence, resolvedAt, now(), dispute.id)
  if (!row) throw new Error(`no dispute ${dispute.id}`)
  if (change.movesAt !== undefined)
    store.prepare('UPDATE dispute SET moves_at = ? WHERE id = ?').run(change.movesAt, dispute.id)
  return readDispute(row)
}
