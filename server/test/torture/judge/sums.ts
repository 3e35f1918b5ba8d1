import type { OurAttempt } from './our-attempts.ts'
import type { Theirs } from './paystack-truth.ts'

/** The totals of both sides, in kobo. */
export type Sum = { readonly what: string; readonly ours: number; readonly theirs: number }

type Both = { readonly own: OurAttempt; readonly theirs: Theirs }

/**
 * Adds up every attempt with naira of ours in the books, for a person to read: the judge has compared each
 * separately. Money taken back and not recorded yet is in cases, and is the exact difference between the two
 * sides.
 */
export function sumsOf(kept: readonly OurAttempt[], references: readonly Theirs[]): Sum[] {
  const ours = new Map(kept.map((own) => [own.reference, own]))
  const all = references.flatMap((theirs): Both[] => {
    const own = ours.get(theirs.reference)
    return own?.inBooks && own.captured > 0 ? [{ own, theirs }] : []
  })
  const inAll = (what: string, one: (both: Both) => readonly [ours: number, theirs: number]): Sum => {
    const pairs = all.map(one)
    const side = (which: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[which], 0)
    return { what, ours: side(0), theirs: side(1) }
  }
  return [
    inAll('captured', ({ own, theirs }) => [own.captured, theirs.captured]),
    inAll('fees', ({ own, theirs }) => [own.fee, theirs.feeIsSaid ? theirs.fees : own.fee]),
    inAll('fees that it never says', ({ own, theirs }) => [0, theirs.feeIsSaid ? 0 : theirs.fees - own.fee]),
    inAll('sent back by us', ({ own, theirs }) => [own.refunded, theirs.refunded - inDashboard(theirs)]),
    inAll('given or taken back there', ({ own, theirs }) => [
      own.written,
      inDashboard(theirs) + theirs.reversedOutside,
    ]),
    inAll('lost to disputes', ({ own, theirs }) => [own.lost, theirs.lostToDisputes]),
    inAll('left there', ({ own, theirs }) => [own.clearing, theirs.balance]),
  ]
}

/** The part of one that was refunded in the dashboard. */
export function inDashboard({ inDashboard: refunds }: Theirs): number {
  return refunds.filter(({ done }) => done).reduce((sum, { amount }) => sum + amount, 0)
}
