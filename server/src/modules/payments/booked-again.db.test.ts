import { addBooking, listOrders, payByLink, readOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, fbc } from '../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller, type Form, newestPayment } from '../../../test/world.ts'
import { ownOrder } from '../orders/index.ts'
import { cancelBooking } from './refunds/cancel.ts'
import { settle } from './settle.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data
const orders = async () => (await asAda(listOrders, { query: {} })).pagination?.totalRecords ?? 0
const send = (form: Form, changes: Partial<Form> = {}) => asAda(addBooking, { body: { ...form, ...changes } })
const silently = (payment: string, terms: object = {}) =>
  world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, ...terms })

async function paid(order: string, terms: object = {}): Promise<void> {
  const payment = await newestPayment(asAda, order)
  await silently(payment, terms)
  await settle(world.provider, payment)
}

async function cancel(reference: string): Promise<void> {
  const [account] = await world.sql<{ id: number }[]>`select id from account where email = ${ada.email}`
  const order = await ownOrder(world.db, account?.id ?? 0, reference)
  await world.db.transaction().execute(async (tx) => {
    const asked = { refundTo: 'credit', reason: 'the patient cancelled' } as const
    await cancelBooking(tx, order ?? expect.unreachable(), 'patient', asked, world.clock.now())
  })
}

test('a booking started online and sent again for a link is the same order, with a link', async () => {
  const before = await orders()
  const form = bookingForm()
  const online = (await send(form)).data
  const linked = (await send(form, { payment: 'link', showTests: true })).data
  expect(linked.orderReference).toBe(online.orderReference)
  expect(await orders()).toBe(before + 1)
  expect(await read(online.orderReference)).toMatchObject({
    showTests: true,
    link: { url: linked.url, state: 'active', expiresAt: linked.expiresAt },
    payments: [{ state: 'started' }],
  })
  expect((await send(form, { payment: 'link', showTests: false })).data).toEqual(linked)
  expect((await read(online.orderReference)).showTests).toBe(false)
})

test('a booking started as a link and sent again online is paid by its owner, and the link still works', async () => {
  const before = await orders()
  const form = bookingForm({ payment: 'link' })
  const linked = (await send(form)).data
  const token = String(linked.url).split('/pay/')[1] ?? ''
  await world.nobody(payByLink, { params: { token }, body: {} })
  const online = (await send(form, { payment: 'online' })).data
  expect(online.orderReference).toBe(linked.orderReference)
  expect((await send(form, { payment: 'online' })).data).toEqual(online)
  expect(await orders()).toBe(before + 1)
  const { payments, link } = await read(linked.orderReference)
  expect(payments.map(({ state }) => state)).toEqual(['started', 'started'])
  expect(link?.state).toBe('active')
})

test('sent again with the credit that it did not use before, the same order gets an attempt that uses it', async () => {
  const credited = (await send(bookingForm({ test: [{ ...fbc }] }))).data
  await paid(credited.orderReference)
  await cancel(credited.orderReference)
  const form = bookingForm()
  const without = (await send(form)).data
  const using = (await send(form, { useCredit: true })).data
  expect(using.orderReference).toBe(without.orderReference)
  expect((await send(form, { useCredit: true })).data).toEqual(using)
  const { payments } = await read(using.orderReference)
  expect(payments.map(({ credit }) => credit)).toEqual([fbc.amount, 0])
})

test('after a declined payment the same booking pays the same order by a fresh attempt', async () => {
  const form = bookingForm()
  const first = (await send(form)).data
  const declined = await newestPayment(asAda, first.orderReference)
  await world.control('POST', `/transactions/${declined}/fail`, { webhook: false })
  await settle(world.provider, declined)
  const second = (await send(form)).data
  expect(second.orderReference).toBe(first.orderReference)
  expect(second.redirecturl).not.toBe(first.redirecturl)
})

test('sent thirty times at once in both ways, it is one order with one attempt and one link', async () => {
  const before = await orders()
  const form = bookingForm()
  const ways = Array.from({ length: 30 }, (_, place) => (place % 2 === 0 ? 'online' : 'link'))
  const answers = await Promise.all(ways.map((payment) => send(form, { payment })))
  expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ data }) => data.orderReference)).size).toBe(1)
  expect(new Set(answers.flatMap(({ data }) => data.redirecturl ?? [])).size).toBe(1)
  expect(new Set(answers.flatMap(({ data }) => data.url ?? [])).size).toBe(1)
  expect(await orders()).toBe(before + 1)
})

test('a paid, a held and an ended order get no link, and the refusal names the reason', async () => {
  const refused = async (form: Form) => {
    const { code, data } = await send(form, { payment: 'link' })
    return { code, ...data }
  }
  const done = bookingForm()
  const { orderReference } = (await send(done)).data
  await paid(orderReference)
  expect(await refused(done)).toEqual({ code: 'already_paid', orderReference })
  const held = bookingForm()
  const heldOrder = (await send(held)).data.orderReference
  await paid(heldOrder, { amount: 5_000 })
  expect(await refused(held)).toEqual({ code: 'payment_held', orderReference: heldOrder })
  const ended = bookingForm()
  const endedOrder = (await send(ended)).data.orderReference
  await cancel(endedOrder)
  expect(await refused(ended)).toEqual({ code: 'order_not_payable', orderReference: endedOrder })
})
