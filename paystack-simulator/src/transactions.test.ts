import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, callerOf, record, startBench } from './test-bench.ts'
import { feeOn } from './transaction/payment-methods.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

test('a wrong or missing key is refused with 401 on every call', async () => {
  const stranger = callerOf(bench.simulator.url, 'sk_test_other')
  for (const [method, path] of [
    ['GET', '/transaction'],
    ['GET', '/transaction/verify/x'],
    ['POST', '/refund'],
  ] as const) {
    const answer = await stranger.call(method, path, method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({ status: false, message: 'Invalid key' })
  }
})

test('initialize returns an address of this simulator and the same reference', async () => {
  const answer = await bench.paystack.initialize('first-reference-01')
  const data = record(answer.json.data)
  expect(answer.status).toBe(200)
  expect(answer.json.message).toBe('Authorization URL created')
  expect(data.reference).toBe('first-reference-01')
  expect(data.authorization_url).toBe(`${bench.simulator.url}/checkout/${data.access_code}`)
})

test('a digit string is an amount, and without a reference one is generated', async () => {
  const answer = await bench.paystack.call('POST', '/transaction/initialize', {
    email: 'a@b.ng',
    amount: '5000',
  })
  const { reference } = record(answer.json.data)
  expect(await bench.paystack.verify(String(reference))).toMatchObject({
    amount: 5000,
    requested_amount: 5000,
  })
})

test.each([0, -5, 1.5, '12.5', 'abc', '1,000', 1_000_000_001, true, [], {}, '९'])(
  'amount %j is refused',
  async (amount) => {
    const answer = await bench.paystack.initialize('bad-amount', { amount })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      status: false,
      message: 'Invalid Amount Sent',
      code: 'invalid_amount',
    })
  },
)

test.each([
  [{ email: undefined }, 'missing_params'],
  [{ amount: undefined }, 'missing_params'],
  [{ email: 'nobody' }, 'invalid_email_address'],
  [{ reference: 'has_underscore' }, 'invalid_reference'],
  [{ reference: 'has space' }, 'invalid_reference'],
  [{ reference: 7 }, 'invalid_reference'],
  [{ callback_url: '/relative' }, 'invalid_callback_url'],
  [{ callback_url: 'javascript:alert(1)' }, 'invalid_callback_url'],
  [{ channels: ['cash'] }, 'invalid_channels'],
  [{ metadata: 'not json' }, 'invalid_metadata'],
  [{ currency: 'XYZ' }, 'unsupported_currency'],
])('initialize with %j is refused as %s', async (more, code) => {
  const answer = await bench.paystack.initialize('never-made', more)
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ status: false, type: 'validation_error', code })
})

test('a reference is accepted once, also with many concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bench.paystack.initialize('only-once-reference')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 400)?.json).toMatchObject({
    status: false,
    message: 'Duplicate Transaction Reference',
    type: 'validation_error',
    code: 'duplicate_reference',
    meta: { nextStep: expect.any(String) },
  })
})

test('an unknown reference is 404 or 400 by the seed, and always the same for one reference', async () => {
  const seen = new Set<number>()
  for (let n = 0; n < 12; n += 1) {
    const answers = await Promise.all(
      [0, 1].map(() => bench.paystack.call('GET', `/transaction/verify/unknown-${n}`)),
    )
    expect(answers[0]?.status).toBe(answers[1]?.status)
    expect(answers[0]?.json).toMatchObject({
      message: 'Transaction reference not found',
      code: 'transaction_not_found',
    })
    seen.add(answers[0]?.status ?? 0)
  }
  expect([...seen].sort()).toEqual([400, 404])
})

test('a payment reads abandoned, then ongoing on the page, then success with its fee', async () => {
  const { data } = (await bench.paystack.initialize('status-walk-reference')).json
  expect(await bench.paystack.verify('status-walk-reference')).toMatchObject({
    status: 'abandoned',
    gateway_response: 'The transaction was not completed',
    paid_at: null,
    fees: null,
  })
  await fetch(String(record(data).authorization_url))
  expect(await bench.paystack.verify('status-walk-reference')).toMatchObject({ status: 'ongoing' })
  await bench.paystack.control('POST', '/transactions/status-walk-reference/succeed')
  const paid = await bench.paystack.verify('status-walk-reference')
  expect(paid).toMatchObject({
    status: 'success',
    amount: 1_200_000,
    currency: 'NGN',
    domain: 'test',
    channel: 'card',
  })
  expect(paid.paid_at).toBe(paid.paidAt)
})

test('one transaction always has the same details, and different ones vary', async () => {
  const seen = {
    metadata: new Set<string>(),
    cardType: new Set<unknown>(),
    firstKey: new Set<string>(),
    fees: new Set<unknown>(),
  }
  for (let n = 0; n < 40; n += 1) {
    const reference = `noise-${n}`
    await bench.paystack.initialize(reference)
    await bench.paystack.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
    const [once, again] = [await bench.paystack.verify(reference), await bench.paystack.verify(reference)]
    expect(JSON.stringify(again)).toBe(JSON.stringify(once))
    expect(Number(once.id)).toBeGreaterThan(2 ** 32)
    seen.metadata.add(JSON.stringify(once.metadata))
    seen.cardType.add(record(once.authorization).card_type)
    seen.firstKey.add(Object.keys(once)[0] ?? '')
    seen.fees.add(once.fees)
  }
  expect([...seen.metadata].sort()).toEqual(['""', '0', 'null', '{}'])
  expect(seen.cardType).toEqual(new Set(['visa', 'visa ']))
  expect(seen.fees).toEqual(new Set([28_000, null]))
  expect(seen.firstKey.size).toBeGreaterThan(5)
})

test('sent metadata is returned as an object or as its text', async () => {
  const kinds = new Set<string>()
  for (let n = 0; n < 20; n += 1) {
    await bench.paystack.initialize(`metadata-${n}`, { metadata: { order: 'é', n } })
    const { metadata } = await bench.paystack.verify(`metadata-${n}`)
    kinds.add(typeof metadata)
    expect(typeof metadata === 'string' ? JSON.parse(metadata) : metadata).toEqual({ order: 'é', n })
  }
  expect([...kinds].sort()).toEqual(['object', 'string'])
})

test('fetch by id and the list agree with verify', async () => {
  await bench.paystack.initialize('listed-reference')
  const verified = await bench.paystack.verify('listed-reference')
  const fetched = await bench.paystack.call('GET', `/transaction/${verified.id}`)
  expect(fetched.json.data).toEqual(verified)
  const list = await bench.paystack.call('GET', '/transaction?perPage=2&page=1&status=abandoned')
  expect(list.json.data).toHaveLength(2)
  expect(list.json.data).toContainEqual(verified)
  const meta = record(list.json.meta)
  expect(meta).toMatchObject({
    skipped: 0,
    perPage: 2,
    page: 1,
    pageCount: Math.ceil(Number(meta.total) / 2),
  })
  expect((await bench.paystack.call('GET', '/transaction/999')).status).toBe(404)
  expect((await bench.paystack.call('GET', '/transaction?to=2001-01-01')).json.data).toEqual([])
  expect((await bench.paystack.call('GET', '/transaction?status=odd')).status).toBe(400)
  expect((await bench.paystack.call('GET', '/transaction?from=whenever')).status).toBe(400)
})

test.each([
  [25_000, 375],
  [249_999, 3750],
  [250_000, 13_750],
  [700_000, 20_500],
  [1_200_000, 28_000],
  [12_666_666, 200_000],
  [20_000_000, 200_000],
  [39_100, 587],
])('the fee on %i kobo is %i', (amount, fee) => {
  expect(feeOn(amount)).toBe(fee)
})
