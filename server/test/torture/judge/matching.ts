import type { OurAttempt } from './our-attempts.ts'
import type { Theirs } from './paystack-truth.ts'
import { inDashboard } from './sums.ts'

/** Transactions at Paystack and the books, matched one by one. */
export type Matching = {
  /** How many transactions with money were matched. */
  readonly transactions: number
  /** Money at Paystack that is missing in the books, or that the books have sent back and Paystack has not. */
  readonly lost: readonly string[]
  /** Money that the books have more often than Paystack, or that was sent back more often than the books say. */
  readonly doubled: readonly string[]
}

/**
 * Matches every transaction of Paystack with the books by its reference. Money that only the case of a restore lists, in
 * `inCase`, is not lost: an operator sees it.
 */
export function matchTransactions(
  kept: readonly OurAttempt[],
  references: readonly Theirs[],
  inCase: ReadonlySet<string>,
): Matching {
  const ours = new Map(kept.map((own) => [own.reference, own]))
  const theirs = new Set(references.map(({ reference }) => reference))
  const lost: string[] = []
  const doubled: string[] = []
  const withMoney = references.filter(({ captured }) => captured > 0)
  for (const one of withMoney) {
    const own = ours.get(one.reference)
    // What came and went before we heard of it is in a case, and never in the books.
    const isGone = one.domain !== 'test' || one.balance + one.fees <= 0
    const cameAndWent = one.status === 'reversed' && own?.captured === 0 && isGone
    if (cameAndWent || (!own && inCase.has(one.reference))) continue
    const captured = own?.captured ?? 0
    if (captured < one.captured)
      lost.push(`${one.reference}: ${one.captured} came, the books have ${captured}`)
    if (captured > one.captured)
      doubled.push(`${one.reference}: ${one.captured} came, the books have ${captured}`)
    const sent = (own?.refunded ?? 0) + inDashboard(one)
    if (sent > one.refunded) lost.push(`${one.reference}: ${one.refunded} went back, the books have ${sent}`)
    if (sent < one.refunded)
      doubled.push(`${one.reference}: ${one.refunded} went back, the books have ${sent}`)
  }
  for (const { reference, captured } of kept)
    if (captured > 0 && !theirs.has(reference)) doubled.push(`${reference}: ${captured} is only in the books`)
  return { transactions: withMoney.length, lost, doubled }
}
