import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import { type AccountKey, insertLines, insertPosting, openAccounts, type PostingHead } from './rows.ts'

/** One side of a posting: debits positive, credits negative. */
export type Line = { readonly account: AccountKey; readonly amount: Kobo }

/**
 * Writes a double entry in the caller's transaction. Lines of nothing are left out; the database refuses what does not
 * sum to zero. Answers false, and writes nothing, when the same business key was posted before.
 */
export async function post(tx: Tx, head: PostingHead, lines: readonly Line[]): Promise<boolean> {
  const counted = lines.filter((line) => line.amount !== 0)
  const postingId = await insertPosting(tx, head)
  if (postingId === undefined) return false
  const accounts = await openAccounts(
    tx,
    counted.map((line) => line.account),
  )
  await insertLines(
    tx,
    postingId,
    counted.map((line, index) => ({ accountId: accounts[index] ?? 0, amount: line.amount })),
  )
  return true
}

/** A debit. */
export function debit(account: AccountKey, amount: Kobo): Line {
  return { account, amount }
}

/** A credit. */
export function credit(account: AccountKey, amount: Kobo): Line {
  return { account, amount: kobo(-amount) }
}
