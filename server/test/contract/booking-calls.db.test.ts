import * as contract from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, fbc, yaba } from '../cast.ts'
import { bookingForm, buildWorld, homeVisit } from '../world.ts'
import { bearerOf, envelope, send, strangers } from './wire.ts'

const world = await buildWorld()
let authorization: string

beforeAll(async () => {
  authorization = await bearerOf(world, ada)
})

async function call(method: string, path: string, body?: object) {
  const raw = await send(world, method, `/v0/${path}`, {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { raw, ...envelope(raw) }
}

test('listAllLabs.php answers labs and pagination, fifteen a page', async () => {
  const answer = await call('GET', 'listAllLabs.php?page=1&limit=15')
  expect(Object.keys(JSON.parse(answer.raw.text)).toSorted()).toEqual([
    'data',
    'message',
    'pagination',
    'status',
  ])
  expect(answer.pagination).toEqual({ totalRecords: 3, currentPage: 1, limit: 15, totalPages: 1 })
  expect(answer.data).toContainEqual(
    expect.objectContaining({
      name: yaba.name,
      slug: yaba.slug,
      address: expect.any(String),
      isFavorite: false,
      testCount: 4,
    }),
  )
  expect(strangers(contract.listLabs.reply, answer.data)).toEqual([])
})

test.each([
  'page=0',
  'page=-1',
  'page=NaN',
  'page=1.5',
  'page=1e99',
  'page=Infinity',
  'page=0x10000000',
  'limit=0',
  'limit=1000000000',
  'limit=-15',
  'page=1&page=2',
  'page[]=1',
  'page=1;drop table lab',
  'unknown=1',
])('the list refuses %s', async (query) => {
  for (const path of ['listAllLabs.php', 'orders'])
    expect(await call('GET', `${path}?${query}`)).toMatchObject({ status: 400, code: 'invalid' })
})

test('a page far behind the last is empty and has the same total', async () => {
  const answer = await call('GET', 'listAllLabs.php?page=99999&limit=15')
  expect([answer.status, answer.data, answer.pagination?.totalRecords]).toEqual([200, [], 3])
})

test('searchlabs answers the locations of a lab by slug or name', async () => {
  for (const id of [yaba.slug, 'YABA LAB', '  Yaba  Lab ']) {
    const answer = await call('GET', `searchlabs?id=${encodeURIComponent(id)}`)
    expect(answer.status).toBe(200)
    expect(answer.data).toContainEqual(
      expect.objectContaining({
        name: 'Yaba Main',
        address: yaba.main,
        state: 'Lagos',
        testsOffered: expect.any(Array),
      }),
    )
    expect(strangers(contract.listLabLocations.reply, answer.data)).toEqual([])
  }
  expect(await call('GET', 'searchlabs?id=nowhere')).toMatchObject({ status: 404, code: 'unknown_lab' })
})

test('listAllLabsTest answers the tests at data[0].tests, in naira', async () => {
  const answer = await call('GET', `listAllLabsTest?lab=${yaba.slug}`)
  expect(answer.data).toMatchObject([{ tests: expect.any(Array) }])
  const [{ tests }] = answer.data as [{ tests: object[] }]
  expect(tests).toContainEqual(
    expect.objectContaining({ testName: fbc.name, category: expect.any(String), amount: 7000 }),
  )
  expect(strangers(contract.listLabTests.reply, answer.data)).toEqual([])
  expect(await call('GET', 'listAllLabsTest?lab=nowhere')).toMatchObject({ status: 404 })
  expect(await call('GET', 'listAllLabsTest')).toMatchObject({ status: 400, code: 'invalid' })
})

test('addFavourite and removeFavourite take a slug, can be repeated, and show in the list', async () => {
  const labs = async () => {
    const { data } = await call('GET', 'listAllLabs.php?page=1&limit=15')
    return (data as { slug: string; isFavorite: boolean }[]).find(({ slug }) => slug === yaba.slug)
      ?.isFavorite
  }
  for (const [method, path, after] of [
    ['POST', 'addFavourite', true],
    ['DELETE', 'removeFavourite', false],
  ] as const) {
    for (let times = 0; times < 2; times += 1)
      expect(await call(method, path, { labSlug: yaba.slug })).toMatchObject({ status: 200 })
    expect(await labs()).toBe(after)
    expect(await call(method, path, { labSlug: 'nowhere' })).toMatchObject({
      status: 404,
      code: 'unknown_lab',
    })
  }
})

test('addBooking answers the order reference and where to pay', async () => {
  const answer = await call('POST', 'addBooking', bookingForm())
  expect(answer.status).toBe(200)
  expect(answer.data).toEqual({
    orderReference: expect.stringMatching(/^LB-[0-9A-Z-]{19}$/),
    redirecturl: expect.stringContaining(world.simulator.url),
  })
  const { orderReference } = answer.data as { orderReference: string }
  const order = await call('GET', `orders/${orderReference}`)
  expect(order.data).toMatchObject({
    reference: orderReference,
    state: 'awaiting_payment',
    total: 10_000,
    collectionFee: 0,
    tests: [{ name: fbc.name, amount: 7000 }, {}],
    payments: [{ reference: expect.stringMatching(/^[a-z0-9-]{16,50}$/), state: 'started' }],
  })
  expect(strangers(contract.readOrder.reply, order.data)).toEqual([])
  const list = await call('GET', 'orders')
  expect(strangers(contract.listOrders.reply, list.data)).toEqual([])
})

test('addBooking with a link answers the link instead of a redirect', async () => {
  const form = bookingForm({ payment: 'link', type: homeVisit(world.clock.now()) })
  const answer = await call('POST', 'addBooking', form)
  expect(answer.data).toEqual({
    orderReference: expect.any(String),
    url: expect.stringMatching(new RegExp(`^${world.publicUrl}/pay/[\\w-]{43}$`)),
    expiresAt: expect.any(String),
  })
  const { orderReference, url } = answer.data as { orderReference: string; url: string }
  const token = url.split('/pay/')[1]
  const view = envelope(await send(world, 'GET', `/v0/payment-links/${token}`))
  expect(strangers(contract.readPaymentLink.reply, view.data)).toEqual([])
  const shared = await call('POST', 'sharepaymenturl', {
    url,
    email: 'payer@wire.example',
    patient_name: 'Mama Obi',
    phone: '2348030000009',
    orderSummary: {
      orderId: orderReference,
      tests: [fbc.name],
      lab: yaba.name,
      location: yaba.main,
      total_amount: '10000',
    },
  })
  expect(shared).toMatchObject({ status: 200, message: 'payment link shared successfully' })
})

test('the web app can send the formats of the mobile apps: numbers as text, and the timestamp as reference', async () => {
  const form = bookingForm({ reference: '1796034000123', test: [{ name: fbc.name, amount: '7000' }] })
  expect((await call('POST', 'addBooking', form)).status).toBe(200)
})

test.each([
  ['a price', { total: 1 }],
  ['a state', { state: 'scheduled' }],
  ['an owner', { account_id: 1 }],
  ['a commission', { doctorEarning: 5000 }],
])('a booking with %s of its own is refused', async (_, extra) => {
  const answer = await call('POST', 'addBooking', { ...bookingForm(), ...extra })
  expect([answer.status, answer.code]).toEqual([400, 'invalid'])
  expect(answer.fields).toEqual({ [Object.keys(extra)[0] ?? '']: 'not expected here' })
})

test.each([
  ['email', { email: 'no' }],
  ['name', { name: '' }],
  ['gender', { gender: 'female' }],
  ['phone', { phone: '1' }],
  ['provider', { provider: 'other' }],
  ['reference', { reference: 'with space' }],
  ['test', { test: [] }],
])('a booking with a wrong %s names the field', async (field, change) => {
  const answer = await call('POST', 'addBooking', { ...bookingForm(), ...change })
  expect([answer.status, answer.code, Object.keys(answer.fields ?? {})]).toEqual([400, 'invalid', [field]])
})

test('an unknown order is answered in the envelope, with a code', async () => {
  expect(JSON.parse((await call('GET', 'orders/LB-NONE')).raw.text)).toEqual({
    status: 404,
    message: 'We could not find that.',
    code: 'not_found',
    data: null,
  })
})
