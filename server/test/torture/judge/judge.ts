import type { Db } from '../../../src/db.ts'
import { brokenInvariants } from '../../../src/invariants.ts'
import type { Sql } from '../../sql.ts'
import type { Machinery } from '../machinery/machinery.ts'
import type { Promises } from '../promises.ts'
import { againstPaystack, chargedTwice } from './against-paystack.ts'
import { unmetDemands } from './demands.ts'
import { matchTransactions } from './matching.ts'
import { readOurAttempts } from './our-attempts.ts'
import { readTruth } from './paystack-truth.ts'
import { readRestores } from './restores.ts'
import { type Sum, sumsOf } from './sums.ts'

/** The faults, the sums of both sides, and what the matching of every transaction found. */
export type Judgement = {
  readonly breaches: readonly string[]
  readonly sums: readonly Sum[]
  /** How many transactions of Paystack with money were matched with the books. */
  readonly matched: number
  /** How many bookings and amounts are missing here, and how many are there more than once. */
  readonly lost: number
  readonly doubled: number
}

/** Compares the books with Paystack’s data, kobo for kobo, and with what users were told. */
export async function judge(
  machinery: Machinery,
  { db, sql }: { readonly db: Db; readonly sql: Sql },
  promises: Promises,
): Promise<Judgement> {
  // A killed database has lost its statistics, and would choose slow plans.
  await sql`analyze`
  const restores = await readRestores(sql)
  const [kept, truth] = [await readOurAttempts(sql), await readTruth(machinery, restores.lostRefund)]
  const matching = matchTransactions(kept, truth.references, restores.payments)
  const twice = chargedTwice(kept, truth.references)
  const { lost, lies } = await againstPromises(sql, promises)
  const breaches = [
    ...(await brokenInvariants(db)),
    ...(await unmetDemands(sql)),
    ...(await againstPaystack(sql, kept, truth, restores)),
    ...[...matching.lost, ...matching.doubled, ...twice, ...lost, ...lies],
    ...new Set(promises.wrong),
    ...[...machinery.alarms].map((line) => `while it ran: ${line.slice(0, 300)}`),
  ]
  return {
    breaches,
    sums: sumsOf(kept, truth.references),
    matched: matching.transactions,
    lost: matching.lost.length + lost.length + lies.length,
    doubled: matching.doubled.length + twice.length,
  }
}

/** Bookings and payments that were confirmed to users, and are missing. */
async function againstPromises(sql: Sql, promises: Promises) {
  const rows = await sql<{ reference: string; total: number; paid: boolean }[]>`
    select reference, total_kobo as total, paid_at is not null as paid from lab_order`
  const orders = new Map(rows.map((row) => [row.reference, row]))
  const lost = [...promises.booked].flatMap(([reference, { total }]) => {
    const order = orders.get(reference)
    if (!order) return [`the booking ${reference} is lost`]
    return total !== null && order.total !== Math.round(total * 100) ? [`${reference} has another total`] : []
  })
  const lies = [...promises.paid].filter((reference) => !orders.get(reference)?.paid)
  return { lost, lies: lies.map((reference) => `${reference} was said to be paid and is not`) }
}
