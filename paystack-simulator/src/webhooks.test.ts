import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Arrival, type Bench, record, startBench, until } from './test-bench.ts'
import { waitAfter } from './webhook/courier.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
})
afterEach(() => bench.close())

function isGenuine({ body, signature }: Arrival): boolean {
  return signature === createHmac('sha512', 'sk_test_simulator').update(body).digest('hex')
}

async function pay(reference: string, order: Record<string, unknown> = {}): Promise<void> {
  await bench.paystack.initialize(reference, { metadata: { note: 'é/₦' } })
  await bench.paystack.control('POST', `/transactions/${reference}/succeed`, order)
}

async function countsOf(reference: string): Promise<Record<string, unknown>> {
  const { list } = (await bench.paystack.control('GET', '/transactions')).json
  const found = Array.isArray(list) ? list.map(record).find((row) => row.reference === reference) : undefined
  return record(found?.webhooks)
}

test('charge.success is signed over its exact bytes, and serialising it again breaks most signatures', async () => {
  for (let n = 0; n < 12; n += 1) await pay(`signed-${n}`)
  await until(() => bench.merchant.arrivals.length === 12)
  expect(bench.merchant.arrivals.every(isGenuine)).toBe(true)
  const rewritten = bench.merchant.arrivals.map(({ event, signature }) => ({
    body: Buffer.from(JSON.stringify(event)),
    signature,
    event,
  }))
  expect(rewritten.filter(isGenuine).length).toBeLessThan(6)
  const { event } = bench.merchant.arrivals[0] ?? {}
  expect(record(event)).toMatchObject({
    event: 'charge.success',
    data: { status: 'success', amount: 1_200_000, fees: 28_000 },
  })
})

test('only 200 counts: 201, a redirect and 500 are retried with the same bytes', async () => {
  bench.merchant.answers.push(201, 302, 500)
  await pay('tried-again')
  await until(() => bench.merchant.arrivals.length === 4)
  await pause(150)
  expect(bench.merchant.arrivals).toHaveLength(4)
  expect(new Set(bench.merchant.arrivals.map(({ body }) => body.toString())).size).toBe(1)
  expect(await countsOf('tried-again')).toEqual({ pending: 0, delivered: 1, dropped: 0, given_up: 0 })
})

test('the schedule is three minutes for four tries, then hourly for three days', () => {
  const waits = Array.from({ length: 100 }, (_, n) => waitAfter(n + 1, 1))
  expect(waits.slice(0, 5)).toEqual([180_000, 180_000, 180_000, 3_600_000, 3_600_000])
  expect(waits.filter((wait) => wait === 3_600_000)).toHaveLength(71)
  expect(waitAfter(1, 60)).toBe(3000)
})

test('an attempt without an answer times out and is repeated', async () => {
  let calls = 0
  const silent = createServer((_request, response) => {
    calls += 1
    if (calls > 1) response.end()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = record(silent.address())
  const other = await startBench({ webhookUrl: `http://127.0.0.1:${address.port}/`, webhookTimeoutMs: 100 })
  await other.paystack.initialize('never-answered')
  await other.paystack.control('POST', '/transactions/never-answered/succeed')
  await until(() => calls >= 2)
  await other.close()
  silent.closeAllConnections()
  silent.close()
})

test('a silent success sends no webhook; the control call sends the same bytes as often as requested', async () => {
  await pay('silent-success', { webhook: false })
  await pause(60)
  expect(bench.merchant.arrivals).toHaveLength(0)
  const answer = await bench.paystack.control('POST', '/transactions/silent-success/webhook', { times: 10 })
  expect(answer.json).toEqual({ reference: 'silent-success', queued: 10 })
  await until(() => bench.merchant.arrivals.length === 10)
  expect(new Set(bench.merchant.arrivals.map(({ body }) => body.toString())).size).toBe(1)
})

test('dropped webhooks never come, duplicated ones come twice', async () => {
  await bench.paystack.control('PUT', '/faults', { webhook: { drop: 1 } })
  await pay('dropped')
  await bench.paystack.control('PUT', '/faults', { webhook: { duplicate: 1 } })
  await pay('doubled')
  await until(() => bench.merchant.arrivals.length === 2)
  expect(bench.merchant.arrivals.map(({ event }) => record(event.data).reference)).toEqual([
    'doubled',
    'doubled',
  ])
  expect(await countsOf('dropped')).toMatchObject({ dropped: 1, pending: 0 })
})

test('forged webhooks never have a good signature, and the genuine one comes when forging ends', async () => {
  await bench.paystack.control('PUT', '/faults', { webhook: { forge: 1 } })
  await pay('forged')
  await until(() => bench.merchant.arrivals.length >= 2)
  expect(bench.merchant.arrivals.some(isGenuine)).toBe(false)
  await bench.paystack.control('DELETE', '/faults')
  await until(() => bench.merchant.arrivals.some(isGenuine))
})

test('delayed webhooks come late, reordered ones after later ones', async () => {
  await bench.paystack.control('PUT', '/faults', { webhook: { delayMs: 200 } })
  const began = performance.now()
  await pay('late')
  await until(() => bench.merchant.arrivals.length === 1)
  expect(performance.now() - began).toBeGreaterThan(190)
  await bench.paystack.control('PUT', '/faults', { webhook: { reorder: 1 } })
  await pay('held-back')
  await bench.paystack.control('DELETE', '/faults')
  await pay('overtaker')
  await until(() => bench.merchant.arrivals.length === 3)
  expect(bench.merchant.arrivals.map(({ event }) => record(event.data).reference)).toEqual([
    'late',
    'overtaker',
    'held-back',
  ])
})
