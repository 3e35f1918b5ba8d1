import { randomBytes } from 'node:crypto'
import { kobo } from '@labalaba/contract'
import { runMigrations } from 'graphile-worker'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listMigrations, migrate } from '../src/infra/db/migrate.ts'
import { openPool, type Pool } from '../src/infra/db/pool.ts'
import { brokenInvariants } from '../src/invariants.ts'
import { creditFailed } from '../src/modules/payments/refunds/failed.ts'
import { bookProgress } from '../src/modules/payments/refunds/refunds.ts'
import type { Tables } from '../src/tables.ts'
import { openSql, type Sql } from './sql.ts'

/** The first version that knows cases, credit and refunds of a part. */
const first = '0014-money.sql'

const serverUrl = inject('postgresUrl')
const name = `test_${randomBytes(8).toString('hex')}`
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
let pool: Pool<Tables>
const asked = openSql(url, 4)

beforeAll(async () => {
  await onServer(`create database ${name}`)
  await fillAsBefore()
  await migrate(url)
  await runMigrations({ connectionString: url })
  pool = openPool<Tables>(url, 4)
})

afterAll(async () => {
  await Promise.all([pool.close(), asked.end()])
  await onServer(`drop database if exists ${name} with (force)`)
})

async function onServer(statement: string): Promise<void> {
  const sql = openSql(serverUrl, 1)
  await sql.unsafe(statement)
  await sql.end()
}

const shares = { lab: 850_000, doctor: 50_000, platform: 100_000 }
const total = 1_000_000

/** A database of the version before, with money in each state that a failed return could leave. */
async function fillAsBefore(): Promise<void> {
  const sql = openSql(url, 1)
  await sql`create table migration (name text primary key, hash text not null, ran_at timestamptz not null default now())`
  for (const { name, text, hash } of listMigrations().filter((one) => one.name < first)) {
    await sql.begin((tx) => tx.unsafe(text))
    await sql`insert into migration (name, hash) values (${name}, ${hash})`
  }
  // Of labs and accounts nothing is needed here but their numbers.
  await sql`set session_replication_role = replica`
  await paidOrder(sql, 'returned', 'refunded', ['failed', 'processed'])
  await paidOrder(sql, 'underway', 'refunding', ['failed', 'failed', 'requested'])
  await paidOrder(sql, 'failing', 'held', ['failed', 'failed'])
  await heldPayment(sql)
  await sql.end()
}

async function order(sql: Sql, name: string, state: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into lab_order (reference, account_id, client_reference, request_hash, state, lab_id, location_id, lab_slug,
      lab_name, location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender, test_count,
      sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo, doctor_share_kobo, phlebotomist_share_kobo,
      platform_share_kobo, created_at, paid_at, expires_at)
    values (${`LB-${name}`}, 7, ${name}, '\\x00', ${state}, 1, 1, 'yaba', 'Yaba', 'Main', '1 Road', 'walkin', 'Ada',
      'ada@old.example', '2348030000000', 'Female', 1, ${total}, 0, ${total}, 1, ${shares.lab}, ${shares.doctor}, 0,
      ${shares.platform}, now(), ${state === 'cancelled' ? new Date() : null}, now() + interval '1 day') returning id::int`
  const id = row?.id ?? 0
  await sql`insert into lab_order_line (order_id, position, test_id, name, price_kobo, fasting_hours, preparation, specimen,
    turnaround_hours) values (${id}, 1, 1, 'FBC', ${total}, 0, '', '', 24)`
  await sql`insert into lab_order_event (order_id, verb, from_state, to_state, actor, at)
    values (${id}, 'place', ${state}, ${state}, 'patient', now())`
  return id
}

async function attempt(
  sql: Sql,
  orderId: number,
  name: string,
  { state, reason, captured }: { state: string; reason: string | null; captured: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into payment (reference, order_id, payer_email, due_kobo, state, settles_order, captured_kobo, captured_currency,
      fee_kobo, channel, provider_id, hold_reason, started_at, paid_at)
    values (${`bk-old-money-${name}-1`}, ${orderId}, 'ada@old.example', ${total}, ${state}, false, ${captured}, 'NGN', 0,
      'card', ${name}, ${reason}, now(), now()) returning id::int`
  return row?.id ?? 0
}

const took = [
  ['lab', '1', -shares.lab],
  ['doctor_wallet', '7', -shares.doctor],
  ['platform_revenue', '', -shares.platform],
] as const
type Lines = readonly (readonly [kind: string, owner: string, amount: number])[]

async function post(sql: Sql, order: string, kind: string, subject: string, lines: Lines): Promise<void> {
  const [posting] = await sql<
    { id: number }[]
  >`insert into ledger_posting (business_key, kind, order_reference)
    values (${`${kind}:${subject}`}, ${kind}, ${`LB-${order}`}) returning id::int`
  for (const [position, [account, owner, amount]] of lines.entries()) {
    await sql`insert into ledger_account (kind, owner) values (${account}, ${owner}) on conflict do nothing`
    await sql`insert into ledger_line (posting_id, position, account_id, amount_kobo)
      select ${posting?.id ?? 0}, ${position + 1}, id, ${amount} from ledger_account
      where kind = ${account} and owner = ${owner}`
  }
}

const turned = (lines: Lines): Lines => lines.map(([kind, owner, amount]) => [kind, owner, -amount])

/** An order that was paid and cancelled, and whose money was sent back once for each of these ends. */
async function paidOrder(sql: Sql, name: string, state: string, ends: readonly string[]): Promise<void> {
  const orderId = await order(sql, name, 'cancelled')
  const reason = 'refund_failed'
  const paymentId = await attempt(sql, orderId, name, { state, reason, captured: total })
  await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at) values
    (${paymentId}, 'settle', 'started', 'settled', 'system', now()),
    (${paymentId}, 'refund', 'settled', 'refunding', 'operator', now())`
  if (state !== 'refunding')
    await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
      values (${paymentId}, 'end', 'refunding', ${state}, 'system', now())`
  await post(sql, name, 'capture', `bk-old-money-${name}-1`, [['provider_clearing', '', total], ...took])
  for (const [turn, end] of ends.entries()) {
    const ended = end === 'requested' ? null : new Date()
    const [refund] = await sql<{ id: string }[]>`
      insert into refund (payment_id, amount_kobo, reason, state, provider_id, requested_at, ended_at)
      values (${paymentId}, ${total}, 'the lab was closed', ${end}, ${ended && `${name}-${turn}`},
        ${new Date(Date.UTC(2026, 10, 1, turn))}, ${ended}) returning id`
    const id = refund?.id ?? ''
    const from: Lines = turn === 0 ? turned(took) : [['unapplied', '', total]]
    await post(sql, name, 'refund_due', id, [...from, ['refunds', '', -total]])
    const to = end === 'failed' ? 'unapplied' : 'provider_clearing'
    const kind = end === 'failed' ? 'refund_failed' : 'refund_done'
    if (ended)
      await post(sql, name, kind, id, [
        ['refunds', '', total],
        [to, '', -total],
      ])
  }
}

/** Money of a wrong amount, held before there were cases. */
async function heldPayment(sql: Sql): Promise<void> {
  const orderId = await order(sql, 'wrong', 'awaiting_payment')
  const how = { state: 'held', reason: 'wrong_amount', captured: 900_000 }
  const paymentId = await attempt(sql, orderId, 'wrong', how)
  await sql`insert into payment_event (payment_id, verb, from_state, to_state, actor, at)
    values (${paymentId}, 'hold', 'started', 'held', 'system', now())`
  const lines = [
    ['provider_clearing', '', 900_000],
    ['unapplied', '', -900_000],
  ] as const
  await post(sql, 'wrong', 'capture', 'bk-old-money-wrong-1', lines)
}

const refundsOf = (name: string) => asked<
  {
    id: string
    payment_id: number
    order_id: number
    state: string
    origin: string
    retries: string | null
  }[]
>`select refund.*, payment.order_id from refund join payment on payment.id = payment_id
  where payment.reference = ${`bk-old-money-${name}-1`} order by requested_at`

async function stateOf(name: string) {
  const [row] = await asked`select state, settles_order from payment
    where reference = ${`bk-old-money-${name}-1`}`
  return [row?.state, row?.settles_order]
}

test('refunds that had failed and were tried again are one chain, whose first took the shares', async () => {
  for (const name of ['returned', 'underway', 'failing']) {
    const chain = await refundsOf(name)
    expect(chain.map(({ origin }) => origin)).toEqual(
      chain.map((_, turn) => (turn === 0 ? 'shares' : 'unapplied')),
    )
    expect(chain.map(({ retries }) => retries)).toEqual([null, ...chain.slice(0, -1).map(({ id }) => id)])
    expect((await stateOf(name))[1]).toBe(true)
  }
  expect(await stateOf('wrong')).toEqual(['held', false])
  expect(await brokenInvariants(pool.db)).toEqual([])
})

test('what was held then waits for a person now', async () => {
  const [, last] = await refundsOf('failing')
  const cases = await asked`select kind, subject, amount_kobo, found from money_case order by kind`
  expect(cases).toMatchObject([
    {
      kind: 'held_money',
      subject: 'bk-old-money-wrong-1',
      amount_kobo: 900_000,
      found: { due: total, came: 900_000 },
    },
    { kind: 'refund_failed', subject: last?.id, amount_kobo: total },
  ])
})

test('what was under way comes to its end, and what had failed can be ended', async () => {
  const now = new Date()
  const open = (await refundsOf('underway')).at(-1) ?? expect.unreachable()
  const refund = { id: 'underway-9', status: 'processed', amount: kobo(total), note: '' }
  await pool.db
    .transaction()
    .execute((tx) => bookProgress(tx, open, open.order_id, { kind: 'known', refund }, now))
  const failed = (await refundsOf('failing')).at(-1) ?? expect.unreachable()
  await pool.db.transaction().execute((tx) => creditFailed(tx, failed.id, now))
  expect([await stateOf('underway'), await stateOf('failing')]).toEqual([
    ['refunded', true],
    ['refunded', true],
  ])
  expect(await asked`select 1 from money_case where kind = 'refund_failed' and closed_at is null`).toEqual([])
  expect(await brokenInvariants(pool.db)).toEqual([])
})
