import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './db.ts'
import type { Clock } from './infra/clock.ts'
import { listMigrations } from './infra/db/migrations.ts'
import { exposeMail } from './infra/mail/metrics.ts'
import { exposeLoggedAlarms } from './infra/observability/alarm-metrics.ts'
import type { Registries } from './infra/observability/read-metrics.ts'
import { exposeAttempts, exposeQueue } from './infra/queue/metrics.ts'
import type { QueueReading } from './infra/queue/readings.ts'
import { remembered } from './infra/remembered.ts'
import { version } from './infra/version.ts'
import { exposeInvariants } from './invariants-watch.ts'
import { exposeMessages } from './modules/notifications/index.ts'
import { exposeBudget, exposePaystack, type Paystack } from './modules/payments/index.ts'
import { exposeBreakGlass } from './modules/result-access/index.ts'
import { exposeCriticalCalls, exposeUnsignedLimits } from './modules/results/index.ts'

type Sources = {
  readonly db: Db
  readonly clock: Clock
  readonly queue: () => Promise<QueueReading>
  readonly paystack: Paystack | null
}

/** For how long counts of the database are shown again, in seconds. */
const shownFor = 5
const day = 24 * 60 * 60 * 1000

/**
 * Exposes to Prometheus what every process of the product shows. Counts of the database are the same in each process; those
 * of mails, jobs and calls to Paystack are of the process.
 */
export function exposeProduct(registries: Registries, { db, clock, queue, paystack }: Sources): void {
  const { process: own, database } = registries
  exposeBuild(own)
  exposeAttempts(own)
  exposeMail(own)
  exposePaystack(own)
  exposeLoggedAlarms(own)
  exposeInvariants(database, db)
  exposeMessages(database, db, clock)
  exposeCriticalCalls(database, { db, clock })
  exposeUnsignedLimits(database, { db })
  exposeBreakGlass(database, db, clock)
  exposeQueue(database, queue)
  if (paystack) exposeBudget(database, paystack)
  exposeOrders(database, db, clock)
  exposeCases(database, db, clock)
}

function exposeBuild(registry: Registry): void {
  new Gauge({
    name: 'labalaba_build_info',
    help: 'Always 1; the labels say which version this is, on which Node, and how many migrations it knows.',
    labelNames: ['version', 'node', 'migrations'],
    registers: [registry],
  }).set({ version, node: process.versions.node, migrations: String(listMigrations().length) }, 1)
}

/** Counts by state, of what began since a time. Each reads an index of times, so their cost grows only with a day's work. */
const counts = {
  labalaba_orders: {
    help: 'Orders that were placed in the last day, by state.',
    query: (since: Date) => sql<StateCount>`
      select o.state, count(*)::int as n from lab_order_event event join lab_order o on o.id = event.order_id
      where event.at > ${since} and event.verb = 'place' group by 1`,
  },
  labalaba_payments: {
    help: 'Attempts to pay that were started in the last day, by state.',
    query: (since: Date) => sql<StateCount>`
      select state, count(*)::int as n from payment where started_at > ${since} group by 1`,
  },
  labalaba_refunds: {
    help: 'Refunds that were requested in the last day, by state.',
    query: (since: Date) => sql<StateCount>`
      select state, count(*)::int as n from refund where requested_at > ${since} group by 1`,
  },
  labalaba_reports: {
    help: 'Changes of reports in the last day, by the state they led to: draft, verified, released, corrected, withdrawn.',
    query: (since: Date) => sql<StateCount>`
      select to_state as state, count(*)::int as n from report_event where at > ${since} group by 1`,
  },
} as const

type StateCount = { readonly state: string; readonly n: number }

function exposeOrders(registry: Registry, db: Db, clock: Clock): void {
  for (const [name, { help, query }] of Object.entries(counts)) {
    const read = remembered(shownFor, () => query(new Date(clock.now().getTime() - day)).execute(db))
    new Gauge({
      ...{ name, help, labelNames: ['state'], registers: [registry] },
      async collect() {
        this.reset()
        for (const { state, n } of (await read()).rows) this.set({ state }, n)
      },
    })
  }
  new Gauge({
    name: 'labalaba_payments_held',
    help: 'Payments whose money waits for an operator.',
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from payment where state = 'held'`.execute(db)
      this.set(rows[0]?.n ?? 0)
    },
  })
}

/** The open cases, by kind, and how many of each are past the time by which an operator must decide. */
export async function countCases(
  db: Db,
  now: Date,
): Promise<readonly { readonly kind: string; readonly open: number; readonly overdue: number }[]> {
  const { rows } = await sql<{ kind: string; open: number; overdue: number }>`
    select kind, count(*)::int as open, count(*) filter (where due_at < ${now})::int as overdue
    from money_case where closed_at is null group by 1 order by 1`.execute(db)
  return rows
}

function exposeCases(registry: Registry, db: Db, clock: Clock): void {
  new Gauge({
    name: 'labalaba_cases',
    help: 'Cases that wait for a decision of an operator, by kind, and open or overdue.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, open, overdue } of await countCases(db, clock.now())) {
        this.set({ kind, state: 'open' }, open - overdue)
        this.set({ kind, state: 'overdue' }, overdue)
      }
    },
  })
}
