import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStore } from './store.ts'
import type { Bench } from './test-bench.ts'
import { emptyFolder, record, startBench, until } from './test-bench.ts'

// A busy machine keeps what is committed slowly.
vi.setConfig({ testTimeout: 30_000 })

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const control = (method: string, path: string, body?: unknown) => bench.paystack.control(method, path, body)

async function pay(reference: string, order: Record<string, unknown> = {}): Promise<void> {
  await bench.paystack.initialize(reference)
  await control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...order })
}

async function balance(): Promise<unknown> {
  const { data } = (await bench.paystack.call('GET', '/balance')).json
  return record(Array.isArray(data) ? data.find((row) => row.currency === 'NGN') : null).balance
}

const truth = async () => (await control('GET', '/truth')).json

async function refundsEnded(): Promise<void> {
  await until(async () => {
    const { list } = (await control('GET', '/refunds')).json
    const states = Array.isArray(list) ? list.map(({ status }) => status) : []
    return !states.includes('pending') && !states.includes('processing')
  })
}

test('captures, fees, refunds, failures, disputes and reversals add up to the balance, kobo for kobo', async () => {
  await pay('adds-up-a')
  await pay('adds-up-b', { method: 'card-refund-fails', amount: 25_000 })
  await pay('adds-up-c')
  await pay('adds-up-d', { currency: 'USD' })
  await pay('adds-up-e')
  await pay('adds-up-f', { otherMode: true })
  await control('POST', '/transactions/adds-up-a/fees', { fees: 30_000 })
  await bench.paystack.call('POST', '/refund', { transaction: 'adds-up-a', amount: 200_001 })
  await bench.paystack.call('POST', '/refund', { transaction: 'adds-up-b' })
  const { id } = (await control('POST', '/transactions/adds-up-c/dispute', { amount: 700_000 })).json
  await control('POST', `/disputes/${id}/resolve`, { resolution: 'auto-accepted' })
  await control('POST', '/transactions/adds-up-e/reverse')
  await refundsEnded()
  const told = await truth()
  expect(told).toMatchObject({
    captured: 3_625_000,
    refunded: 200_001,
    fees: 86_375,
    lostToDisputes: 700_000,
    reversedOutside: 1_200_000,
    balance: 3_625_000 - 200_001 - 86_375 - 700_000 - 1_200_000,
  })
  expect([await balance(), told.available]).toEqual([told.balance, told.balance])
})

test('the ledger says what moved the balance, newest first, each row with the balance after it', async () => {
  const all = await bench.paystack.call('GET', '/balance/ledger?perPage=100')
  const rows = Array.isArray(all.json.data) ? all.json.data.map(record) : []
  const naira = rows.filter(({ currency }) => currency === 'NGN')
  expect(naira[0]?.balance).toBe(await balance())
  expect(naira.reduce((sum, { difference }) => sum + Number(difference), 0)).toBe(await balance())
  for (const [n, row] of naira.entries()) {
    const before = naira[n + 1]?.balance ?? 0
    expect(row.balance).toBe(Number(before) + Number(row.difference))
  }
  expect(new Set(rows.map((row) => row.model_responsible))).toEqual(
    new Set(['Transaction', 'Refund', 'Dispute']),
  )
  const page = await bench.paystack.call('GET', '/balance/ledger?perPage=2&page=2')
  expect(page.json.data).toEqual(rows.slice(2, 4))
  expect(page.json.meta).toMatchObject({ total: rows.length, page: 2 })
})

test('a settlement takes the balance to the bank only when told to, and the next one starts from nought', async () => {
  const before = await balance()
  const first = (await control('POST', '/settle')).json
  expect([first.amount, await balance()]).toEqual([before, 0])
  expect((await control('POST', '/settle')).status).toBe(409)
  await pay('settled-later')
  const second = (await control('POST', '/settle')).json
  expect(second).toMatchObject({ amount: 1_172_000, processed: 1_200_000, fees: 28_000, deductions: 0 })
  const { data } = (await bench.paystack.call('GET', '/settlement')).json
  expect(data).toMatchObject([
    { status: 'success', effective_amount: 1_172_000, total_processed: 1_200_000 },
    { effective_amount: before },
  ])
  expect(await truth()).toMatchObject({ settled: 1_172_000 + Number(before), available: 0 })
})

test('a refund in the dashboard is one that the product has never heard of, with or without events', async () => {
  await pay('dashboard-refund')
  const path = '/transactions/dashboard-refund/refund'
  const told = (await control('POST', path, { amount: 300_000 })).json
  expect(told).toMatchObject({ reference: 'dashboard-refund', amount: 300_000, status: 'pending' })
  await refundsEnded()
  const sent = () =>
    bench.merchant.arrivals.filter(
      ({ event }) => record(event.data).transaction_reference === 'dashboard-refund',
    )
  await until(() => sent().length === 3)
  await control('POST', path, { webhook: false })
  await refundsEnded()
  expect(await bench.paystack.verify('dashboard-refund')).toMatchObject({ status: 'reversed' })
  expect(sent()).toHaveLength(3)
  const { data } = (await bench.paystack.call('GET', '/refund?transaction=dashboard-refund')).json
  expect(data).toMatchObject([{ amount: 900_000 }, { amount: 300_000 }])
  expect((await control('POST', path)).status).toBe(400)
  expect((await control('POST', '/transactions/nobody/refund')).status).toBe(404)
})

test('a payment turns from success to reversed without a word', async () => {
  await pay('reversed-silently')
  await control('POST', '/transactions/reversed-silently/reverse')
  expect(await bench.paystack.verify('reversed-silently')).toMatchObject({ status: 'reversed' })
  expect((await bench.paystack.call('GET', '/refund?transaction=reversed-silently')).json.data).toEqual([])
  expect((await control('POST', '/transactions/reversed-silently/reverse')).status).toBe(409)
  expect(JSON.stringify(bench.merchant.arrivals.map(({ event }) => event))).not.toContain('reversed-silently')
})

test('a store of an earlier version is brought up to date, with its balance', () => {
  const folder = emptyFolder()
  mkdirSync(folder, { recursive: true })
  openStore(folder).close()
  const old = new DatabaseSync(join(folder, 'simulator.sqlite'))
  old.exec(`PRAGMA user_version = 0; ALTER TABLE refund DROP COLUMN silent;
    ALTER TABLE paystack_transaction DROP COLUMN other_mode;
    INSERT INTO paystack_transaction (reference, access_code, status, requested_amount, amount, currency, email, fees,
      created_at, touched_at, paid_at) VALUES ('old', 'old', 'success', 5000, 5000, 'NGN', 'a@b.ng', 75, 1, 1, 1);
    INSERT INTO refund (transaction_id, amount, currency, status, created_at, updated_at)
      SELECT id, 1000, 'NGN', 'processed', 2, 2 FROM paystack_transaction;`)
  old.close()
  const store = openStore(folder)
  expect(store.prepare('SELECT sum(difference) AS balance FROM balance_entry').get()?.balance).toBe(3925)
  store.close()
  const again = openStore(folder)
  expect(again.prepare('SELECT count(*) AS total FROM balance_entry').get()?.total).toBe(2)
  again.close()
})
