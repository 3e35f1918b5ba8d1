import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../sql.ts'
import type { Machinery } from '../machinery/machinery.ts'

const hour = 60 * 60 * 1000
/** The least number of clock steps: past every wait of an attempt, a link, a dispute and a bank. */
const fewest = 3
const most = 30
/** What has not changed in this many turns is final. */
const patience = 4

/**
 * Lets everything in progress end. Moves the clock by forty hours at a time, and restarts the worker each
 * time, because it checks everything at its start. Returns what never ended.
 */
export async function letSettle(machinery: Machinery, sql: Sql): Promise<string[]> {
  let unfinished: string[] = []
  let same = 0
  for (let turn = 0; turn < most; turn += 1) {
    await machinery.kill('worker')
    await machinery.startAll()
    const from = machinery.now()
    await quiet(machinery, sql, from)
    const before = unfinished.join()
    unfinished = await unfinishedWork(sql, machinery.now())
    same = unfinished.join() === before ? same + 1 : 0
    if (turn >= fewest && (unfinished.length === 0 || same >= patience)) return unfinished
    await machinery.moveClock(40 * hour)
  }
  return unfinished
}

/** Waits until the queue is empty and the worker has checked everything; with a limit. */
async function quiet(machinery: Machinery, sql: Sql, from: Date): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    await pause(250)
    // The queue waits by the database’s own clock; a job must not use up its retries at once because of that.
    if (look % 12 === 3)
      await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts < max_attempts`
    const busy = await whatIsBusy(sql, machinery.now(), from)
    if (busy.length === 0) return
  }
}

async function whatIsBusy(sql: Sql, now: Date, from: Date): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'the queue' as what from graphile_worker.jobs where attempts < max_attempts
    union select 'attempts' from payment where check_at < ${now}
    union select 'refunds' from refund where check_at < ${now} or retry_at < ${now}
    union select 'orders' from lab_order where state = 'awaiting_payment' and expires_at < ${now}
    union select 'a comparison' from reconciliation where finished_at is null or finished_at < started_at
    union select 'the comparison of today' where exists (select 1 from payment)
      and not exists (select 1 from reconciliation where finished_at >= ${from})`
  return rows.map(({ what }) => what)
}

/** What is neither final nor waiting for a person, a bank or its next retry. */
async function unfinishedWork(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'payment ' || reference || ' is ' || state as what from payment where state = 'started'
    union all select 'order ' || reference || ' waits for money after its time' from lab_order
      where state = 'awaiting_payment' and expires_at < ${now}
    union all select 'refund ' || id || ' is ' || state || ' and nobody is told' from refund r
      where ended_at is null and not exists (select 1 from money_case c
        where c.kind = 'refund_stuck' and c.subject = r.id::text and c.closed_at is null)
    union all select 'refund ' || id || ' was to be tried again at ' || retry_at from refund r
      where retry_at < ${now}::timestamptz - interval '1 hour' and not exists (select 1 from dispute d
        where d.payment_id = r.payment_id and d.status not in ('resolved', 'archived'))
    union all select 'dispute ' || provider_id || ' is ' || status from dispute
      where status not in ('resolved', 'archived')
    union all select 'webhook ' || id || ' waits' from paystack_event where outcome is null
    union all select 'job ' || task_identifier || ' is left: ' || coalesce(last_error, '')
      from graphile_worker.jobs
    union all select 'the comparison of ' || day || ' has not ended' from reconciliation
      where finished_at is null or finished_at < started_at
    order by 1 limit 50`
  return rows.map((row) => row.what)
}
