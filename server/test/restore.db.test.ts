import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { openLogins } from '../../scripts/postgres-logins.ts'
import { commands } from '../src/cli.ts'
import { runCommandLine } from '../src/commands/run.ts'
import { openPool } from '../src/infra/db/pool.ts'
import { prepareDatabase } from '../src/infra/db/prepare-database.ts'
import { startHeartbeat } from '../src/infra/db/restore/heartbeat.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { main } from '../src/main.ts'
import { orderByReference } from '../src/modules/orders/index.ts'
import { paymentByReference } from '../src/modules/payments/index.ts'
import { ensureReceipt } from '../src/modules/payments/receipts/receipts.ts'
import { specimensOf } from '../src/modules/specimens/index.ts'
import type { Tables } from '../src/tables.ts'
import { ada } from './cast.ts'
import { patience } from './database.ts'
import { openClusters } from './own-cluster.ts'
import { openSql } from './sql.ts'
import { bringTo, pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, callerOf, signingKey, type World } from './world.ts'

const clusters = await openClusters()
const home = mkdtempSync(join(tmpdir(), 'labalaba-restore-'))
const closing: (() => Promise<unknown>)[] = []
const primary = await clusters.primary()
const logins = await openLogins(primary.url, home)
await prepareDatabase({ databaseUrl: logins.application, databaseOwnerUrl: logins.owner })
const opened = open(primary.url)
const world = await buildWorld({
  broken: true,
  database: { ...opened, url: logins.owner, applicationUrl: logins.application, workerUrl: logins.worker },
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await clusters.close()
  rmSync(home, { recursive: true, force: true })
})

/** The data folder of the machine that ran before the restore. */
const machine = join(home, 'machine')

function open(url: string) {
  const { db, connections, close } = openPool<Tables>(`${url}${patience}`, 5)
  const sql = openSql(url, 5)
  closing.push(close, () => sql.end({ timeout: 5 }))
  return { db, connections, sql }
}

/** One look of a process at the database. */
async function look(db: World['db'], dataDir = machine): Promise<void> {
  const onRestored = () => {}
  const heartbeat = await startHeartbeat(db, { dataDir, log: world.parts.log, onRestored })
  heartbeat.stop()
}

/** A paid order with its accession numbers and its receipt. */
async function printed(here: World, caller: Caller) {
  const { order, payment } = await book(caller, bookingForm())
  await pay(here, payment)
  await bringTo(here, order, 'sample_collected')
  const [orderRow, paymentRow] = [
    await orderByReference(here.db, order),
    await paymentByReference(here.db, payment),
  ]
  const receipt = await ensureReceipt(here.db, paymentRow?.id ?? 0, here.clock.now())
  const specimens = await specimensOf(here.db, orderRow?.id ?? 0)
  const numbers = [receipt.number, ...specimens.map(({ accession }) => accession)]
  return { payment, id: Number(orderRow?.id), numbers }
}

const env = (url: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: url,
  DATA_DIR: machine,
  DEMO: 'on',
  DEMO_HISTORY: 'off',
  LOG_LEVEL: 'silent',
  ROLE: 'web',
  SECRET_KEY: 'a secret of the tests, with more than 32 characters',
  PAYSTACK_URL: world.simulator.url,
  PAYSTACK_SECRET_KEY: signingKey,
  PAYSTACK_PER_SECOND: '1000',
  ...more,
})

async function afterRestore(url: string, words: readonly string[] = [], more: Record<string, string> = {}) {
  const lines: string[] = []
  const screen = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
  }
  const code = await runCommandLine(commands, ['after-restore', ...words], env(url, more), screen)
  return { code, text: lines.join('\n') }
}

test('a restore to a point in time is not served until after-restore ran, and no printed number comes again', {
  timeout: 240_000,
}, async () => {
  await look(world.db)
  const token = await world.tokenOf(ada)
  const asAda = callerOf(world.publicUrl, `Bearer ${token}`)
  const kept = await printed(world, asAda)
  await world.sql`select pg_create_restore_point('before')`
  // PostgreSQL itself skips up to 32 ids after a recovery; a busy site gives more.
  await world.sql`select nextval('lab_order_id_seq') from generate_series(1, 100)`
  const lost = [await printed(world, asAda), await printed(world, asAda)]
  await look(world.db)
  const [{ position } = { position: '' }] = await world.sql<{ position: string }[]>`
    select pg_current_wal_lsn()::text as position`
  await primary.stop()

  // A failover to a standby that has everything: the site goes on, on this machine and on a new one.
  const standby = await clusters.promoted('standby', position)
  const failedOver = open(standby.url)
  await look(failedOver.db, join(home, 'new at the failover'))
  await look(failedOver.db)
  expect((await failedOver.sql`select timeline, number from database_incarnation`)[0]).toEqual({
    timeline: 2,
    number: 1,
  })
  expect(await afterRestore(standby.url)).toMatchObject({
    code: 1,
    text: expect.stringContaining('was not restored'),
  })
  await standby.stop()

  const restored = await clusters.restored('restored', 'before')
  const { db, sql } = open(restored.url)
  await expect(main(env(restored.url))).rejects.toThrow(/restored to an earlier state.*after-restore/s)
  const elsewhere = { DATA_DIR: join(home, 'a new machine') }
  await expect(main(env(restored.url, elsewhere))).rejects.toThrow('after-restore')

  // Paystack does not answer the first time: the numbers are skipped already, and the rest is done by the second run.
  const silent = { PAYSTACK_URL: 'http://127.0.0.1:9', PAYSTACK_REST_MS: '0' }
  const first = await afterRestore(restored.url, [], silent)
  expect(first).toMatchObject({ code: 1, text: expect.stringContaining('Paystack did not answer') })
  // The busiest day had two accession numbers and one receipt.
  expect(first.text).toContain('Skipped: 1,004 accession numbers of each lab, 1,002 receipt numbers of ')
  const counters = async () => ({
    accessions: await sql`select lab_id, year, last from accession_counter order by 1, 2`,
    receipts: await sql`select year, last_number from receipt_year order by 1`,
    ids: await sql`select sequencename, last_value from pg_sequences where sequencename = 'lab_order_id_seq'`,
    restarts: await sql`select count(*) from audit_restart`,
    incarnations: await sql`select number from database_incarnation order by 1`,
  })
  const skipped = await counters()
  const second = await afterRestore(restored.url)
  expect(second.code, second.text).toBe(0)
  for (const { payment } of lost) expect(second.text).toContain(payment)
  expect(second.text).not.toContain(kept.payment)
  const third = await afterRestore(restored.url)
  expect(third).toMatchObject({ code: 0, text: expect.stringContaining('Nothing to do') })
  expect(await counters()).toEqual(skipped)

  const cases = await sql`select kind, subject, found->>'lost_payments' as payments from money_case`
  expect(cases).toEqual([
    { kind: 'restored', subject: 'Restore 2', payments: expect.stringMatching(/^2: bk-/) },
  ])

  // The program serves again, also at its next start.
  const port = String(await freePort())
  const running = await main(env(restored.url, { PORT: port }))
  await running.close()
  const site = await main(env(restored.url, { PORT: port }))
  closing.push(() => site.close())
  const publicUrl = `http://127.0.0.1:${port}`
  const here: World = { ...world, db, sql, publicUrl, provider: { ...world.provider, db } }
  const later = [
    await printed(here, callerOf(publicUrl, `Bearer ${token}`)),
    await printed(here, callerOf(publicUrl, `Bearer ${token}`)),
  ]
  const numbers = [kept, ...lost, ...later].flatMap((one) => one.numbers)
  expect(numbers).toHaveLength(15)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.min(...later.map(({ id }) => id))).toBeGreaterThan(Math.max(...lost.map(({ id }) => id)))
  expect(await brokenInvariants(db)).toEqual([])
})
