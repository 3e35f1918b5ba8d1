import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LagosDate } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../demo/load.ts'
import { startSimulator } from '../../paystack-simulator/src/index.ts'
import { loadReference } from '../../reference/load.ts'
import { cloneDatabase } from '../test/database.ts'
import { beginningOf, playHistory } from './demo-history.ts'
import { secretFrom } from './infra/config/secret.ts'
import { openFiles } from './infra/files/store/files.ts'
import { openFolderStore } from './infra/files/store/folder-store.ts'
import { usualUseLimits } from './infra/http/use-limits.ts'
import { mailboxMessenger } from './infra/mail/messenger.ts'
import { openLog } from './infra/observability/log.ts'
import { brokenInvariants } from './invariants.ts'
import { openHasher } from './modules/accounts/index.ts'
import { openPaystack, reconcileDay } from './modules/payments/index.ts'

const { db, sql } = await cloneDatabase()
// The last 12:10 in Lagos: no payment is in the future.
const today = new Date(`${new Date().toISOString().slice(0, 10)}T11:10:00Z`)
const now = today < new Date() ? today : new Date(today.getTime() - 24 * 60 * 60 * 1000)
const clock = { now: () => now }
const unplayed: string[] = []
const log = openLog('warn', {
  write(line) {
    const said: { number?: number; err?: { message: string } } = JSON.parse(line)
    if (said.err) unplayed.push(`${said.number}: ${said.err.message}`)
  },
})
const hasher = openHasher({ atOnce: 2, waiting: 100 }, { memoryCost: 256, timeCost: 1, parallelism: 1 })
const folder = mkdtempSync(join(tmpdir(), 'labalaba-history-'))
const simulator = await startSimulator({
  dataDir: folder,
  port: 0,
  webhookUrl: 'http://127.0.0.1:9/none',
  seed: '7',
})
const paystack = openPaystack(simulator.url, ['sk_test_simulator'], log, {
  perSecond: 1000,
  burst: 1000,
  restMs: 0,
})
const deps = {
  db,
  clock,
  log,
  files: openFiles([openFolderStore(join(folder, 'files'))], 'folder', log),
  hasher,
  paystack,
  simulatorUrl: simulator.url,
  publicUrl: 'http://127.0.0.1:9',
  secret: secretFrom('a secret of the tests, with more than 32 characters'),
  messenger: mailboxMessenger(db),
  demo: true,
  mailConfigured: true,
  trustProxy: false,
  metricsToken: null,
  ratePerAddress: 100,
  hashesPerAddress: 100,
  callsAtOnce: 24,
  useLimits: usualUseLimits,
}

beforeAll(async () => {
  await loadReference(db)
  await loadDemo(db, { clock, hasher, since: beginningOf(now) })
})

afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

const orders = async () => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int from lab_order`
  return row?.count ?? 0
}

/** Ends a history once this many of its orders are made. */
function afterOrders(most: number): () => boolean {
  let begun = 0
  return () => {
    begun += 1
    return begun > most
  }
}

test('an older demonstration, whose people are newer than their history would be, is left alone', async () => {
  await sql`update account set created_at = ${now}`
  await playHistory(deps, afterOrders(1))
  await sql`update account set created_at = ${beginningOf(now)}`
  expect([await orders(), await sql`select 1 from loaded_set where name = 'demo history'`]).toEqual([0, []])
})

test('a real install gets no demo history', async () => {
  await playHistory({ ...deps, demo: false }, afterOrders(1))
  expect(await orders()).toBe(0)
})

test('an interrupted history continues, and a complete one adds nothing', async () => {
  await playHistory(deps, afterOrders(3))
  expect(await orders()).toBe(3)
  await playHistory(deps, () => false)
  expect(unplayed).toEqual([])
  const all = await orders()
  expect(all).toBeGreaterThanOrEqual(40)
  const rows = async () =>
    await sql`select (select count(*) from lab_order_event) as orders, (select count(*) from ledger_line) as lines,
      (select count(*) from specimen) as specimens, (select count(*) from account) as accounts`
  const before = await rows()
  await playHistory(deps, () => false)
  expect(await rows()).toEqual(before)
}, 600_000)

test('every invariant of money and samples holds of it, and Paystack agrees', async () => {
  expect(await brokenInvariants(db)).toEqual([])
  const days = await sql<{ day: LagosDate }[]>`
    select distinct (started_at at time zone 'Africa/Lagos')::date::text as day from payment order by 1`
  for (const { day } of days.filter((_, place) => place % 12 === 0))
    expect(await reconcileDay({ db, clock, paystack }, day, now)).toMatchObject({
      outcome: 'done',
      mended: 0,
      cases: 0,
      row: { our_count: expect.any(Number) },
    })
  expect(await sql`select kind from money_case`).toEqual([])
  const [splitLabAndLocation] =
    await sql`select count(*)::int from payment where paid_at::date <> started_at::date`
  expect(splitLabAndLocation).toEqual({ count: 0 })
})

test('every page of a lab has content: each stage of today’s work, and earlier orders', async () => {
  const states = await sql<{ state: string; count: number }[]>`
    select state, count(*)::int from lab_order group by 1`
  expect(Object.fromEntries(states.map(({ state, count }) => [state, count]))).toMatchObject({
    scheduled: expect.any(Number),
    sample_collected: expect.any(Number),
    lab_processing: expect.any(Number),
    results_ready: expect.any(Number),
    cancelled: 1,
  })
  const visits = await sql<{ state: string }[]>`select distinct state from collection order by 1`
  expect(visits.map(({ state }) => state)).toEqual(['assigned', 'collected', 'delivered'])
  const [samples] = await sql`select count(*) filter (where state = 'rejected')::int as rejected,
    count(*) filter (where state = 'expected')::int as expected from specimen`
  expect(samples).toMatchObject({ rejected: 4 })
  const reports = await sql<{ state: string }[]>`select distinct state from report_version order by 1`
  expect(reports.map(({ state }) => state)).toEqual(['draft', 'released', 'verified'])
})

test('the lab has called about each critical result', async () => {
  const calls = await sql<{ outcome: string | null }[]>`select outcome from critical_call`
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ outcome }) => outcome !== 'reached')).toEqual([])
})

test('an install with real bookings gets no demo history', async () => {
  const before = await orders()
  await sql`delete from loaded_set where name = 'demo history'`
  await playHistory(deps, afterOrders(1))
  expect([await orders(), await sql`select 1 from loaded_set where name = 'demo history'`]).toEqual([
    before,
    [],
  ])
})
