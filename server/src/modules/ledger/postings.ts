import { type Kobo, kobo } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
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
 * Writes a double entry in the caller's transaction. Leaves out lines of zero; the database refuses lines that do not sum
 * to zero. Returns false, and writes nothing, if the same business key was posted before.
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

export function debit(account: AccountKey, amount: Kobo): Line {
  return { account, amount }
}

export function credit(account: AccountKey, amount: Kobo): Line {
  return { account, amount: kobo(-amount) }
}
