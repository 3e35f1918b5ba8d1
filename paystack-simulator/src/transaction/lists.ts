import type { Context } from '../context.ts'
import type { Place } from '../input.ts'
import { cursorAt } from '../input.ts'
import { text, whole } from '../store.ts'
import type { Transaction, TransactionStatus } from './repository.ts'
import { lapse, readTransaction } from './repository.ts'

/** The filter of a list of transactions; `from` and `to` refer to the creation time. */
export type TransactionFilter = {
  readonly status: TransactionStatus | null
  readonly from: number | null
  readonly to: number | null
}

const wanted = `(?1 IS NULL OR status = ?1) AND (?2 IS NULL OR created_at >= ?2)
    AND (?3 IS NULL OR created_at <= ?3) AND id NOT IN (SELECT value FROM json_each(?4))`

/** True while the `lost` fault hides a new transaction from every read (section 1.22). */
export function isLost({ noise, faults, now }: Context, reference: string, createdAt: number): boolean {
  const { lost, loseForMs } = faults.now().api
  return now() - createdAt < loseForMs && noise.befalls(reference, 'lost', lost)
}

/** The ids, as JSON, of transactions that are hidden from reads now. */
function lostNow(context: Context): string {
  const since = context.now() - context.faults.now().api.loseForMs
  const fresh = context.store
    .prepare('SELECT id, reference, created_at FROM paystack_transaction WHERE created_at > ?')
    .all(since)
  const lost = fresh.filter((row) => isLost(context, text(row, 'reference'), whole(row, 'created_at')))
  return JSON.stringify(lost.map((row) => whole(row, 'id')))
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
  const lost = lostNow(context)
  const page = context.store
    .prepare(`SELECT * FROM paystack_transaction WHERE ${wanted} ORDER BY id DESC LIMIT ?5 OFFSET ?6`)
    .all(status, from, to, lost, perPage, skipped)
  const sums = context.store
    .prepare(
      `SELECT count(*) AS total, coalesce(sum(CASE WHEN status = 'success' THEN amount END), 0) AS volume
        FROM paystack_transaction WHERE ${wanted}`,
    )
    .get(status, from, to, lost)
  return {
    transactions: page.map(readTransaction),
    total: sums ? whole(sums, 'total') : 0,
    volume: sums ? whole(sums, 'volume') : 0,
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
  const found = context.store
    .prepare(`SELECT * FROM paystack_transaction WHERE ${wanted} AND ${range} LIMIT ?6`)
    .all(status, from, to, lostNow(context), place?.than ?? null, perPage + 1)
    .map(readTransaction)
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

/** The count and the captured volume of a period, by currency (section 1.2). */
export function totalsOf(
  context: Context,
  { from, to }: Pick<TransactionFilter, 'from' | 'to'>,
): { count: number; volumes: { currency: string; amount: number }[] } {
  const range = '(?1 IS NULL OR created_at >= ?1) AND (?2 IS NULL OR created_at <= ?2)'
  const count = context.store
    .prepare(`SELECT count(*) AS total FROM paystack_transaction WHERE ${range}`)
    .get(from, to)
  const volumes = context.store
    .prepare(
      `SELECT currency, sum(amount) AS amount FROM paystack_transaction
        WHERE status = 'success' AND ${range} GROUP BY currency ORDER BY currency`,
    )
    .all(from, to)
    .map((row) => ({ currency: text(row, 'currency'), amount: whole(row, 'amount') }))
  return { count: count ? whole(count, 'total') : 0, volumes }
}
