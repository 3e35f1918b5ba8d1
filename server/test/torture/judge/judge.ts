import type { Db } from '../../../src/db.ts'
import { brokenInvariants } from '../../../src/invariants.ts'
import type { Sql } from '../../sql.ts'
import type { Machinery } from '../machinery/machinery.ts'
import type { Promises } from '../promises.ts'
import { againstPaystack } from './against-paystack.ts'
import { unmetDemands } from './demands.ts'
import { readOurAttempts } from './our-attempts.ts'
import { readTruth } from './paystack-truth.ts'
import { type Sum, sumsOf } from './sums.ts'

/** The faults, and the sums of both sides. */
export type Judgement = { readonly breaches: readonly string[]; readonly sums: readonly Sum[] }

/** Compares the books with Paystack’s data, kobo for kobo, and with what users were told. */
export async function judge(
  machinery: Machinery,
  { db, sql }: { readonly db: Db; readonly sql: Sql },
  promises: Promises,
): Promise<Judgement> {
  // A killed database has lost its statistics, and would choose slow plans.
  await sql`analyze`
  const [kept, truth] = [await readOurAttempts(sql), await readTruth(machinery)]
  const breaches = [
    ...(await brokenInvariants(db)),
    ...(await unmetDemands(sql)),
    ...(await againstPaystack(sql, kept, truth)),
    ...(await againstPromises(sql, promises)),
    ...new Set(promises.wrong),
    ...[...machinery.alarms].map((line) => `while it ran: ${line.slice(0, 300)}`),
  ]
  return { breaches, sums: sumsOf(kept, truth.references) }
}

async function againstPromises(sql: Sql, promises: Promises): Promise<string[]> {
  const rows = await sql<{ reference: string; total: number; paid: boolean }[]>`
    select reference, total_kobo as total, paid_at is not null as paid from lab_order`
  const orders = new Map(rows.map((row) => [row.reference, row]))
  const lost = [...promises.booked].flatMap(([reference, { total }]) => {
    const order = orders.get(reference)
    if (!order) return [`the booking ${reference} is lost`]
    return total !== null && order.total !== Math.round(total * 100) ? [`${reference} has another total`] : []
  })
  const lies = [...promises.paid].filter((reference) => !orders.get(reference)?.paid)
  return [...lost, ...lies.map((reference) => `${reference} was said to be paid and is not`)]
}
