import type { Sql } from '../../sql.ts'
import type { OurAttempt } from './our-attempts.ts'
import type { PaystackTruth, Theirs } from './paystack-truth.ts'
import type { Restores } from './restores.ts'
import { inDashboard } from './sums.ts'

/** Compares the books with Paystack’s, kobo for kobo. */
export async function againstPaystack(
  sql: Sql,
  kept: readonly OurAttempt[],
  truth: PaystackTruth,
  restores: Restores,
): Promise<string[]> {
  const ours = new Map(kept.map((row) => [row.reference, row]))
  const cases = await sql<{ id: string }[]>`
    select subject as id from money_case where kind = 'refund_unknown'`
  const told = new Set([...cases.map(({ id }) => id), ...restores.refunds])
  const about = truth.references.flatMap((theirs) => {
    const own = ours.get(theirs.reference)
    if (own) return [...compare(own, theirs), ...untold(theirs, told)]
    return theirs.captured > 0 && !restores.payments.has(theirs.reference)
      ? [`Paystack captured ${theirs.reference}, which we do not know`]
      : []
  })
  return [...about, ...(await clearingInAll(sql, kept)), ...(await disputesOf(sql, truth))]
}

/** How our books and Paystack differ about one attempt. */
export function compare(own: OurAttempt, theirs: Theirs): string[] {
  const wrong: string[] = []
  const equal = (what: string, mine: number, right: number) => {
    if (mine !== right)
      wrong.push(`${theirs.reference} (${own.state}): ${what} is ${mine} here and ${right} at Paystack`)
  }
  // Money taken back before we learnt of it never was ours: a case is open, and it did not pay the order.
  if (own.captured === 0 && theirs.status === 'reversed') {
    // Paystack's balance never had money of the other mode, so it does not record that it went back.
    if (theirs.domain !== 'test') return []
    const rest = theirs.balance + theirs.fees
    if (rest > 0) return [`${theirs.reference} reads as reversed, and ${rest} of it is there, in no books`]
    const told = ['reversed_outside', 'dispute'].some((kind) => own.cases.includes(kind))
    return told || theirs.inDashboard.length > 0
      ? []
      : [`${theirs.reference} came and went at Paystack, and nobody was told`]
  }
  equal('captured', own.captured, theirs.captured)
  const outside = inDashboard(theirs)
  equal('refunded', own.refunded + outside, theirs.refunded)
  if (!own.inBooks || theirs.captured === 0) {
    equal('clearing of what is in no books', own.clearing, 0)
    return wrong
  }
  const fee = theirs.feeIsSaid ? theirs.fees : own.fee
  equal('fee', own.fee, fee)
  equal('clearing', own.clearing, theirs.captured - fee - own.refunded - own.written - theirs.lostToDisputes)
  const unwritten = outside + theirs.reversedOutside - own.written
  equal('balance', own.clearing - unwritten, theirs.balance + theirs.fees - fee)
  if (unwritten < 0) wrong.push(`${theirs.reference}: ${-unwritten} is written down that never went back`)
  const told = ['reversed_outside', 'refund_stuck', 'refund_failed'].some((kind) => own.cases.includes(kind))
  // If a bank took a part as well, Paystack’s data cannot tell the rest that is gone from the rest that is there.
  if (theirs.reversedOutside > own.written && theirs.lostToDisputes === 0 && !told)
    wrong.push(`${theirs.reference}: ${theirs.reversedOutside} was taken back, and nobody was told`)
  return wrong
}

/**
 * Of an order’s payers, Paystack keeps the money of one; of the others only credit, and what waits for a
 * person.
 */
export function chargedTwice(kept: readonly OurAttempt[], references: readonly Theirs[]): string[] {
  const theirs = new Map(references.map((one) => [one.reference, one]))
  const byOrder = Map.groupBy(
    kept.filter(({ inBooks, state }) => inBooks && state !== 'held' && state !== 'refunding'),
    ({ orderReference }) => orderReference,
  )
  return [...byOrder].flatMap(([order, attempts]) => {
    const stays = sum(
      attempts.map(({ reference, fromBank, credited, awaited }) => {
        const one = theirs.get(reference)
        return one ? one.balance + one.fees - one.refundsUnderWay - fromBank - credited - awaited : 0
      }),
    )
    const total = attempts[0]?.total ?? 0
    return stays > total ? [`${order} cost ${total}, and ${stays} was kept for it`] : []
  })
}

/** No other movement has changed what Paystack holds for us. */
async function clearingInAll(sql: Sql, kept: readonly OurAttempt[]): Promise<string[]> {
  const [row] = await sql<{ clearing: number }[]>`
    select coalesce(sum(l.amount_kobo), 0) as clearing from ledger_line l
      join ledger_account a on a.id = l.account_id where a.kind = 'provider_clearing'`
  const all = sum(kept.map(({ clearing }) => clearing))
  return row?.clearing === all ? [] : [`clearing is ${row?.clearing} in all, and ${all} by payment`]
}

/** A refund made in the dashboard has a case. */
function untold({ reference, domain, inDashboard }: Theirs, told: ReadonlySet<string>): string[] {
  if (domain !== 'test') return []
  return inDashboard
    .filter(({ id }) => !told.has(id))
    .map(({ id }) => `${reference}: the refund ${id} in the dashboard has no case`)
}

/** Every dispute is recorded with its end, and each lost one is posted. */
async function disputesOf(sql: Sql, { disputes }: PaystackTruth): Promise<string[]> {
  const rows = await sql<{ id: string; status: string; resolution: string | null }[]>`
    select provider_id as id, status, resolution from dispute`
  const ours = new Map(rows.map((row) => [row.id, row]))
  return disputes.flatMap(({ id, reference, status, resolution }) => {
    const own = ours.get(String(id))
    if (!own) return [`the dispute ${id} of ${reference} is not known here`]
    return own.status === status && (status !== 'resolved' || own.resolution === resolution)
      ? []
      : [`the dispute ${id} is ${own.status} ${own.resolution} here and ${status} ${resolution} at Paystack`]
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((so, amount) => so + amount, 0)
}
