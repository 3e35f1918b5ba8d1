import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, record, startBench, until } from './test-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

async function pay(reference: string, method = 'card-success'): Promise<void> {
  const { data } = (await bench.paystack.initialize(reference)).json
  const body = new URLSearchParams({ method })
  await fetch(`${record(data).authorization_url}/pay`, { method: 'POST', body, redirect: 'manual' })
}

const refund = (body: unknown) => bench.paystack.call('POST', '/refund', body)

async function statusOf(id: unknown): Promise<unknown> {
  return record((await bench.paystack.call('GET', `/refund/${id}`)).json.data).status
}

function eventsOf(reference: string): Record<string, unknown>[] {
  const data = (event: Record<string, unknown>) => record(event.data)
  return bench.merchant.arrivals
    .map(({ event }) => event)
    .filter((event) => data(event).transaction_reference === reference)
}

test('a full refund goes to processed, sends its events, and the transaction reads reversed', async () => {
  await pay('refunded-in-full')
  const answer = await refund({ transaction: 'refunded-in-full', merchant_note: 'ours-1' })
  expect(answer.status).toBe(200)
  expect(answer.json.message).toBe('Refund has been queued for processing')
  const data = record(answer.json.data)
  expect(data).toMatchObject({ status: 'pending', amount: 1_200_000, merchant_note: 'ours-1' })
  expect(record(data.transaction).reference).toBe('refunded-in-full')
  await until(async () => (await statusOf(data.id)) === 'processed')
  expect(await bench.paystack.verify('refunded-in-full')).toMatchObject({
    status: 'reversed',
    amount: 1_200_000,
  })
  await until(() => eventsOf('refunded-in-full').length === 3)
  const events = eventsOf('refunded-in-full')
  expect(events.map(({ event }) => event).sort()).toEqual([
    'refund.pending',
    'refund.processed',
    'refund.processing',
  ])
  expect(events.map((event) => record(event.data).amount)).toEqual(['1200000', '1200000', '1200000'])
  const again = await refund({ transaction: 'refunded-in-full' })
  expect(again.status).toBe(400)
  expect(again.json).toMatchObject({
    message: 'Transaction has been fully reversed',
    type: 'api_error',
    code: 'transaction_reversed',
  })
})

test('there is no idempotency, but refunds together never exceed the capture', async () => {
  await pay('refunded-in-parts')
  const { id } = await bench.paystack.verify('refunded-in-parts')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refund({ transaction: id, amount: '500000' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const key of [id, 'refunded-in-parts']) {
    const list = await bench.paystack.call('GET', `/refund?transaction=${key}`)
    expect(list.json.data).toHaveLength(2)
    expect(list.json.meta).toMatchObject({ total: 2 })
    expect(list.json.data).toContainEqual(expect.objectContaining({ transaction: id, amount: 500_000 }))
  }
  expect((await refund({ transaction: id, amount: 200_001 })).status).toBe(400)
  expect((await refund({ transaction: id, amount: 200_000 })).status).toBe(200)
  expect((await bench.paystack.call('GET', '/refund?transaction=nobody')).json.data).toEqual([])
})

test('a failed refund returns the money to the merchant and can be requested again', async () => {
  await pay('refund-that-fails', 'card-refund-fails')
  const { id } = record((await refund({ transaction: 'refund-that-fails' })).json.data)
  await until(async () => (await statusOf(id)) === 'failed')
  await until(() => eventsOf('refund-that-fails').length === 3)
  const failed = eventsOf('refund-that-fails').find(({ event }) => event === 'refund.failed')
  expect(record(failed?.data)).toMatchObject({
    amount: 1_200_000,
    refund_reference: expect.stringMatching(/^TRF_/),
  })
  expect(await bench.paystack.verify('refund-that-fails')).toMatchObject({ status: 'success' })
  expect((await refund({ transaction: 'refund-that-fails' })).status).toBe(200)
})

test('a refund that needs attention is retried with bank details, and only then', async () => {
  await pay('needs-attention', 'card-refund-attention')
  const { id } = record((await refund({ transaction: 'needs-attention' })).json.data)
  const retry = (body: unknown) =>
    bench.paystack.call('POST', `/refund/retry_with_customer_details/${id}`, body)
  const details = { refund_account_details: { currency: 'NGN', account_number: '0123456789', bank_id: '9' } }
  await until(async () => (await statusOf(id)) === 'needs-attention')
  expect((await retry({})).status).toBe(400)
  expect((await retry(details)).status).toBe(200)
  await until(async () => (await statusOf(id)) === 'processed')
  expect(await bench.paystack.verify('needs-attention')).toMatchObject({ status: 'reversed' })
  const again = await retry(details)
  expect(again.status).toBe(422)
  expect(again.json).toMatchObject({ status: false, type: 'validation_error' })
})

test('refunds of unpaid or unknown transactions, and invalid ones, are refused', async () => {
  await bench.paystack.initialize('not-paid')
  const statuses = [
    { transaction: 'not-paid' },
    {},
    [],
    'null',
    { transaction: {} },
    { transaction: 'nobody' },
  ].map(refund)
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 404])
  await pay('paid-once')
  for (const odd of [
    { amount: 0 },
    { amount: -1 },
    { amount: null },
    { currency: 'USD' },
    { merchant_note: 5 },
  ]) {
    expect((await refund({ transaction: 'paid-once', ...odd })).status).toBe(400)
  }
  expect((await bench.paystack.call('GET', '/refund/abc')).status).toBe(404)
})
