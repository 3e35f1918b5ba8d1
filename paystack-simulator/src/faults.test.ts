import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Bench, callerOf, emptyFolder, startBench, until } from './test-bench.ts'

// A busy machine is slow to commit.
vi.setConfig({ testTimeout: 30_000 })

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
})
afterEach(() => bench.close())

const faults = (wanted: unknown) => bench.paystack.control('PUT', '/faults', wanted)
const honest = () => bench.paystack.control('DELETE', '/faults')

async function pay(reference: string): Promise<void> {
  await bench.paystack.initialize(reference)
  await bench.paystack.control('POST', `/transactions/${reference}/succeed`)
}

async function made(): Promise<unknown[]> {
  const { list } = (await bench.paystack.control('GET', '/transactions')).json
  return Array.isArray(list) ? list.map(({ reference }) => reference) : []
}

test('dropped before the commit: the connection is cut and nothing was done', async () => {
  await faults({ api: { dropBeforeCommit: 1 } })
  await expect(bench.paystack.initialize('never-done')).rejects.toThrow()
  await honest()
  expect(await made()).toEqual([])
})

test('a page with 200 and JSON cut short come after the work is done', async () => {
  await faults({ api: { htmlPage: 1 } })
  const page = await bench.paystack.initialize('answered-by-a-page')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
  await faults({ api: { truncated: 1 } })
  const short = await bench.paystack.initialize('answered-in-part')
  expect(short.status).toBe(200)
  expect(() => JSON.parse(short.text)).toThrow()
  await honest()
  expect(await made()).toEqual(['answered-in-part', 'answered-by-a-page'])
})

test('a slow answer arrives in pieces, whole', async () => {
  await faults({ api: { slowDripMs: 200 } })
  const began = performance.now()
  const answer = await bench.paystack.initialize('dripping')
  expect(performance.now() - began).toBeGreaterThan(180)
  expect(answer.json.status).toBe(true)
})

test('a lost transaction is unknown to verify, fetch and lists until its time is over; then it exists', async () => {
  await pay('lost-for-a-while')
  const { id } = await bench.paystack.verify('lost-for-a-while')
  await faults({ api: { lost: 1, loseForMs: 3_600_000 } })
  const ask = async (path: string) => (await bench.paystack.call('GET', path)).status
  expect([400, 404]).toContain(await ask('/transaction/verify/lost-for-a-while'))
  expect(await ask(`/transaction/${id}`)).toBe(404)
  for (const query of ['', '?use_cursor=true'])
    expect((await bench.paystack.call('GET', `/transaction${query}`)).json.data).toEqual([])
  expect((await bench.paystack.initialize('lost-for-a-while')).json.code).toBe('duplicate_reference')
  await bench.paystack.control('PUT', '/clock', { aheadMs: 3_600_001 })
  expect(await bench.paystack.verify('lost-for-a-while')).toMatchObject({ status: 'success' })
  expect((await bench.paystack.call('GET', '/transaction')).json.data).toHaveLength(1)
})

test('some are lost and others not, by the seed and the reference', async () => {
  for (let n = 0; n < 20; n += 1) await bench.paystack.initialize(`perhaps-lost-${n}`)
  await faults({ api: { lost: 0.5, loseForMs: 60_000 } })
  const count = async () => (await bench.paystack.call('GET', '/transaction')).json.data
  const seen = await count()
  expect(Array.isArray(seen) && seen.length > 3 && seen.length < 17).toBe(true)
  expect(await count()).toEqual(seen)
})

test('a late webhook comes at its time, on the clock of the simulator', async () => {
  await faults({ webhook: { late: 1, lateMs: 71 * 3_600_000 } })
  await pay('seventy-one-hours-late')
  await pause(60)
  expect(bench.merchant.arrivals).toHaveLength(0)
  await bench.paystack.control('PUT', '/clock', { aheadMs: 71 * 3_600_000 })
  await until(() => bench.merchant.arrivals.length === 1)
})

test('a webhook signed with another key is well formed, and the genuine one is still owed', async () => {
  await faults({ webhook: { wrongKey: 1 } })
  await pay('other-key')
  await until(() => bench.merchant.arrivals.length >= 1)
  const [{ body, signature } = expect.unreachable()] = bench.merchant.arrivals
  const signed = (key: string) => createHmac('sha512', key).update(body).digest('hex')
  expect(signature).toBe(signed('sk_test_somebody_else'))
  await honest()
  await until(() =>
    bench.merchant.arrivals.some((arrival) => arrival.signature === signed('sk_test_simulator')),
  )
})

test('offline: neither the API nor a checkout page answers and nothing is sent; later all of it is', async () => {
  await bench.paystack.initialize('while-offline')
  const { list } = (await bench.paystack.control('GET', '/transactions')).json
  const page = Array.isArray(list) ? String(list[0].authorizationUrl) : ''
  await faults({ offline: true })
  await expect(bench.paystack.verify('while-offline')).rejects.toThrow()
  await expect(callerOf(bench.simulator.url, 'wrong').call('GET', '/transaction')).rejects.toThrow()
  await expect(fetch(page)).rejects.toThrow()
  await bench.paystack.control('POST', '/transactions/while-offline/succeed')
  await pause(60)
  expect(bench.merchant.arrivals).toHaveLength(0)
  await honest()
  await until(() => bench.merchant.arrivals.length === 1)
  expect(await bench.paystack.verify('while-offline')).toMatchObject({ status: 'success' })
})

test('faults and the clock survive a restart', async () => {
  const dataDir = emptyFolder()
  const first = await startBench({ dataDir })
  await first.paystack.control('PUT', '/faults', { offline: true, webhook: { late: 0.25, lateMs: 7 } })
  await first.paystack.control('PUT', '/clock', { aheadMs: 5000 })
  await first.close()
  const second = await startBench({ dataDir })
  expect(second.simulator.faultsInForce).toBe(true)
  expect((await second.paystack.control('GET', '/faults')).json).toMatchObject({
    offline: true,
    webhook: { late: 0.25, lateMs: 7 },
  })
  expect((await second.paystack.control('GET', '/clock')).json.aheadMs).toBe(5000)
  await second.close()
})

test('invalid faults are refused', async () => {
  for (const wanted of [
    { offline: 1 },
    { api: { lost: 2 } },
    { webhook: { lateMs: 1e12 } },
    { webhook: { lost: 1 } },
  ])
    expect([wanted, (await faults(wanted)).status]).toEqual([wanted, 400])
})
