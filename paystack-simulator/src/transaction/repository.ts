import type { Context } from '../context.ts'
import type { Row } from '../store.ts'
import { maybeText, maybeWhole, text, whole } from '../store.ts'

/** The statuses of section 1.5 that hosted checkout can lead to. */
export const transactionStatuses = ['abandoned', 'ongoing', 'success', 'failed', 'reversed'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

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
  readonly otherMode: boolean
}

/** A payer inactive for this long counts as gone. Paystack's own time is not published, so do not rely on it. */
const ongoingForMs = 10 * 60_000

function isStatus(value: string): value is TransactionStatus {
  return transactionStatuses.some((status) => status === value)
}

/** A transaction from its row. */
export function readTransaction(row: Row): Transaction {
  const status = text(row, 'status')
  if (!isStatus(status)) throw new TypeError(`unknown status ${status}`)
  return {
    id: whole(row, 'id'),
    reference: text(row, 'reference'),
    accessCode: text(row, 'access_code'),
    status,
    requestedAmount: whole(row, 'requested_amount'),
    amount: whole(row, 'amount'),
    currency: text(row, 'currency'),
    email: text(row, 'email'),
    callbackUrl: maybeText(row, 'callback_url'),
    channels: maybeText(row, 'channels'),
    metadata: maybeText(row, 'metadata'),
    method: maybeText(row, 'method'),
    fees: maybeWhole(row, 'fees'),
    gatewayResponse: maybeText(row, 'gateway_response'),
    createdAt: whole(row, 'created_at'),
    paidAt: maybeWhole(row, 'paid_at'),
    otherMode: whole(row, 'other_mode') === 1,
  }
}

/** Marks transactions of inactive payers as abandoned; called before every read. */
export function lapse({ store, now }: Context): void {
  const sql = `UPDATE paystack_transaction SET status = 'abandoned' WHERE status = 'ongoing' AND touched_at < ?`
  store.prepare(sql).run(now() - ongoingForMs)
}

function one(
  context: Context,
  column: 'id' | 'reference' | 'access_code',
  value: string | number,
): Transaction | null {
  lapse(context)
  const row = context.store.prepare(`SELECT * FROM paystack_transaction WHERE ${column} = ?`).get(value)
  return row ? readTransaction(row) : null
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
  return context.store
    .prepare('SELECT * FROM paystack_transaction ORDER BY id DESC')
    .all()
    .map(readTransaction)
}
