import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Bench, record, startBench, until } from './test-bench.ts'

// A busy machine is slow to commit.
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

test('a settlement pays the balance to the bank only on request, and the next one starts from zero', async () => {
  const before = await balance()
  const first = (await control('POST', '/settle')).json
  expect([first.amount, await balance()]).toEqual([before, 0])
  expect((await control('POST', '/settle')).status).toBe(409)
  await pay('settled-later')
  const second = (await control('POST', '/settle')).json
  expect(second).toMatchObject({ amount: 1_172_000, processed: 1_200_000, fees: 28_000, deductions: 0 })
  expect(await truth()).toMatchObject({ settled: 1_172_000 + Number(before), available: 0 })
})

test('a refund made in the dashboard is unknown to the product, with or without events', async () => {
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

test('a silent reversal turns a payment from success to reversed without an event', async () => {
  await pay('reversed-silently')
  await control('POST', '/transactions/reversed-silently/reverse')
  expect(await bench.paystack.verify('reversed-silently')).toMatchObject({ status: 'reversed' })
  expect((await bench.paystack.call('GET', '/refund?transaction=reversed-silently')).json.data).toEqual([])
  expect((await control('POST', '/transactions/reversed-silently/reverse')).status).toBe(409)
  expect(JSON.stringify(bench.merchant.arrivals.map(({ event }) => event))).not.toContain('reversed-silently')
})
