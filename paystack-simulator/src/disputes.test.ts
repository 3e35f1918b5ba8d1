import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Bench, record, startBench, until } from './test-bench.ts'

// A busy machine is slow to commit.
vi.setConfig({ testTimeout: 30_000 })

const hour = 3_600_000

let bench: Bench
let ahead = 0
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const control = (path: string, body?: unknown) => bench.paystack.control('POST', path, body)

async function moveOn(ms: number): Promise<void> {
  ahead += ms
  await bench.paystack.control('PUT', '/clock', { aheadMs: ahead })
}

async function disputed(reference: string, order?: unknown): Promise<Record<string, unknown>> {
  await bench.paystack.initialize(reference)
  await control(`/transactions/${reference}/succeed`, { webhook: false })
  return (await control(`/transactions/${reference}/dispute`, order)).json
}

async function read(id: unknown): Promise<Record<string, unknown>> {
  return record((await bench.paystack.call('GET', `/dispute/${id}`)).json.data)
}

function events(reference: string): unknown[] {
  return bench.merchant.arrivals
    .filter(({ event }) => record(record(event.data).transaction ?? {}).reference === reference)
    .map(({ event }) => event.event)
}

async function truthOf(reference: string): Promise<Record<string, unknown>> {
  const { references } = (await bench.paystack.control('GET', '/truth')).json
  return record(Array.isArray(references) ? references.find((row) => row.reference === reference) : null)
}

const answer = { message: 'We did the work', refund_amount: '0', uploaded_filename: 'never-uploaded' }
const resolve = (id: unknown, body: unknown) => bench.paystack.call('PUT', `/dispute/${id}/resolve`, body)

async function place(id: unknown): Promise<{ signedUrl: string; fileName: string }> {
  const { json } = await bench.paystack.call('GET', `/dispute/${id}/upload_url?upload_filename=proof.pdf`)
  const { signedUrl, fileName } = record(json.data)
  return { signedUrl: String(signedUrl), fileName: String(fileName) }
}

async function put(signedUrl: string, body = '%PDF-1.7 proof', type = 'application/pdf'): Promise<number> {
  return (await fetch(signedUrl, { method: 'PUT', headers: { 'content-type': type }, body })).status
}

/** Uploads a file and returns the name under which it is stored. */
async function uploaded(id: unknown): Promise<{ uploaded_filename: string }> {
  const { signedUrl, fileName } = await place(id)
  expect(await put(signedUrl)).toBe(200)
  return { uploaded_filename: fileName }
}

test('a dispute names its payment, is due in sixteen hours, and sends events for its start and its reminders', async () => {
  const { id, amount } = await disputed('disputed-and-told')
  expect(amount).toBe(1_200_000)
  const dispute = await read(id)
  expect(dispute).toMatchObject({
    refund_amount: 1_200_000,
    currency: 'NGN',
    status: 'awaiting-merchant-feedback',
    resolution: null,
    domain: 'test',
    transaction_reference: null,
    category: 'chargeback',
  })
  expect(record(dispute.transaction).reference).toBe('disputed-and-told')
  expect(Date.parse(String(dispute.dueAt)) - Date.parse(String(dispute.created_at))).toBe(16 * hour)
  await moveOn(4 * hour)
  await until(() => events('disputed-and-told').length === 2)
  await control(`/disputes/${id}/remind`)
  await until(() => events('disputed-and-told').length === 3)
  expect(events('disputed-and-told').sort()).toEqual([
    'charge.dispute.create',
    'charge.dispute.remind',
    'charge.dispute.remind',
  ])
})

test('a dispute without an answer is accepted at its deadline, and the money is gone', async () => {
  const { id } = await disputed('disputed-unanswered', { amount: 500_000, category: 'fraud' })
  expect(await truthOf('disputed-unanswered')).toMatchObject({ disputed: 500_000, lostToDisputes: 0 })
  await moveOn(17 * hour)
  await until(async () => (await read(id)).status === 'resolved')
  expect(await read(id)).toMatchObject({ resolution: 'auto-accepted', refund_amount: 500_000 })
  expect(await bench.paystack.verify('disputed-unanswered')).toMatchObject({ status: 'reversed' })
  expect(await truthOf('disputed-unanswered')).toMatchObject({
    disputed: 0,
    lostToDisputes: 500_000,
    balance: 1_200_000 - 28_000 - 500_000,
  })
  await until(() => events('disputed-unanswered').includes('charge.dispute.resolve'))
})

test('the merchant accepts a part: that part is lost at once, and it cannot be answered again', async () => {
  const { id } = await disputed('disputed-accepted')
  const accepted = {
    ...answer,
    ...(await uploaded(id)),
    resolution: 'merchant-accepted',
    refund_amount: 300_000,
  }
  expect((await resolve(id, { ...accepted, refund_amount: 1_200_001 })).status).toBe(400)
  const { status, json } = await resolve(id, accepted)
  expect([status, json.message]).toEqual([200, 'Dispute successfully resolved'])
  expect(json.data).toMatchObject({
    status: 'resolved',
    resolution: 'merchant-accepted',
    refund_amount: 300_000,
  })
  expect(await truthOf('disputed-accepted')).toMatchObject({ lostToDisputes: 300_000 })
  expect((await resolve(id, accepted)).status).toBe(400)
})

test('declined with evidence: the bank takes three days and decides for the merchant', async () => {
  const { id } = await disputed('disputed-declined')
  const evidence = {
    customer_email: 'ada@example.com',
    customer_name: 'Ada',
    customer_phone: '08030000000',
    service_details: 'Visit at 9:00',
  }
  const kept = await bench.paystack.call('POST', `/dispute/${id}/evidence`, { ...evidence, test: 'hidden' })
  expect(kept.status).toBe(201)
  expect(kept.json.data).toMatchObject({ ...evidence, dispute: id, delivery_date: null })
  expect(kept.text).not.toContain('hidden')
  const file = await uploaded(id)
  expect((await resolve(id, { ...answer, ...file, resolution: 'declined' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'awaiting-bank-feedback' })
  await moveOn(73 * hour)
  await until(async () => (await read(id)).status === 'resolved')
  expect(await read(id)).toMatchObject({ resolution: 'declined' })
  expect(await bench.paystack.verify('disputed-declined')).toMatchObject({ status: 'success' })
  expect(await truthOf('disputed-declined')).toMatchObject({ lostToDisputes: 0, disputed: 0 })
})

test('a file is uploaded to a signed address, and only its name is stored', async () => {
  const { id } = await disputed('disputed-with-file')
  const other = await disputed('disputed-beside')
  const { signedUrl, fileName } = await place(id)
  const named = { ...answer, resolution: 'declined', uploaded_filename: fileName }
  expect((await resolve(id, { ...named, uploaded_filename: 'proof.pdf' })).status).toBe(400)
  expect((await resolve(id, named)).status).toBe(400)
  const forged = signedUrl.replace(/(?<=Signature=)./, (first) => (first === '0' ? '1' : '0'))
  expect(await put(forged)).toBe(403)
  expect(await put(signedUrl, '%PDF-1.7', 'text/plain')).toBe(403)
  expect(await put(signedUrl, 'no such file')).toBe(400)
  expect((await resolve(id, named)).status).toBe(400)
  expect(await put(signedUrl, '%PDF-1.7 what was done')).toBe(200)
  expect((await resolve(other.id, named)).status).toBe(400)
  const kept = await bench.paystack.control('GET', `/disputes/${id}/file`)
  expect([kept.headers.get('content-type'), kept.text]).toEqual(['application/pdf', '%PDF-1.7 what was done'])
  expect((await bench.paystack.control('GET', `/disputes/${other.id}/file`)).status).toBe(404)
  expect((await resolve(id, named)).status).toBe(200)
  const late = await place(other.id)
  await moveOn(hour)
  expect(await put(late.signedUrl)).toBe(403)
})

test('the control API ends a dispute either way, once', async () => {
  const won = await disputed('disputed-won')
  const lost = await disputed('disputed-lost')
  expect((await control(`/disputes/${won.id}/resolve`, { resolution: 'declined' })).json.status).toBe(
    'resolved',
  )
  await control(`/disputes/${lost.id}/resolve`, { resolution: 'auto-accepted' })
  expect(await bench.paystack.verify('disputed-won')).toMatchObject({ status: 'success' })
  expect(await bench.paystack.verify('disputed-lost')).toMatchObject({ status: 'reversed' })
  expect((await control(`/disputes/${won.id}/resolve`, { resolution: 'declined' })).status).toBe(409)
  expect((await control(`/disputes/${won.id}/remind`)).status).toBe(409)
  expect((await control(`/disputes/${lost.id}/resolve`)).status).toBe(400)
  expect((await control('/disputes/1/resolve', { resolution: 'declined' })).status).toBe(404)
})

test('no kobo is both refunded and disputed', async () => {
  await disputed('disputed-in-part', { amount: 1_000_000 })
  const refund = (amount: number) =>
    bench.paystack.call('POST', '/refund', { transaction: 'disputed-in-part', amount })
  expect((await refund(200_001)).status).toBe(400)
  expect((await refund(200_000)).status).toBe(200)
  expect((await control('/transactions/disputed-in-part/dispute')).status).toBe(409)
  await bench.paystack.initialize('never-paid')
  expect((await control('/transactions/never-paid/dispute')).status).toBe(409)
})

test('disputed money cannot also be reversed silently, and after a won dispute all of it can be', async () => {
  const { id } = await disputed('disputed-not-reversed', { amount: 1_000_000 })
  const reverse = async () => (await control('/transactions/disputed-not-reversed/reverse')).status
  expect(await reverse()).toBe(409)
  expect(await bench.paystack.verify('disputed-not-reversed')).toMatchObject({ status: 'success' })
  await control(`/disputes/${id}/resolve`, { resolution: 'declined' })
  expect(await reverse()).toBe(200)
  const { status, captured, reversedOutside } = await truthOf('disputed-not-reversed')
  expect([status, reversedOutside]).toEqual(['reversed', captured])
})

test('disputes are listed by status, time and transaction; invalid queries get a 4xx', async () => {
  const list = async (query: string) => (await bench.paystack.call('GET', `/dispute?${query}`)).json
  const open = await list('status=awaiting-merchant-feedback&perPage=1')
  expect(open.data).toHaveLength(1)
  const { id } = await bench.paystack.verify('disputed-won')
  expect((await list(`transaction=${id}`)).meta).toMatchObject({ total: 1 })
  expect((await list('to=2001-01-01')).data).toEqual([])
  expect((await bench.paystack.call('GET', '/dispute?status=odd')).status).toBe(400)
  expect((await bench.paystack.call('GET', '/dispute/1')).status).toBe(404)
  const first = record(Array.isArray(open.data) ? open.data[0] : null)
  for (const body of [
    {},
    [],
    'null',
    { ...answer, resolution: 'maybe' },
    { ...answer, resolution: 'merchant-accepted' },
  ])
    expect([body, (await resolve(first.id, body)).status]).toEqual([body, 400])
  expect(
    (await bench.paystack.call('POST', `/dispute/${first.id}/evidence`, { customer_name: 5 })).status,
  ).toBe(400)
  expect((await bench.paystack.call('GET', `/dispute/${first.id}/upload_url`)).status).toBe(400)
})
