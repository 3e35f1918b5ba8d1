import {
  addBooking,
  checkPayment,
  linkOrder,
  payByLink,
  readOrder,
  readPaymentLink,
} from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, chidi, fbc, sugar } from '../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, type Form, until } from '../../../test/world.ts'
import { openPool } from '../../infra/db/pool.ts'
import { brokenInvariants } from '../../invariants.ts'
import type { Tables } from '../../tables.ts'
import { lockOrder } from '../orders/index.ts'
import { expireUnpaidOrders, settleSilentPayments } from './jobs.ts'
import { ensureLink } from './links.ts'
import { settle } from './settle.ts'

const minute = 60 * 1000
const hour = 60 * minute

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

async function bookLink(changes: Partial<Form> = {}) {
  const form = bookingForm({ ...changes, payment: 'link' })
  const { data } = await asAda(addBooking, { body: form })
  const url = data.url ?? ''
  return {
    form,
    order: data.orderReference,
    url,
    token: url.split('/pay/')[1] ?? '',
    expiresAt: data.expiresAt,
  }
}

async function moveOn(milliseconds: number): Promise<void> {
  world.clock.moveOn(milliseconds)
  asAda = await world.as(ada)
}

async function payer(token: string): Promise<string> {
  const { data } = await world.nobody(payByLink, { params: { token }, body: {} })
  return data.reference
}

test('a link is a page of ours, valid for three days, and its order waits as long', async () => {
  const before = world.clock.now().getTime()
  const { order, url, token, expiresAt } = await bookLink()
  expect(url).toBe(`${world.publicUrl}/pay/${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  const life = Date.parse(expiresAt ?? '') - before
  expect(Math.abs(life - 72 * hour)).toBeLessThan(10_000)
  const { data } = await asAda(readOrder, { params: { reference: order } })
  expect(data.expiresAt).toBe(expiresAt)
  expect(data.link).toEqual({ url, state: 'active', expiresAt })
})

test('the same booking sent again returns the same link', async () => {
  const { form, order, url, expiresAt } = await bookLink()
  const again = await Promise.all([1, 2, 3].map(() => asAda(addBooking, { body: form })))
  for (const { data } of again) expect(data).toEqual({ orderReference: order, url, expiresAt })
})

test('concurrent requests for a link of one order all get the same one', async () => {
  const { order } = await book(asAda)
  const params = { reference: order }
  const links = await Promise.all([1, 2, 3, 4, 5].map(() => asAda(linkOrder, { params, body: {} })))
  expect(new Set(links.map((link) => link.data.url)).size).toBe(1)
})

test('only a hash of the token is stored', async () => {
  const { token } = await bookLink()
  const kept = await world.sql<{ row: string }[]>`
    select link::text as row from payment_link link union all select event::text from payment_link_event event
    union all select o::text from lab_order o`
  expect(kept.length).toBeGreaterThan(0)
  const plain = Buffer.from(token, 'base64url').toString('hex')
  for (const { row } of kept) for (const secret of [token, plain]) expect(row).not.toContain(secret)
})

test('a link works until its last minute, and money in transit then still counts', async () => {
  const { order, token } = await bookLink()
  await moveOn(72 * hour - minute)
  await expireUnpaidOrders(world.provider)
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('active')
  const opened = await world.nobody(payByLink, { params: { token }, body: {} })
  expect(opened.httpStatus).toBe(200)
  await moveOn(2 * minute)
  await expireUnpaidOrders(world.provider)
  expect((await asAda(readOrder, { params: { reference: order } })).data.state).toBe('expired')
  await world.control('POST', `/transactions/${opened.data.reference}/succeed`, { webhook: false })
  await settle(world.provider, opened.data.reference)
  const { data } = await asAda(readOrder, { params: { reference: order } })
  expect([data.state, data.link?.state]).toEqual(['scheduled', 'paid'])
})

test.each([
  ['before the scheduled job has seen it', false],
  ['after the order has expired', true],
])('a link that is three days and a minute old is ended, %s', async (_, expired) => {
  const { token } = await bookLink()
  await moveOn(72 * hour + minute)
  if (expired) await expireUnpaidOrders(world.provider)
  const ended = await world.nobody(readPaymentLink, { params: { token } })
  expect(ended.data.state).toBe('expired')
  expect(Object.keys(ended.data).toSorted()).toEqual([
    'expiresAt',
    'orderReference',
    'receipt',
    'sampleData',
    'state',
    'total',
  ])
  const refused = await world.nobody(payByLink, { params: { token }, body: {} })
  expect([refused.httpStatus, refused.code]).toEqual([410, 'link_ended'])
})

test('the pay page shows who, where, how many and the total, and test names only if the owner chose so', async () => {
  const quiet = await bookLink({ name: 'Quiet Patient' })
  const shown = await bookLink({ name: 'Open Patient', showTests: true })
  const [one, two] = await Promise.all(
    [quiet, shown].map(({ token }) => world.nobody(readPaymentLink, { params: { token } })),
  )
  expect(one?.data).toMatchObject({ patientName: 'Quiet Patient', testCount: 2, total: 10_000, tests: null })
  expect(JSON.stringify(one)).not.toContain(fbc.name)
  expect(two?.data).toMatchObject({ tests: [{ name: fbc.name }, { name: sugar.name }] })
})

test('five payers open one link and pay at once: one settles the order and four get their money back', async () => {
  const { order, token } = await bookLink()
  const references = await Promise.all([1, 2, 3, 4, 5].map(() => payer(token)))
  expect(new Set(references).size).toBe(5)
  await Promise.all(
    references.map((one) => world.control('POST', `/transactions/${one}/succeed`, { webhook: false })),
  )
  await Promise.all(
    references.map((reference) => world.nobody(checkPayment, { params: { reference }, body: {} })),
  )
  const states = async () =>
    (await asAda(readOrder, { params: { reference: order } })).data.payments
      .map((one) => one.state)
      .toSorted()
  await until('four are refunded', async () => {
    await moveOn(minute)
    await settleSilentPayments(world.provider)
    return (await states()).join() === 'refunded,refunded,refunded,refunded,settled'
  })
  const [settling] = await world.sql<{ n: number }[]>`
    select count(*)::int as n from payment where settles_order and reference = any(${references})`
  expect(settling?.n).toBe(1)
  const truth = await world.control('GET', '/truth')
  const ours = truth.body.references.filter((one: { reference: string }) =>
    references.includes(one.reference),
  )
  expect(ours.map((one: { refunded: number }) => one.refunded).toSorted()).toEqual([
    0, 1_000_000, 1_000_000, 1_000_000, 1_000_000,
  ])
})

test('after the payment the link shows as paid and starts no further payment', async () => {
  const { token } = await bookLink()
  const reference = await payer(token)
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  await settle(world.provider, reference)
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('paid')
  const again = await world.nobody(payByLink, { params: { token }, body: {} })
  expect([again.httpStatus, again.code]).toEqual([409, 'already_paid'])
})

test('only the owner of an order can make its link', async () => {
  const { order } = await bookLink()
  const asChidi = await world.as(chidi)
  expect((await asChidi(linkOrder, { params: { reference: order }, body: {} })).httpStatus).toBe(404)
})

test('an account that has made many links can make another', async () => {
  const pool = openPool<Tables>(world.parts.databaseUrl, 1)
  for (let n = 0; n < 12; n += 1) {
    const { order } = await book(asAda)
    const [{ id } = expect.unreachable()] = await world.sql<{ id: number }[]>`
      select id from lab_order where reference = ${order}`
    await pool.db.transaction().execute(async (tx) => {
      await ensureLink(tx, world.parts.secret, await lockOrder(tx, id), world.clock.now())
    })
  }
  await pool.close()
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
