import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '../src/infra/clock.ts'
import { secretFrom } from '../src/infra/config/secret.ts'
import { listMigrations, migrate } from '../src/infra/db/migrate.ts'
import { openPool, type Pool } from '../src/infra/db/pool.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { chainPending, checkWhole, openAuditKeys } from '../src/modules/audit/index.ts'
import type { Tables } from '../src/tables.ts'
import { openSql, type Sql } from './sql.ts'

/** The first version that chains who saw what. */
const first = '0024-sharing.sql'
const orders = 1_000

const serverUrl = inject('postgresUrl')
const name = `test_${randomBytes(8).toString('hex')}`
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
let pool: Pool<Tables>
const asked = openSql(url, 2)

beforeAll(async () => {
  await onServer(`create database ${name}`)
  await fillAsBefore()
  await migrate(url)
  pool = openPool<Tables>(url, 4)
}, 120_000)

afterAll(async () => {
  await Promise.all([pool?.close(), asked.end()])
  await onServer(`drop database if exists ${name} with (force)`)
})

async function onServer(statement: string): Promise<void> {
  const sql = openSql(serverUrl, 1)
  await sql.unsafe(statement)
  await sql.end()
}

/** A database of the version before, with results of many orders entered, verified, released and read. */
async function fillAsBefore(): Promise<void> {
  const sql = openSql(url, 1)
  await sql`create table migration (name text primary key, hash text not null, ran_at timestamptz not null default now())`
  for (const { name, text, hash } of listMigrations().filter((one) => one.name < first)) {
    await sql.begin((tx) => tx.unsafe(text))
    await sql`insert into migration (name, hash) values (${name}, ${hash})`
  }
  await sql`insert into account (email, password_hash, name, phone, username, address, source, type, branch, state,
      terms_version, privacy_version, consented_at)
    values ('ada@old.example', '', 'Ada', '2348030000000', 'ada', '', '', 'user', '', 'active', '', '', now())`
  // Of labs and tests nothing is needed here but their numbers.
  await sql`set session_replication_role = replica`
  await insertOrders(sql)
  await insertReadings(sql)
  await sql.end()
}

async function insertOrders(sql: Sql): Promise<void> {
  await sql`
    insert into lab_order (reference, account_id, client_reference, request_hash, state, lab_id, location_id, lab_slug,
      lab_name, location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender, test_count,
      sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo, doctor_share_kobo, phlebotomist_share_kobo,
      platform_share_kobo, created_at, paid_at, expires_at)
    select 'LB-' || n, 1, n, '\\x00', 'lab_processing', 1, 1, 'yaba', 'Yaba', 'Main', '1 Road', 'walkin', 'Ada',
      'ada@old.example', '2348030000000', 'Female', 1, 1, 0, 1, 1, 1, 0, 0, 0, now(), now(), now() + interval '1 day'
    from generate_series(1, ${orders}) n`
  await sql`insert into report (order_id, position, test_id, test_name) select id, 1, 1, 'FBC' from lab_order`
}

async function insertReadings(sql: Sql): Promise<void> {
  await sql`insert into report_version (report_id, number, entered_by, entered_at) select id, 1, 1, now() from report`
  // One after the other for all orders at once, as they came.
  for (const verb of ['enter', 'verify', 'send_back', 'enter', 'verify', 'release'])
    await sql`insert into report_event (report_id, number, verb, from_state, to_state, actor, account_id, at)
      select id, 1, ${verb}, '', '', 'lab', 1, clock_timestamp() from report`
  for (const way of ['screen', 'file'])
    await sql`insert into result_opened (report_id, number, account_id, reader, way, at)
      select id, 1, 1, 'patient', ${way}, clock_timestamp() from report`
}

test('what was done and read before there was a chain is one for each order, and verifies', async () => {
  const [count] =
    await asked`select count(*)::int as entries, count(distinct order_id)::int as chains, max(number) as longest
    from audit_entry`
  expect(count).toEqual({ entries: orders * 8, chains: orders, longest: 8 })
  const chain = await asked<{ what: string }[]>`select what from audit_entry
    where order_id = (select min(id) from lab_order) order by number`
  expect(chain.map(({ what }) => what)).toEqual([
    ...['values_entered', 'report_verified', 'report_sent_back', 'values_entered', 'report_verified'],
    ...['report_released', 'report_read', 'report_saved'],
  ])
  const broken = await brokenInvariants(pool.db)
  expect(broken.filter((one) => /^(who saw what|each reading)/.test(one))).toEqual([])
})

test('all of it is taken over into the keyed chain, and says so', async () => {
  const keys = openAuditKeys(secretFrom('a secret of the tests, with more than 32 characters'))
  const made = await chainPending({ db: pool.db, clock: systemClock, keys })
  const [links] = await asked`select count(*)::int as count, bool_and(taken_over) as old from audit_link`
  // For each order six moves and two readings, and an entry of who saw what for each of these.
  expect([made, links?.count, links?.old]).toEqual([16 * orders, 16 * orders, true])
  expect(await checkWhole(pool.db, { keys, folder: null })).toEqual([])
}, 60_000)
