import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, callerOf, record, startBench, until } from './test-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench({ timeoutHoldMs: 50 })
})
afterAll(() => bench.close())

const control = (method: string, path: string, body?: unknown) => bench.paystack.control(method, path, body)
const succeed = (reference: string, body?: unknown) =>
  control('POST', `/transactions/${reference}/succeed`, body)

test('the control side needs no key and lists newest first in kobo', async () => {
  await bench.paystack.initialize('older')
  await bench.paystack.initialize('newer')
  const stranger = callerOf(bench.simulator.url, 'none')
  const { list } = (await stranger.control('GET', '/transactions')).json
  expect(list).toMatchObject([
    { reference: 'newer', amount: 1_200_000, currency: 'NGN', status: 'abandoned' },
    { reference: 'older' },
  ])
})

test('succeed captures once; a second call changes nothing', async () => {
  await bench.paystack.initialize('captured-once')
  expect((await succeed('captured-once')).json).toMatchObject({
    status: 'success',
    amount: 1_200_000,
    fees: 28_000,
  })
  expect((await succeed('captured-once', { amount: 5 })).json).toMatchObject({ amount: 1_200_000 })
  await until(() => bench.merchant.arrivals.length > 0)
  expect(bench.merchant.arrivals).toHaveLength(1)
})

test('succeed can set a past time of payment, and never a future one', async () => {
  await bench.paystack.initialize('paid-then')
  const at = '2026-01-05T08:30:00.000Z'
  expect((await succeed('paid-then', { at, webhook: false })).json).toMatchObject({
    status: 'success',
    createdAt: at,
    paidAt: at,
  })
  await bench.paystack.initialize('paid-never')
  for (const wrong of ['2999-01-01T00:00:00Z', 'soon', 5])
    expect((await succeed('paid-never', { at: wrong })).status).toBe(400)
})

test('succeed can pay a wrong amount and a wrong currency', async () => {
  await bench.paystack.initialize('paid-wrongly')
  await succeed('paid-wrongly', { amount: 1_200_001, currency: 'USD' })
  expect(await bench.paystack.verify('paid-wrongly')).toMatchObject({
    status: 'success',
    amount: 1_200_001,
    requested_amount: 1_200_000,
    currency: 'USD',
  })
})

test('abandoned can still be paid, failed is final, and paid cannot be undone', async () => {
  for (const reference of ['left-then-paid', 'failed-for-good']) await bench.paystack.initialize(reference)
  expect((await control('POST', '/transactions/left-then-paid/abandon')).json).toMatchObject({
    status: 'abandoned',
  })
  expect((await succeed('left-then-paid')).json).toMatchObject({ status: 'success' })
  expect((await control('POST', '/transactions/left-then-paid/fail')).status).toBe(409)
  expect((await control('POST', '/transactions/left-then-paid/abandon')).status).toBe(409)
  expect((await control('POST', '/transactions/failed-for-good/fail')).json).toMatchObject({
    status: 'failed',
  })
  expect((await succeed('failed-for-good')).status).toBe(409)
  expect((await control('POST', '/transactions/failed-for-good/webhook')).status).toBe(409)
})

test('an unknown reference is a 404 with a message, and a bad body a 400', async () => {
  for (const verb of ['succeed', 'fail', 'abandon', 'webhook']) {
    const answer = await control('POST', `/transactions/nobody/${verb}`)
    expect([answer.status, answer.json.error]).toEqual([404, 'not_found'])
  }
  await bench.paystack.initialize('bad-orders')
  for (const body of [
    '{',
    '[]',
    '7',
    '"x"',
    { amount: 0 },
    { amount: '1.5' },
    { currency: 'ngn' },
    { webhook: 1 },
    { other: 1 },
  ]) {
    expect([body, (await succeed('bad-orders', body)).status]).toEqual([body, 400])
  }
  await succeed('bad-orders')
  for (const times of [0, -1, 1.5, 201, '3', null]) {
    expect((await control('POST', '/transactions/bad-orders/webhook', { times })).status).toBe(400)
  }
  expect((await control('GET', '/nothing')).status).toBe(404)
})

test('faults are validated, listed completely, and ended', async () => {
  const nought = (await control('GET', '/faults')).json
  for (const body of [
    [],
    { other: {} },
    { api: { drop: 1 } },
    { webhook: { drop: 2 } },
    { webhook: { delayMs: 1.5 } },
    { api: { latencyMs: '5' } },
    'null',
  ]) {
    expect([body, (await control('PUT', '/faults', body)).status]).toEqual([body, 400])
  }
  const set = await control('PUT', '/faults', { webhook: { drop: 0.5, delayMs: 10 } })
  expect(set.json).toMatchObject({ webhook: { drop: 0.5, duplicate: 0, delayMs: 10 }, api: { tooMany: 0 } })
  expect((await control('DELETE', '/faults')).json).toEqual(nought)
})

test('a reply lost after the commit leaves the payment made', async () => {
  await control('PUT', '/faults', { api: { timeoutAfterCommit: 1 } })
  await expect(bench.paystack.initialize('lost-reply')).rejects.toThrow()
  await control('DELETE', '/faults')
  expect(await bench.paystack.verify('lost-reply')).toMatchObject({ status: 'abandoned' })
})

test('server errors come before or after the commit, as JSON or as a page; 429 never commits', async () => {
  await control('PUT', '/faults', { api: { serverError: 1 } })
  const broken = await Promise.all(
    Array.from({ length: 30 }, (_, n) => bench.paystack.initialize(`broken-${n}`)),
  )
  await control('PUT', '/faults', { api: { tooMany: 1 } })
  const limited = await Promise.all(
    Array.from({ length: 10 }, (_, n) => bench.paystack.initialize(`limited-${n}`)),
  )
  await control('DELETE', '/faults')
  expect(new Set(broken.map(({ status }) => status))).toEqual(new Set([500, 502, 504]))
  expect(new Set(limited.map(({ status }) => status))).toEqual(new Set([429]))
  expect(new Set(limited.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1', null]))
  const { list } = (await control('GET', '/transactions')).json
  const made = JSON.stringify(list)
  const kept = broken.filter((_, n) => made.includes(`"broken-${n}"`)).length
  expect(kept).toBeGreaterThan(5)
  expect(kept).toBeLessThan(25)
  expect(made).not.toContain('limited-')
})

test('latency delays answers', async () => {
  await control('PUT', '/faults', { api: { latencyMs: 120 } })
  const started = performance.now()
  await bench.paystack.initialize('slow')
  expect(performance.now() - started).toBeGreaterThan(110)
  await control('DELETE', '/faults')
})

test('the truth adds up, for each currency separately', async () => {
  const other = await startBench()
  for (const reference of ['truth-a', 'truth-b', 'truth-c', 'truth-d'])
    await other.paystack.initialize(reference)
  const pay = (reference: string, body: unknown) =>
    other.paystack.control('POST', `/transactions/${reference}/succeed`, body)
  await pay('truth-a', {})
  await pay('truth-b', { amount: 25_000, webhook: false })
  await pay('truth-c', { currency: 'USD' })
  await other.paystack.call('POST', '/refund', { transaction: 'truth-a', amount: 200_000 })
  await until(async () => (await other.paystack.control('GET', '/truth')).json.refunded === 200_000)
  const truth = (await other.paystack.control('GET', '/truth')).json
  expect(truth).toMatchObject({ captured: 1_225_000, refunded: 200_000, fees: 28_375, balance: 996_625 })
  expect(record(truth.otherCurrencies)).toMatchObject({ USD: { captured: 1_200_000 } })
  expect(truth.references).toHaveLength(4)
  await other.close()
})

test('no body, path or key makes a 500', async () => {
  const paths = [
    '/transaction/initialize',
    '/refund',
    '/refund/retry_with_customer_details/1',
    '/_control/transactions/older/webhook',
  ]
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constant('['.repeat(100_000)),
    fc.constant(`{"email":"a@b.ng","amount":100,"metadata":${'['.repeat(9000)}${']'.repeat(9000)}}`),
    fc
      .record(
        {
          email: fc.string(),
          amount: fc.anything(),
          reference: fc.string(),
          metadata: fc.anything(),
          transaction: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) =>
        JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part)),
      ),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), body, async (path, text) => {
      expect((await bench.paystack.call('POST', path, text)).status).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
  const huge = await bench.paystack.call(
    'POST',
    '/refund',
    JSON.stringify({ transaction: 'x'.repeat(300_000) }),
  )
  expect([huge.status, huge.json.status]).toEqual([413, false])
  const noted = await bench.paystack.call('POST', '/refund', {
    transaction: 'captured-once',
    amount: 5,
    merchant_note: 'a\u0000b\ud800',
  })
  expect(noted.status).toBe(200)
  // Otherwise it is returned while a later test checks the balance.
  await until(async () => Number((await control('GET', '/truth')).json.refunded) >= 5)
}, 60_000)

test('money of the other mode is marked as such, and is in none of our sums', async () => {
  const before = record((await control('GET', '/truth')).json)
  await bench.paystack.initialize('other-mode')
  await succeed('other-mode', { otherMode: true })
  expect(await bench.paystack.verify('other-mode')).toMatchObject({ status: 'success', domain: 'live' })
  const after = record((await control('GET', '/truth')).json)
  expect([after.captured, after.balance]).toEqual([before.captured, before.balance])
  expect(after.otherMode).toMatchObject({ captured: 1_200_000 })
})

test('a changed fee appears in reads and balance from then on', async () => {
  await bench.paystack.initialize('dearer')
  expect((await control('POST', '/transactions/dearer/fees', { fees: 5 })).status).toBe(409)
  await succeed('dearer')
  const before = record((await control('GET', '/truth')).json)
  expect((await control('POST', '/transactions/dearer/fees', { fees: 56_800 })).json).toMatchObject({
    fees: 56_800,
  })
  const after = record((await control('GET', '/truth')).json)
  expect(Number(before.balance) - Number(after.balance)).toBe(28_800)
  expect((await control('POST', '/transactions/dearer/fees', { fees: 0 })).status).toBe(400)
})
