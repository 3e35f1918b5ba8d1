import type { Context } from '../context.ts'
import { rowOf, rowsOf, theRow } from '../store.ts'
import { cursorAt, type Place } from '../wire-format.ts'

/** The statuses of section 1.5 that hosted checkout can lead to. */
export const transactionStatuses = ['abandoned', 'ongoing', 'success', 'failed', 'reversed'] as const
type TransactionStatus = (typeof transactionStatuses)[number]

/** One transaction; amounts and fees in kobo, times in milliseconds since 1970, `metadata` as JSON text. */
export type Transaction = {
  readonly id: number
  readonly reference: string
  readonly accessCode: string
  readonly status: TransactionStatus
  readonly requestedAmount: number
  readonly amount: number
  readonly currency: string
  readonly email: string
  readonly callbackUrl: string | null
  readonly channels: string | null
  readonly metadata: string | null
  readonly method: string | null
  readonly fees: number | null
  readonly gatewayResponse: string | null
  readonly createdAt: number
  readonly paidAt: number | null
  /** It was paid in the other mode than that of this simulator's key (P-25). */
  readonly otherMode: 0 | 1
}

/** A payer inactive for this long counts as gone. Paystack's own time is not published, so do not rely on it. */
const ongoingForMs = 10 * 60_000

/** Marks transactions of inactive payers as abandoned; called before every read. */
function lapse({ store, now }: Context): void {
  const sql = `UPDATE paystack_transaction SET status = 'abandoned' WHERE status = 'ongoing' AND touched_at < ?`
  store.prepare(sql).run(now() - ongoingForMs)
}

function one(
  context: Context,
  column: 'id' | 'reference' | 'access_code',
  value: string | number,
): Transaction | null {
  lapse(context)
  return rowOf(context.store, `SELECT * FROM paystack_transaction WHERE ${column} = ?`, value)
}

/** The transaction with exactly this reference (letter case counts), or null. */
export function transactionByReference(context: Context, reference: string): Transaction | null {
  return one(context, 'reference', reference)
}

/** The transaction behind a checkout page, or null. */
export function transactionByAccessCode(context: Context, accessCode: string): Transaction | null {
  return one(context, 'access_code', accessCode)
}

/** The transaction with this id, or null. Text that is not a whole number finds nothing. */
export function transactionById(context: Context, id: string | number): Transaction | null {
  return /^[0-9]{1,15}$/.test(String(id)) ? one(context, 'id', Number(id)) : null
}

/** A transaction that must exist, inside the caller's database transaction. */
export function lockedTransaction(context: Context, reference: string): Transaction {
  const transaction = transactionByReference(context, reference)
  if (!transaction) throw new Error(`no transaction ${reference}`)
  return transaction
}

/** Every transaction, newest first. */
export function allTransactions(context: Context): Transaction[] {
  lapse(context)
  return rowsOf(context.store, 'SELECT * FROM paystack_transaction ORDER BY id DESC')
}

/** The filter of a list of transactions; `from` and `to` refer to the creation time. */
export type TransactionFilter = {
  readonly status: TransactionStatus | null
  readonly from: number | null
  readonly to: number | null
}

const wanted = `(?1 IS NULL OR status = ?1) AND (?2 IS NULL OR created_at >= ?2)
    AND (?3 IS NULL OR created_at <= ?3) AND id NOT IN (SELECT value FROM json_each(?4))`

/** True while the `lost` fault hides a new transaction from every read (section 1.22). */
export function isLost(
  { noise, faults, now }: Context,
  { reference, createdAt }: Pick<Transaction, 'reference' | 'createdAt'>,
): boolean {
  const { lost, loseForMs } = faults.now().api
  return now() - createdAt < loseForMs && noise.befalls(reference, 'lost', lost)
}

/** The ids, as JSON, of transactions that are hidden from reads now. */
function lostNow(context: Context): string {
  const since = context.now() - context.faults.now().api.loseForMs
  const sql = 'SELECT * FROM paystack_transaction WHERE created_at > ?'
  const lost = rowsOf<Transaction>(context.store, sql, since).filter((fresh) => isLost(context, fresh))
  return JSON.stringify(lost.map(({ id }) => id))
}

/**
 * One page of a filtered list, newest first, with the total count and the captured volume in kobo. New transactions move
 * rows from one page to the next (S-16).
 */
export function listTransactions(
  context: Context,
  { status, from, to }: TransactionFilter,
  { perPage, skipped }: { perPage: number; skipped: number },
): { transactions: Transaction[]; total: number; volume: number } {
  lapse(context)
  const filter = [status, from, to, lostNow(context)] as const
  const page = `SELECT * FROM paystack_transaction WHERE ${wanted} ORDER BY id DESC LIMIT ?5 OFFSET ?6`
  const sums = `SELECT count(*) AS total, coalesce(sum(CASE WHEN status = 'success' THEN amount END), 0) AS volume
    FROM paystack_transaction WHERE ${wanted}`
  return {
    transactions: rowsOf(context.store, page, ...filter, perPage, skipped),
    ...theRow<{ total: number; volume: number }>(context.store, sums, ...filter),
  }
}

/** A part of the same list by cursor (S-16): new transactions do not move rows. */
export function transactionsAt(
  context: Context,
  { status, from, to }: TransactionFilter,
  place: Place,
  perPage: number,
): { transactions: Transaction[]; next: string | null; previous: string | null } {
  lapse(context)
  const newer = place?.side === 'newer'
  const range = newer ? 'id > ?5 ORDER BY id' : '(?5 IS NULL OR id < ?5) ORDER BY id DESC'
  const sql = `SELECT * FROM paystack_transaction WHERE ${wanted} AND ${range} LIMIT ?6`
  const values = [status, from, to, lostNow(context), place?.than ?? null, perPage + 1]
  const found = rowsOf<Transaction>(context.store, sql, ...values)
  const more = found.length > perPage
  const shown = found.slice(0, perPage)
  const transactions = newer ? shown.reverse() : shown
  const [first, last] = [transactions[0], transactions.at(-1)]
  return {
    transactions,
    next: last && (newer || more) ? cursorAt(last.id) : null,
    previous: first && (newer ? more : place !== null) ? cursorAt(first.id) : null,
  }
}
