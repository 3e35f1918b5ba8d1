import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Bench, record, startBench } from './test-bench.ts'

// A busy machine is slow to commit.
vi.setConfig({ testTimeout: 30_000 })

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

type Page = { references: unknown[]; meta: Record<string, unknown> }

async function list(query: string): Promise<Page> {
  const { json } = await bench.paystack.call('GET', `/transaction?${query}`)
  const rows = Array.isArray(json.data) ? json.data.map(record) : []
  return { references: rows.map(({ reference }) => reference), meta: record(json.meta) }
}

const next = ({ meta }: Page) => `next=${encodeURIComponent(String(meta.next))}`
const previous = ({ meta }: Page) => `previous=${encodeURIComponent(String(meta.previous))}`

test('a list has fifty rows a page, and new rows move others to the next page', async () => {
  for (let n = 0; n < 52; n += 1) await bench.paystack.initialize(`paged-${n}`)
  const first = await list('')
  expect(first.meta).toMatchObject({ total: 52, perPage: 50, page: 1, pageCount: 2 })
  await bench.paystack.initialize('paged-meanwhile')
  const second = await list('page=2')
  expect(second.references).toEqual(['paged-2', 'paged-1', 'paged-0'])
  expect(first.references).toContain('paged-2')
})

test('by cursor no row is missed or repeated, whatever is added meanwhile; and it can be walked back', async () => {
  const walk = 'use_cursor=true&perPage=20'
  const first = await list(walk)
  expect(first.meta).toEqual({ next: expect.any(String), previous: null, perPage: 20 })
  await bench.paystack.initialize('cursor-meanwhile')
  const second = await list(`${walk}&${next(first)}`)
  const third = await list(`${walk}&${next(second)}`)
  expect(third.meta.next).toBeNull()
  const seen = [...first.references, ...second.references, ...third.references]
  expect([seen.length, new Set(seen).size]).toEqual([53, 53])
  const back = await list(`${walk}&${previous(third)}`)
  expect(back.references).toEqual(second.references)
  const newest = await list(`${walk}&${previous(first)}`.replace('previous=null', ''))
  expect(newest.references[0]).toBe('cursor-meanwhile')
  expect((await bench.paystack.call('GET', `/transaction?${walk}&next=bm9uc2Vuc2U=`)).status).toBe(400)
})

test('a list is filtered by status and by creation time', async () => {
  const before = record((await bench.paystack.control('GET', '/clock')).json)
  await bench.paystack.control('PUT', '/clock', { aheadMs: 86_400_000 })
  await bench.paystack.initialize('made-tomorrow')
  await bench.paystack.control('POST', '/transactions/made-tomorrow/succeed', { webhook: false })
  const since = new Date(Date.parse(String(before.now)) + 3_600_000).toISOString()
  expect((await list(`from=${since}`)).references).toEqual(['made-tomorrow'])
  expect((await list(`from=${since}&status=abandoned`)).references).toEqual([])
  expect((await list(`from=${since}&use_cursor=true&status=success`)).references).toEqual(['made-tomorrow'])
  expect((await list(`to=${since}&perPage=100`)).references).not.toContain('made-tomorrow')
})

test('refunds are listed by transaction and time, page by page', async () => {
  for (let n = 0; n < 3; n += 1)
    await bench.paystack.call('POST', '/refund', { transaction: 'made-tomorrow', amount: 1000 + n })
  const page = await bench.paystack.call('GET', '/refund?transaction=made-tomorrow&perPage=2&page=2')
  expect(page.json.data).toMatchObject([{ amount: 1000 }])
  expect(page.json.meta).toMatchObject({ total: 3, page: 2, pageCount: 2 })
  expect((await bench.paystack.call('GET', '/refund?to=2001-01-01')).json.data).toEqual([])
})

test('the clock moves forward only, and an invalid move changes nothing', async () => {
  for (const aheadMs of [0, 1.5, -1, '5', 86_399_999, undefined, 10 ** 13])
    expect([aheadMs, (await bench.paystack.control('PUT', '/clock', { aheadMs })).status]).toEqual([
      aheadMs,
      400,
    ])
  expect((await bench.paystack.control('GET', '/clock')).json.aheadMs).toBe(86_400_000)
})
