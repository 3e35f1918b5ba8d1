import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { brokenInvariants } from '../../src/invariants.ts'
import { openPool } from '../../src/platform/pool.ts'
import type { Tables } from '../../src/tables.ts'
import type { Machinery } from './machinery.ts'
import type { Promises } from './promises.ts'

const truth = z.object({
  references: z.array(
    z.object({
      reference: z.string(),
      captured: z.number(),
      refunded: z.number(),
      fees: z.number(),
      currency: z.string(),
    }),
  ),
})

type Sql = ReturnType<typeof openPool<Tables>>['sql']

const hour = 60 * 60 * 1000

/** Lets everything that is under way come to its end, moving the clock as the waits ask; says what never did. */
export async function letSettle(machinery: Machinery, sql: Sql): Promise<string[]> {
  let unfinished: string[] = []
  for (let round = 0; round < 300; round++) {
    await machinery.startAll()
    await pause(500)
    unfinished = await unfinishedWork(sql)
    if (unfinished.length === 0) return []
    // The longest wait is that of an attempt that nobody paid: three days. The queue waits by the database's own clock.
    if (round % 12 === 4)
      await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`
    if (round === 4) await machinery.moveClock(80 * hour)
    else if (round % 12 === 11) await machinery.moveClock(12 * hour)
  }
  return unfinished
}

/** What is neither final nor honestly waiting for a person. */
async function unfinishedWork(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'payment ' || reference || ' is ' || state as what from payment where state = 'started'
    union all select 'refund ' || id || ' is ' || state from refund
      where state in ('requested', 'pending', 'processing') and not needs_attention
    union all select 'webhook ' || id || ' waits' from paystack_event where outcome is null
    union all select 'job ' || task_identifier || ' failed: ' || coalesce(last_error, '')
      from graphile_worker.jobs
    limit 50`
  return rows.map((row) => row.what)
}

/** Compares what the books say with what Paystack knows, kobo for kobo, and with what people were told. */
export async function judge(machinery: Machinery, sql: Sql, promises: Promises): Promise<string[]> {
  const pool = openPool<Tables>(machinery.databaseUrl, 2)
  try {
    return [
      ...(await brokenInvariants(pool.db)),
      ...(await againstPaystack(machinery, sql)),
      ...(await againstPromises(sql, promises)),
      ...new Set(promises.wrong),
    ]
  } finally {
    await pool.close()
  }
}

type Kept = { reference: string; captured: number; refunded: number; fee: number; clearing: number }

async function againstPaystack(machinery: Machinery, sql: Sql): Promise<string[]> {
  const said = truth.parse(await machinery.control('GET', '/truth'))
  const kept = await sql<Kept[]>`
    select p.reference, coalesce(p.captured_kobo, 0) as captured, coalesce(p.fee_kobo, 0) as fee,
      (select coalesce(sum(r.source_kobo), 0) from refund r
        where r.payment_id = p.id and r.state = 'processed') as refunded,
      (select coalesce(sum(l.amount_kobo), 0) from ledger_line l join ledger_account a on a.id = l.account_id
        join ledger_posting g on g.id = l.posting_id
        where a.kind = 'provider_clearing' and g.business_key = any(
          array['capture:' || p.reference]
          || array(select 'refund_done:' || r.id from refund r where r.payment_id = p.id))) as clearing
    from payment p`
  const ours = new Map(kept.map((row) => [row.reference, row]))
  return said.references.flatMap((theirs) => {
    const own = ours.get(theirs.reference)
    if (!own)
      return theirs.captured > 0 ? [`Paystack captured ${theirs.reference}, which we do not know`] : []
    const wrong: string[] = []
    const compare = (what: string, mine: number, right: number) => {
      if (mine !== right) wrong.push(`${theirs.reference}: ${what} is ${mine} here and ${right} at Paystack`)
    }
    compare('captured', own.captured, theirs.captured)
    compare('refunded', own.refunded, theirs.refunded)
    if (theirs.captured > 0) compare('clearing', own.clearing, theirs.captured - own.fee - theirs.refunded)
    return wrong
  })
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
