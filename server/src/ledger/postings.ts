import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../db.ts'
import {
  type AccountKey,
  insertLines,
  insertPosting,
  type NewLine,
  openAccounts,
  type PostingHead,
} from './repository.ts'

/** One side of a posting: debits positive, credits negative. */
export type Line = NewLine

/**
 * Writes a double entry in the caller's transaction. Lines of nothing are left out; the database refuses what does not
 * sum to zero. Answers false, and writes nothing, when the same business key was posted before.
 */
export async function post(tx: Tx, head: PostingHead, lines: readonly Line[]): Promise<boolean> {
  const counted = lines.filter((line) => line.amount !== 0)
  const posting = await insertPosting(tx, head, counted)
  if (!posting) return false
  if (posting.written < counted.length) {
    await openAccounts(
      tx,
      counted.map((line) => line.account),
    )
    await insertLines(tx, posting.id, counted)
  }
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
