import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { Row } from '../store.ts'
import { text, whole } from '../store.ts'
import type { Transaction } from '../transaction/repository.ts'

/** Why the balance changed. */
export type Cause = 'capture' | 'fee' | 'refund' | 'refund_returned' | 'dispute' | 'reversal' | 'settlement'

/** The published ledger has the models Transaction, Transfer and Refund (section 1.15); the others are a guess. */
const modelOf: Readonly<Record<Cause, string>> = {
  capture: 'Transaction',
  fee: 'Transaction',
  refund: 'Refund',
  refund_returned: 'Refund',
  dispute: 'Dispute',
  reversal: 'Transaction',
  settlement: 'Settlement',
}

/**
 * Changes the balance, in the caller's database transaction; entries are never altered. `rowId` is the refund or dispute.
 * Money of the other mode is not part of this balance.
 */
export function moveBalance(
  { store, now }: Context,
  cause: Exclude<Cause, 'settlement'>,
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
  const sums = store
    .prepare('SELECT currency, sum(difference) AS balance FROM balance_entry GROUP BY currency')
    .all()
    .map((row) => ({ currency: text(row, 'currency'), balance: whole(row, 'balance') }))
  const naira = sums.find(({ currency }) => currency === 'NGN') ?? { currency: 'NGN', balance: 0 }
  return [naira, ...sums.filter((sum) => sum !== naira)]
}

/** What was taken back from a transaction without a refund or dispute, in kobo. */
export function reversedOf({ store }: Context, transactionId: number): number {
  const sql = `SELECT coalesce(-sum(difference), 0) AS reversed FROM balance_entry
    WHERE transaction_id = ? AND cause = 'reversal'`
  const row = store.prepare(sql).get(transactionId)
  return row ? whole(row, 'reversed') : 0
}

/** One page of the ledger, newest first, each row with the balance after it; and the total number of rows. */
export function ledgerPage(
  context: Context,
  { perPage, skipped }: { perPage: number; skipped: number },
): { rows: Record<string, unknown>[]; total: number } {
  const { store, noise, domain } = context
  const entries = store
    .prepare(
      `SELECT *, sum(difference) OVER (PARTITION BY currency ORDER BY id) AS balance FROM balance_entry
        ORDER BY id DESC LIMIT ? OFFSET ?`,
    )
    .all(perPage, skipped)
  const count = store.prepare('SELECT count(*) AS total FROM balance_entry').get()
  const rows = entries.map((row) =>
    noise.shuffle(`ledger ${row.id}`, { integration: 100_001, domain, ...entryOf(row) }),
  )
  return { rows, total: count ? whole(count, 'total') : 0 }
}

function entryOf(row: Row): Record<string, unknown> {
  const at = isoTime(whole(row, 'created_at'))
  return {
    id: whole(row, 'id'),
    balance: whole(row, 'balance'),
    currency: text(row, 'currency'),
    difference: whole(row, 'difference'),
    reason: '',
    model_responsible: modelOf[causeOf(row)],
    model_row: whole(row, 'row_id'),
    createdAt: at,
    updatedAt: at,
  }
}

function causeOf(row: Row): Cause {
  const { cause } = row
  if (typeof cause === 'string' && isCause(cause)) return cause
  throw new TypeError('unknown cause')
}

function isCause(word: string): word is Cause {
  return Object.hasOwn(modelOf, word)
}
