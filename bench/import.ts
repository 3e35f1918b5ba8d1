import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirmPriceChange, proposePriceFile, signIn } from '@labalaba/contract'
import { sql } from 'kysely'
import { takeDataFolder } from '../scripts/data-folder.ts'
import { freePort } from '../scripts/ports.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { buildApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/infra/clock.ts'
import { secretFrom } from '../server/src/infra/config/secret.ts'
import { migrate } from '../server/src/infra/db/migrate.ts'
import { openPool } from '../server/src/infra/db/pool.ts'
import { openFiles } from '../server/src/infra/files/store/files.ts'
import { openFolderStore } from '../server/src/infra/files/store/folder-store.ts'
import { liftedUseLimits } from '../server/src/infra/http/use-limits.ts'
import { mailboxMessenger } from '../server/src/infra/mail/messenger.ts'
import { openLog } from '../server/src/infra/observability/log.ts'
import { prepareQueue } from '../server/src/infra/queue/workers.ts'
import { openHasher } from '../server/src/modules/accounts/index.ts'
import { openPaystack } from '../server/src/modules/payments/index.ts'
import type { Tables } from '../server/src/tables.ts'
import { type Caller, callerOf } from '../server/test/caller.ts'
import { bringOnCast, castPassword, sola } from '../server/test/cast.ts'

/**
 * A lab uploads a price list of five thousand rows, previews and confirms it, through the calls of its page. It alternates
 * with the same rows in three bare statements, in one run. `node bench/import.ts [rows]`. Exits with 1 if the calls take 5
 * s or more.
 */
const many = Number(process.argv[2] ?? 5000)
const rounds = 5
const longest = 5000

const path = mkdtempSync(join(tmpdir(), 'labalaba-bench-'))
const folder = takeDataFolder(path)
const postgres = await startPostgres({ folder })
const pool = openPool<Tables>(postgres.url, 8)
const { db } = pool
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
let app: Awaited<ReturnType<typeof buildApp>> | undefined
try {
  await migrate(postgres.url)
  await prepareQueue(postgres.url)
  const hasher = openHasher()
  await bringOnCast(pool.db, systemClock, hasher)
  await makeTests()
  app = await startSite(hasher)
  const manager = await asManager()
  const looked: number[] = []
  const made: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const took = await importOnce(manager, round)
    const written = await bareOnce()
    await forgetAll()
    // The first round warms up both.
    if (round === 0) continue
    looked.push(took.looked)
    made.push(took.made)
    bare.push(written)
  }
  const whole = looked.map((one, round) => one + (made[round] ?? 0))
  console.log(`${many} new prices of one lab, in ms: the middle of ${rounds}, and from the least to the most`)
  for (const [name, times] of [
    ['looked at', looked],
    ['confirmed', made],
    ['both calls', whole],
    ['three bare statements', bare],
  ] as const)
    console.log(`${name.padEnd(22)} ${middle(times).toFixed(0).padStart(6)} (${spread(times)})`)
  console.log(`${'ratio'.padEnd(22)} ${(middle(whole) / middle(bare)).toFixed(1).padStart(6)}`)
  process.exitCode = Math.max(...whole) < longest ? 0 : 1
} finally {
  await app?.close()
  await pool.close()
  await postgres.stop()
  folder.release()
  rmSync(path, { recursive: true, force: true })
}

/** Tests that the lab could offer but does not yet, in addition to the catalogue of the test data. */
async function makeTests(): Promise<void> {
  await sql`insert into test (code, name, also_known_as, category, department, departments, specimen, container, fasting_hours,
      preparation, turnaround_hours, home_collection, sex, loinc_verified, price_low_kobo, price_high_kobo, summary)
    select 'made-' || n, 'Made test ' || n, '{}', 'Blood', 'Haematology', '{Haematology}', 'Blood', 'EDTA', 0, '', 24, true,
      'any', false, 100000, 900000, 'Made.' from generate_series(1, ${many}::int) as n`.execute(db)
  await sql`create table bare_line (like price_change_line including all)`.execute(db)
  await sql`create table bare_offer (like offer including all)`.execute(db)
  await sql`create table bare_history (like price_history including all)`.execute(db)
}

async function startSite(hasher: ReturnType<typeof openHasher>) {
  const log = openLog('silent')
  const site = await buildApp({
    db: pool.db,
    clock: systemClock,
    log,
    files: openFiles([openFolderStore(join(tmpdir(), 'labalaba-bench-files'))], 'folder', log),
    hasher,
    publicUrl,
    paystack: openPaystack('http://127.0.0.1:9', ['sk_test_bench'], log),
    secret: secretFrom('a secret of a measurement, with more than 32 characters'),
    messenger: mailboxMessenger(pool.db),
    mailConfigured: true,
    demo: false,
    trustProxy: false,
    metricsToken: null,
    ratePerAddress: 1_000_000,
    hashesPerAddress: 1_000_000,
    callsAtOnce: 100,
    useLimits: liftedUseLimits,
  })
  await site.listen({ host: '127.0.0.1', port })
  return site
}

async function asManager(): Promise<Caller> {
  const basic = Buffer.from(`${sola.email}:${castPassword}`).toString('base64')
  const { data } = await callerOf(publicUrl, `Basic ${basic}`)(signIn)
  return callerOf(publicUrl, `Bearer ${data.authid}`)
}

/** Uploads and previews the file, then confirms it. Returns how long each took. */
async function importOnce(manager: Caller, round: number): Promise<{ looked: number; made: number }> {
  const rows = Array.from({ length: many }, (_, n) => `made-${n + 1},${5000 + round + n}`)
  const text = ['test_code,price_ngn', ...rows].join('\n')
  const began = performance.now()
  const { data } = await manager(proposePriceFile, { body: { text } })
  const looked = performance.now()
  const id = data.change?.id
  if (!id) throw new Error(`the file was not taken: ${JSON.stringify(data.problems)}`)
  const { data: change } = await manager(confirmPriceChange, { params: { id }, body: { from: null } })
  const made = performance.now()
  if (change.counts.added !== many) throw new Error(`${change.counts.added} were added`)
  return { looked: looked - began, made: made - looked }
}

/** Writes the same rows again to identical tables, one statement for each table in one transaction. */
async function bareOnce(): Promise<number> {
  const rowsOf = async (table: string) => {
    const { rows } = await sql<{ all: string }>`
      select json_agg(one)::text as all from ${sql.raw(table)} as one`.execute(db)
    return rows[0]?.all ?? ''
  }
  const lines = await rowsOf('price_change_line')
  const offers = await rowsOf(
    "(select * from offer where test_id in (select id from test where code like 'made-%'))",
  )
  const history = await rowsOf('price_history')
  const began = performance.now()
  await db.transaction().execute(async (tx) => {
    await sql`insert into bare_line select * from json_populate_recordset(null::price_change_line, ${lines}::text::json)`.execute(
      tx,
    )
    await sql`insert into bare_offer select * from json_populate_recordset(null::offer, ${offers}::text::json)`.execute(
      tx,
    )
    await sql`insert into bare_history overriding system value
      select * from json_populate_recordset(null::price_history, ${history}::text::json)`.execute(tx)
  })
  const took = performance.now() - began
  const counted = await sql`select (select count(*) from bare_line)::int as lines,
    (select count(*) from bare_offer)::int as offers, (select count(*) from bare_history)::int as history`.execute(
    db,
  )
  if (Object.values(counted.rows[0] ?? {}).some((found) => Number(found) < many))
    throw new Error('the bare rows are not there')
  return took
}

/** Each round begins without the rows of the round before. */
async function forgetAll(): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from price_history`.execute(tx)
    await sql`delete from price_change_line`.execute(tx)
    await sql`delete from price_change`.execute(tx)
    await sql`delete from offer where test_id in (select id from test where code like 'made-%')`.execute(tx)
    await sql`truncate bare_line, bare_offer, bare_history`.execute(tx)
  })
}

function middle(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
}

function spread(all: readonly number[]): string {
  return `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`
}
