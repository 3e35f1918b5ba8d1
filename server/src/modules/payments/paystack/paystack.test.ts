import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kobo } from '@labalaba/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Simulator, startSimulator } from '../../../../../paystack-simulator/src/index.ts'
import { openLog } from '../../../infra/observability/log.ts'
import { readRetryAfter } from './call.ts'
import { type Outcome, openPaystack, type Paystack } from './paystack.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const hour = 3_600_000
const key = 'sk_test_simulator'
const folder = mkdtempSync(join(tmpdir(), 'labalaba-paystack-'))
const logged: string[] = []
const log = openLog('debug', { write: (line) => void logged.push(line) })

let simulator: Simulator
let paystack: Paystack
beforeAll(async () => {
  const webhookUrl = 'http://127.0.0.1:9/closed'
  simulator = await startSimulator({ dataDir: folder, webhookUrl, seed: '7', refundStepMs: 10 })
  paystack = openPaystack(simulator.url, [key], log, { perSecond: 1000, burst: 1000, restMs: 200 })
})
afterEach(() => control('DELETE', '/faults'))
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

async function control(method: string, path: string, body?: object) {
  const reply = await fetch(`${simulator.url}/_control${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  return JSON.parse(await reply.text())
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'yes') throw new Error(`not a yes: ${JSON.stringify(outcome)}`)
  return outcome.value
}

async function begin(reference: string): Promise<void> {
  const site = 'https://labalaba.example/'
  const outcomesSince = { reference, email: 'ada@cast.example', amount: kobo(1_200_000) }
  value(await paystack.initialize({ ...outcomesSince, callbackUrl: site, cancelUrl: site }))
}

async function pay(reference: string, order: object = {}): Promise<void> {
  await begin(reference)
  await control('POST', `/transactions/${reference}/succeed`, { webhook: false, ...order })
}

async function allTime() {
  const { now } = await control('GET', '/clock')
  return { from: new Date(Date.parse(now) - 48 * hour), to: new Date(Date.parse(now) + hour) }
}

/** How many requests failed or succeeded since. */
function outcomesSince(since: number): string[] {
  return logged
    .slice(since)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'asked')
    .map(({ outcome }) => outcome)
}

test('every transaction of a period is listed by cursor, each once, whatever is added meanwhile', async () => {
  for (let n = 0; n < 103; n += 1) await begin(`client-listed-${n}`)
  const span = await allTime()
  const first = value(await paystack.listTransactions({ ...span, cursor: null }))
  expect(first.transactions).toHaveLength(100)
  await begin('client-listed-meanwhile')
  const second = value(await paystack.listTransactions({ ...span, cursor: first.next }))
  expect(second.next).toBeNull()
  const seen = [...first.transactions, ...second.transactions].map(({ reference }) => reference)
  expect([seen.length, new Set(seen).size]).toEqual([103, 103])
  const none = { from: new Date('2001-01-01'), to: new Date('2001-01-02'), cursor: null }
  expect(value(await paystack.listTransactions(none))).toEqual({ transactions: [], next: null })
})

test('refunds of a period are listed with their transaction, also those made in the dashboard', async () => {
  await pay('client-refunded')
  await control('POST', '/transactions/client-refunded/refund', { amount: 5000, webhook: false })
  value(await paystack.refund('client-refunded', kobo(7000), 'refund ours'))
  const { providerId } = value(await paystack.verify('client-refunded'))
  const listed = value(await paystack.listRefunds({ ...(await allTime()), page: 1 }))
  expect(listed.pages).toBe(1)
  expect(listed.refunds).toMatchObject([
    { transactionId: providerId, amount: 7000, note: 'refund ours', currency: 'NGN' },
    { transactionId: providerId, amount: 5000 },
  ])
})

test('a refund that needs attention is sent to the given account; in any other state it is refused with 422', async () => {
  await pay('client-attention', { method: 'card-refund-attention' })
  const { id } = value(await paystack.refund('client-attention', kobo(1_200_000), 'refund a'))
  const account = { accountNumber: '0123456789', bankId: '9' }
  const { providerId } = value(await paystack.verify('client-attention'))
  const status = async () => value(await paystack.refundsOf(providerId))[0]?.status
  await expect.poll(status, { timeout: 15_000 }).toBe('needs-attention')
  expect(value(await paystack.retryRefundWithDetails(id, account))).toMatchObject({
    id,
    status: 'processing',
  })
  await expect.poll(status, { timeout: 15_000 }).toBe('processed')
  expect(await paystack.retryRefundWithDetails(id, account)).toMatchObject({ kind: 'no', status: 422 })
})

test('a dispute is read, documented, declined and won', async () => {
  await pay('client-disputed')
  const opened = await control('POST', '/transactions/client-disputed/dispute', { amount: 900_000 })
  const dispute = value(await paystack.dispute(String(opened.id)))
  expect(dispute).toMatchObject({
    reference: 'client-disputed',
    amount: 900_000,
    currency: 'NGN',
    status: 'awaiting-merchant-feedback',
    resolution: null,
    category: 'chargeback',
    domain: 'test',
    resolvedAt: null,
  })
  expect(Number(dispute.dueAt) - Number(dispute.openedAt)).toBe(16 * hour)
  const evidence = {
    customerEmail: 'ada@cast.example',
    customerName: 'Ada',
    customerPhone: '0803',
    serviceDetails: 'At 9:00',
  }
  expect(await paystack.giveEvidence(dispute.id, evidence)).toEqual({ kind: 'yes', value: true })
  const fileName = value(await paystack.uploadEvidence(dispute.id, Buffer.from('%PDF-1.7 proof')))
  const answer = { message: 'Done', refundAmount: kobo(0), uploadedFilename: fileName }
  value(await paystack.resolveDispute(dispute.id, { ...answer, resolution: 'declined' }))
  expect(await paystack.resolveDispute(dispute.id, { ...answer, resolution: 'declined' })).toMatchObject({
    kind: 'no',
    status: 400,
  })
  await control('POST', `/disputes/${opened.id}/resolve`, { resolution: 'declined' })
  const { disputes, pages } = value(await paystack.disputes({ ...(await allTime()), page: 1 }))
  expect(pages).toBe(1)
  expect(disputes).toMatchObject([{ id: dispute.id, status: 'resolved', resolution: 'declined' }])
  expect(disputes[0]?.resolvedAt).toBeInstanceOf(Date)
  expect(await paystack.dispute('1')).toMatchObject({ kind: 'no', status: 404 })
})

test('an unanswered read is retried three times; a change is sent once', async () => {
  await begin('client-tried-again')
  await control('PUT', '/faults', { api: { serverError: 1 } })
  const before = logged.length
  expect(await paystack.verify('client-tried-again')).toMatchObject({ kind: 'unknown' })
  expect(outcomesSince(before)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  await control('DELETE', '/faults')
  value(await paystack.verify('client-tried-again'))
  await control('PUT', '/faults', { api: { tooMany: 1 } })
  const then = logged.length
  expect(await paystack.refund('client-tried-again', kobo(1), 'n')).toMatchObject({ kind: 'unknown' })
  expect(outcomesSince(then)).toEqual(['unknown'])
})

test.each(['dropBeforeCommit', 'truncated', 'htmlPage', 'serverError', 'tooMany'])(
  'an answer with %s counts as unknown',
  async (fault) => {
    const client = openPaystack(simulator.url, [key], log, { perSecond: 1000, burst: 1000 })
    await control('PUT', '/faults', { api: { [fault]: 1 } })
    expect(await client.refund('nobody', kobo(1), 'n')).toMatchObject({ kind: 'unknown' })
  },
)

test('while Paystack is unreachable callers get an answer at once, and soon after its return all works', async () => {
  await begin('client-offline')
  await control('PUT', '/faults', { offline: true })
  // As a machine may be busy for a while, one client rests for an hour, and another hardly at all.
  const tripped = async (restMs: number) => {
    const client = openPaystack(simulator.url, [key], log, { perSecond: 1000, burst: 1000, restMs })
    for (let n = 0; n < 2; n += 1) await client.verify('client-offline')
    return client
  }
  const resting = await tripped(hour)
  const before = logged.length
  expect(await resting.verify('client-offline')).toEqual({ kind: 'unknown', why: 'resting' })
  expect(outcomesSince(before)).toEqual([])
  const rested = await tripped(200)
  await control('DELETE', '/faults')
  const kind = async () => (await rested.verify('client-offline')).kind
  await expect.poll(kind, { timeout: 15_000 }).toBe('yes')
  expect(logged.some((line) => line.includes('answers again'))).toBe(true)
})

test('calls are limited by the second, and a payer goes before nightly lists', async () => {
  await begin('client-crowded')
  const span = { ...(await allTime()), cursor: null }
  const client = openPaystack(simulator.url, [key], log, { perSecond: 2, burst: 1 })
  const order: string[] = []
  const began = performance.now()
  // It takes the one right there is before the others stand in line.
  const first = client.verify('client-crowded')
  const list = () => client.listTransactions(span).then(() => order.push('list'))
  const payer = () => client.verify('client-crowded').then(() => order.push('payer'))
  await Promise.all([first, list(), list(), payer()])
  expect(order[0]).toBe('payer')
  expect(performance.now() - began).toBeGreaterThan(1450)
})

test('answers of 429 are no silence: the client slows down, and does not stop as it does for a Paystack that is away', async () => {
  await begin('client-too-many')
  const client = openPaystack(simulator.url, [key], log, { perSecond: 1000, burst: 1000, restMs: hour })
  await control('PUT', '/faults', { api: { tooMany: 1 } })
  const refused = await Promise.all(Array.from({ length: 6 }, () => client.refund('nobody', kobo(1), 'n')))
  for (const outcome of refused) expect(outcome).toMatchObject({ why: 'status 429', retryAfter: 1 })
  await control('DELETE', '/faults')
  expect(value(await client.verify('client-too-many')).reference).toBe('client-too-many')
})

test.each([
  ['7', 7],
  ['0', 1],
  ['86400', 60],
  ['Mon, 05 Jan 2026 09:00:20 GMT', 20],
  ['Mon, 05 Jan 2026 08:00:00 GMT', 1],
  ['soon', 1],
  [null, 1],
])('a Retry-After of %s is a pause of %i seconds', (header, seconds) => {
  expect(readRetryAfter(header, Date.parse('2026-01-05T09:00:00Z'))).toBe(seconds)
})

test('the time in our own queue does not shorten the call, so a long queue does not look like a silent Paystack', async () => {
  await begin('client-queued')
  const timeouts: number[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    timeouts.push(ms)
    return new AbortController().signal
  })
  const client = openPaystack(simulator.url, [key], log, { perSecond: 2, burst: 1 })
  const outcomes = await Promise.all([client.verify('client-queued'), client.verify('client-queued')])
  spy.mockRestore()
  expect(outcomes.map(({ kind }) => kind)).toEqual(['yes', 'yes'])
  // Thirty seconds are those of the simulator's webhooks.
  expect(timeouts.filter((ms) => ms !== 30_000)).toEqual([15_000, 15_000])
})

test('the log contains no key, reference or id', () => {
  const all = logged.join('\n')
  for (const secret of [key, 'client-listed-1', 'client-disputed', '43000000', 'ada@cast.example'])
    expect(all).not.toContain(secret)
})
