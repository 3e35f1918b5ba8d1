import {
  addBooking,
  addDays,
  checkPayment,
  kobo,
  lagosDate,
  payOrder,
  quoteBooking,
  readOrder,
  readPaymentLink,
  readWallet,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, drBello, fbc, sugar, yaba } from '../../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller } from '../../../../test/world.ts'
import { type RateChange, setRate } from './rates.ts'

const day = 24 * 60 * 60 * 1000
const cart = { lab: yaba.slug, tests: [fbc.name, sugar.name] }

const world = await buildWorld()
let asDoctor: Caller
let asAda: Caller

beforeEach(signIn)

/** Sessions end with the hour, so the person signs in again on another day. */
async function signIn(): Promise<void> {
  asDoctor = await world.as(drBello)
  asAda = await world.as(ada)
}

const tomorrow = () => addDays(lagosDate(world.clock.now()), 1)

async function set(change: RateChange, from = tomorrow()) {
  const now = world.clock.now()
  return await world.db.transaction().execute((tx) => setRate(tx, from, change, now))
}

/** Sets a rate and advances to the day on which it begins. */
async function live(change: RateChange): Promise<void> {
  await set(change)
  world.clock.moveOn(day)
  await signIn()
}

/** Books by link as a doctor and pays: the shares on each screen and in the books, in naira. */
async function journey() {
  const quote = (await asDoctor(quoteBooking, { body: cart })).data
  const { data } = await asDoctor(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = data.url?.split('/pay/')[1] ?? ''
  const link = (await world.nobody(readPaymentLink, { params: { token } })).data
  const params = { reference: data.orderReference }
  const started = await asDoctor(payOrder, { params, body: {} })
  const payment = started.data.reference
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await world.nobody(checkPayment, { params: { reference: payment }, body: {} })
  const order = (await asDoctor(readOrder, { params })).data
  const lines = await world.sql<{ kind: string; owed: number }[]>`
    select account.kind, -sum(line.amount_kobo) as owed
    from ledger_posting posting join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
    where posting.order_reference = ${data.orderReference} group by 1`
  const owed = (kind: string) => (lines.find((line) => line.kind === kind)?.owed ?? 0) / 100
  return {
    quote: [quote.doctorName, quote.doctorEarning],
    link: link.state === 'active' ? [link.doctorName, link.doctorEarning] : link.state,
    order: [order.doctorName, order.doctorEarning],
    books: { doctor: owed('doctor_pending'), lab: owed('lab'), platform: owed('platform_revenue') },
    state: order.state,
  }
}

const nothing = [null, 0]

test('by percentage: cart, link, order and books agree, and the lab loses nothing', async () => {
  const told = ['Dr Bello', 500]
  expect(await journey()).toEqual({
    quote: told,
    link: told,
    order: told,
    state: 'scheduled',
    books: { doctor: 500, lab: 8500, platform: 1000 },
  })
})

test('flat: a fixed sum for each order, and never more than the platform has', async () => {
  await live({ policy: 'flat', doctorFlat: kobo(60_000) })
  const told = ['Dr Bello', 600]
  expect(await journey()).toEqual({
    quote: told,
    link: told,
    order: told,
    state: 'scheduled',
    books: { doctor: 600, lab: 8500, platform: 900 },
  })
  await live({ doctorFlat: kobo(9_000_000) })
  const most = await journey()
  expect([most.quote, most.books]).toEqual([['Dr Bello', 1500], { doctor: 1500, lab: 8500, platform: 0 }])
})

test('off: no share is shown, and none is posted', async () => {
  await live({ policy: 'off' })
  expect(await journey()).toEqual({
    quote: nothing,
    link: nothing,
    order: nothing,
    state: 'scheduled',
    books: { doctor: 0, lab: 8500, platform: 1500 },
  })
})

test('another percentage: earlier orders keep theirs, and pending is the sum of them', async () => {
  const before = (await asDoctor(readWallet)).data.pending ?? 0
  await live({ policy: 'percentage', doctorBps: 250 })
  expect((await journey()).books).toEqual({ doctor: 250, lab: 8500, platform: 1250 })
  expect((await asDoctor(readWallet)).data).toEqual({ pending: before + 250, available: 0, credit: 0 })
  const orders = await world.sql<{ doctor: number }[]>`
    select doctor_share_kobo as doctor from lab_order where doctor_share_kobo > 0 order by id`
  expect(orders.map(({ doctor }) => doctor)).toEqual([50_000, 60_000, 150_000, 25_000])
})

test('a booking by a patient earns no share, and shows no doctor', async () => {
  expect((await asAda(quoteBooking, { body: cart })).data).toEqual({
    subTotal: 10_000,
    doctorName: null,
    doctorEarning: 0,
  })
  const { data } = await asAda(addBooking, { body: bookingForm() })
  const { data: order } = await asAda(readOrder, { params: { reference: data.orderReference } })
  expect([order.doctorName, order.doctorEarning]).toEqual(nothing)
})

test('a quote stores nothing, and is refused for a test that the lab does not offer', async () => {
  const count = async () => (await world.sql`select 1 from lab_order`).length
  const orders = await count()
  await asDoctor(quoteBooking, { body: cart })
  expect(await count()).toBe(orders)
  const strange = await asDoctor(quoteBooking, { body: { ...cart, tests: [fbc.name, 'Tea leaves'] } })
  expect([strange.httpStatus, strange.code]).toEqual([409, 'unknown_test'])
  const nowhere = await asDoctor(quoteBooking, { body: { ...cart, lab: 'nowhere-lab' } })
  expect([nowhere.httpStatus, nowhere.code]).toEqual([404, 'unknown_lab'])
})

test('a rate begins on a future day, at midnight in Lagos, and once', async () => {
  const today = lagosDate(world.clock.now())
  for (const from of [today, addDays(today, -1)])
    await expect(set({ policy: 'off' }, from)).rejects.toThrow('in the future')
  const from = addDays(today, 30)
  const rate = await set({ policy: 'off' }, from)
  expect([lagosDate(rate.effective_from), rate.effective_from.toISOString().slice(11, 16)]).toEqual([
    from,
    '23:00',
  ])
  await expect(set({ policy: 'flat' }, from)).rejects.toThrow('already begins on that day')
  await expect(set({ labBps: 9_900, doctorBps: 200 }, addDays(today, 31))).rejects.toThrow(
    'more than 100 per cent',
  )
})

test('a rate cannot be changed once set', async () => {
  await expect(world.sql`update rate set doctor_bps = 900`).rejects.toThrow('append-only')
  await expect(world.sql`delete from rate`).rejects.toThrow('append-only')
})
