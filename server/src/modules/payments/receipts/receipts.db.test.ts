import { addBooking, readPaymentLink } from '@labalaba/contract'
import { extractText } from 'unpdf'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ada, chidi, drBello } from '../../../../test/cast.ts'
import { bearerOf, envelope, send } from '../../../../test/contract/wire.ts'
import { book, bookingForm, buildWorld, type Caller, type Form } from '../../../../test/world.ts'
import { orderById } from '../../orders/index.ts'
import { settle } from '../settle.ts'
import { ensureReceipt, issueReceipt, openReceiptRenderer, printReceipt } from './receipts.ts'
import { paymentOfOrder, receiptOf } from './repository.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

/** An order that Paystack says is paid. */
async function paidOrder(caller = asAda, changes: Partial<Form> = {}) {
  const { order, payment } = await book(caller, bookingForm(changes))
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
  const [row] = await world.sql<{ id: number; order_id: number }[]>`
    select id::int, order_id::int from payment where reference = ${payment}`
  return { order, payment, id: row?.id ?? 0, orderId: row?.order_id ?? 0 }
}

/** An order whose link a payer opens and pays. */
async function linkedOrder(changes: Partial<Form> = {}) {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link', ...changes }) })
  const token = data.url?.split('/pay/')[1] ?? ''
  return { order: data.orderReference, token }
}

async function payThrough(token: string, email: string): Promise<void> {
  const raw = await send(world, 'POST', `/v0/payment-links/${token}/payments`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const reference = String(Reflect.get(Object(envelope(raw).data), 'reference'))
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  await settle(world.provider, reference)
}

async function download(path: string, authorization?: string) {
  const reply = await fetch(`${world.publicUrl}${path}`, { headers: authorization ? { authorization } : {} })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  if (reply.status !== 200)
    return { status: reply.status, headers: reply.headers, text: Buffer.from(bytes).toString() }
  const { text } = await extractText(bytes, { mergePages: true })
  return { status: reply.status, headers: reply.headers, text }
}

async function positions(): Promise<number[]> {
  const rows = await world.sql<{ number: string }[]>`select number from receipt order by number`
  return rows.map(({ number }) => Number(number.slice(-6)))
}

test('twenty payments at once get twenty consecutive numbers, and a payment asked for twenty times gets one', async () => {
  const paid = []
  for (let i = 0; i < 20; i++) paid.push(await paidOrder())
  const [first = expect.unreachable()] = paid
  const askers = [...paid, ...Array.from({ length: 20 }, () => first)]
  const before = (await positions()).length
  const receipts = await Promise.all(askers.map(({ id }) => ensureReceipt(world.db, id, world.clock.now())))
  expect(new Set(receipts.map(({ number }) => number)).size).toBe(20)
  expect(new Set(receipts.slice(20).map(({ number }) => number)).size).toBe(1)
  const all = await positions()
  expect(all).toEqual(Array.from({ length: before + 20 }, (_, index) => index + 1))
  expect((await ensureReceipt(world.db, first.id, world.clock.now())).number).toBe(receipts[0]?.number)
}, 60_000)

test('the number of a rolled-back transaction is given next', async () => {
  const [one, two] = [await paidOrder(), await paidOrder()]
  let lost = ''
  const undone = world.db.transaction().execute(async (tx) => {
    lost = (await issueReceipt(tx, one.id, world.clock.now())).number
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await receiptOf(world.db, one.id)).toBeUndefined()
  expect((await ensureReceipt(world.db, two.id, world.clock.now())).number).toBe(lost)
})

test('numbers begin anew with the year in Lagos, not in London', async () => {
  const [one, two, three] = [await paidOrder(), await paidOrder(), await paidOrder()]
  const at = (time: string, id: number) => ensureReceipt(world.db, id, new Date(time))
  expect((await at('2031-12-31T22:59:59Z', one.id)).number).toBe('LR-2031-000001')
  expect((await at('2031-12-31T23:00:00Z', two.id)).number).toBe('LR-2032-000001')
  expect((await at('2031-12-31T22:00:00Z', three.id)).number).toBe('LR-2031-000002')
})

test('the owner of a paid order gets its receipt as an uncached file; others do not find it', async () => {
  const { order, payment } = await paidOrder(asAda, { name: 'Ọ̀ṣọ́ọlá Adébáyọ̀' })
  const path = `/v0/orders/${order}/receipt`
  const got = await download(path, await bearerOf(world, ada))
  expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const [number = ''] = got.text.match(/LR-\d{4}-\d{6}/) ?? []
  expect(got.headers.get('content-disposition')).toBe(`attachment; filename="Labalaba-receipt-${number}.pdf"`)
  expect(got.headers.get('cache-control')).toBe('private, no-store')
  for (const words of [order, payment, ada.email, 'Full blood count', '₦7,000.00', '₦10,000.00', 'Yaba Lab'])
    expect(got.text).toContain(words)
  expect(got.text.normalize('NFC').replace(/\s/g, '')).toContain('Ọ̀ṣọ́ọláAdébáyọ̀'.normalize('NFC'))
  expect((await download(path, await bearerOf(world, ada))).text).toContain(number)
  for (const other of [chidi, drBello])
    expect((await download(path, await bearerOf(world, other))).status).toBe(404)
  expect((await download(path)).status).toBe(401)
})

test('an unpaid order has no receipt, and uses no number', async () => {
  const before = await positions()
  const { order } = await book(asAda)
  const { token } = await linkedOrder()
  expect((await download(`/v0/orders/${order}/receipt`, await bearerOf(world, ada))).status).toBe(404)
  expect((await download(`/v0/payment-links/${token}/receipt`)).status).toBe(404)
  expect((await download('/v0/payment-links/no-such-token/receipt')).status).toBe(404)
  expect(await positions()).toEqual(before)
})

test('a payer through a link reads no test name and no address; the owner can allow the test names', async () => {
  for (const showTests of [false, true]) {
    const { order, token } = await linkedOrder({ showTests })
    await payThrough(token, 'uncle@cast.example')
    const { status, text } = await download(`/v0/payment-links/${token}/receipt`)
    expect(status).toBe(200)
    expect(text).toContain(order)
    expect(text).toContain('Mama Obi')
    expect(text).not.toContain('uncle@cast.example')
    expect(text.includes('Full blood count')).toBe(showTests)
    expect(text.includes('2 tests')).toBe(!showTests)
    const own = await download(`/v0/orders/${order}/receipt`, await bearerOf(world, ada))
    expect(own.text).toContain('Full blood count')
    expect(own.text).toContain('uncle@cast.example')
  }
})

test('a link opens its receipt for ninety days, and its owner permanently', async () => {
  const { order, token } = await linkedOrder()
  await payThrough(token, 'aunt@cast.example')
  const path = `/v0/payment-links/${token}/receipt`
  const day = 24 * 60 * 60 * 1000
  world.clock.moveOn(90 * day - 60_000)
  expect((await download(path)).status).toBe(200)
  expect((await world.nobody(readPaymentLink, { params: { token } })).data).toMatchObject({ receipt: true })
  world.clock.moveOn(120_000)
  asAda = await world.as(ada)
  expect((await download(path)).status).toBe(404)
  expect((await world.nobody(readPaymentLink, { params: { token } })).data).toMatchObject({
    state: 'paid',
    receipt: false,
  })
  expect((await download(`/v0/orders/${order}/receipt`, await bearerOf(world, ada))).status).toBe(200)
})

test('a link opens no receipt if the owner paid the order in another way', async () => {
  const { order, token } = await linkedOrder()
  const raw = await send(world, 'POST', `/v0/orders/${order}/payments`, {
    headers: { authorization: await bearerOf(world, ada), 'content-type': 'application/json' },
    body: '{}',
  })
  const reference = String(Reflect.get(Object(envelope(raw).data), 'reference'))
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  await settle(world.provider, reference)
  expect((await download(`/v0/orders/${order}/receipt`, await bearerOf(world, ada))).status).toBe(200)
  expect((await download(`/v0/payment-links/${token}/receipt`)).status).toBe(404)
})

test('the receipt of a doctor’s booking shows the doctor’s share', async () => {
  const asBello = await world.as(drBello)
  const { order } = await paidOrder(asBello)
  const { text } = await download(`/v0/orders/${order}/receipt`, await bearerOf(world, drBello))
  expect(text).toMatch(
    /Dr Bello receives ₦[\d,.]+ from Labalaba for this booking\. It does not change the price\./,
  )
})

test('two receipts are drawn at a time and others wait; further requests are refused as busy', async () => {
  const { id, orderId } = await paidOrder()
  const renderer = openReceiptRenderer({ atOnce: 2, waiting: 1 })
  onTestFinished(() => renderer.close())
  const order = (await orderById(world.db, orderId)) ?? expect.unreachable()
  const payment = (await paymentOfOrder(world.db, orderId)) ?? expect.unreachable()
  expect(payment.id).toBe(id)
  const deps = { db: world.db, clock: world.clock, renderer }
  await ensureReceipt(world.db, id, world.clock.now())
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => printReceipt(deps, order, payment, 'owner')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ code: 'busy' }])
  expect((await printReceipt(deps, order, payment, 'owner')).name).toMatch(/^Labalaba-receipt-LR-/)
}, 60_000)
