import {
  addBooking,
  cancelOrder,
  checkPayment,
  payByLink,
  payOrder,
  readBookingDraft,
  readOrder,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, type Person, sugar, urine } from '../../../test/cast.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  type Form,
  newestPayment,
  until,
} from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { creditBalance } from '../ledger/index.ts'
import { ownOrder } from '../orders/index.ts'
import { expireUnpaidOrders, settleSilentPayments } from './jobs.ts'
import { cancelBooking } from './refunds/cancel.ts'
import { settle } from './settle.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller

/** Each account starts without credit: what a test left is spent. */
beforeEach(async () => {
  asAda = await world.as(ada)
  const left = (await credit()) / 100
  if (left > 0) await spend(left)
})

async function accountId({ email }: { readonly email: string } = ada): Promise<number> {
  const [row] = await world.sql<{ id: number }[]>`select id from account where email = ${email}`
  return row?.id ?? expect.unreachable()
}

const credit = async (whose?: Person) => creditBalance(world.db, await accountId(whose))
const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data
const pay = (reference: string, useCredit = true) =>
  asAda(payOrder, { params: { reference }, body: { useCredit } })
const silently = (payment: string, terms: object = {}) =>
  world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, ...terms })

async function rowOf(reference: string) {
  const [row] = await world.sql<
    {
      state: string
      due_kobo: number
      credit_kobo: number
      captured_kobo: number | null
      channel: string | null
    }[]
  >`select state, due_kobo, credit_kobo, captured_kobo, channel from payment where reference = ${reference}`
  return row ?? expect.unreachable()
}

/** An order of these tests that was paid and then cancelled to credit. */
async function earnCredit(test: Form['test'] = [{ ...fbc }]): Promise<void> {
  const { order, payment } = await book(asAda, bookingForm({ test }))
  await silently(payment)
  await settle(world.provider, payment)
  const found = await ownOrder(world.db, await accountId(), order)
  await world.db.transaction().execute(async (tx) => {
    const asked = { refundTo: 'credit', reason: 'the patient cancelled' } as const
    await cancelBooking(tx, found ?? expect.unreachable(), 'patient', asked, world.clock.now())
  })
}

/** Uses up credit, as an order of that price would. */
async function spend(naira: number): Promise<void> {
  const owner = String(await accountId())
  await world.sql.begin(async (sql) => {
    const [posting] = await sql`insert into ledger_posting (business_key, kind, order_reference)
      values (${`test:${Math.random()}`}, 'test', 'LB-TEST') returning id`
    await sql`insert into ledger_account (kind, owner) values ('unapplied', '') on conflict do nothing`
    await sql`insert into ledger_line (posting_id, position, account_id, amount_kobo)
      select ${posting?.id}::bigint, 1, id, ${naira * 100}::bigint from ledger_account where kind = 'patient_credit' and owner = ${owner}
      union all select ${posting?.id}::bigint, 2, id, ${-naira * 100}::bigint from ledger_account where kind = 'unapplied' and owner = ''`
  })
}

test('credit pays part of an order, and Paystack gets only the rest', async () => {
  await earnCredit()
  const { order } = await book(asAda)
  expect((await read(order)).credit).toBe(7_000)
  const { data } = await pay(order)
  expect(await rowOf(data.reference)).toMatchObject({ due_kobo: 300_000, credit_kobo: 700_000 })
  expect(await credit()).toBe(700_000)
  await silently(data.reference)
  await settle(world.provider, data.reference)
  expect(await read(order)).toMatchObject({ state: 'scheduled', credit: 0 })
  expect(await credit()).toBe(0)
})

test('credit is used only if the owner chooses it, and never by a link', async () => {
  await earnCredit()
  const { order, payment } = await book(asAda)
  expect(await rowOf(payment)).toMatchObject({ due_kobo: 1_000_000, credit_kobo: 0 })
  const plain = await asAda(payOrder, { params: { reference: order }, body: {} })
  expect(await rowOf(plain.data.reference)).toMatchObject({ credit_kobo: 0 })
  const linked = await asAda(addBooking, { body: bookingForm({ payment: 'link', useCredit: true }) })
  const token = String(linked.data.url).split('/pay/')[1] ?? ''
  const byLink = await world.nobody(payByLink, { params: { token }, body: {} })
  expect(await rowOf(byLink.data.reference)).toMatchObject({ due_kobo: 1_000_000, credit_kobo: 0 })
})

test('credit that covers the whole order pays at once, leads to the order, and does not involve Paystack', async () => {
  await earnCredit([{ ...fbc }, { ...sugar }])
  const form = bookingForm({ useCredit: true })
  const { data } = await asAda(addBooking, { body: form })
  expect(data.redirecturl).toBe(`${world.publicUrl}/orders/${data.orderReference}`)
  expect(await read(data.orderReference)).toMatchObject({ state: 'scheduled', lateMoney: null })
  const payment = await newestPayment(asAda, data.orderReference)
  expect(await rowOf(payment)).toMatchObject({
    state: 'settled',
    due_kobo: 0,
    credit_kobo: 1_000_000,
    captured_kobo: 0,
    channel: 'credit',
  })
  const seen = await world.control('GET', '/transactions')
  expect(seen.body.map((one: { reference: string }) => one.reference)).not.toContain(payment)
  expect(await credit()).toBe(0)
  expect((await asAda(addBooking, { body: form })).data).toEqual(data)
  expect((await asAda(addBooking, { body: { ...form, useCredit: false } })).data).toEqual(data)
  expect((await pay(data.orderReference)).code).toBe('already_paid')
})

test('the rest is never below the amount that Paystack accepts', async () => {
  await earnCredit([{ ...fbc }, { ...sugar }])
  await spend(50)
  const { order } = await book(asAda)
  const { data } = await pay(order)
  expect(await rowOf(data.reference)).toMatchObject({ due_kobo: 10_000, credit_kobo: 990_000 })
})

test('of two orders paid at once with the same credit, one uses it, and the money of the other is refunded', async () => {
  await earnCredit()
  const orders = [await book(asAda), await book(asAda)].map(({ order }) => order)
  const attempts = await Promise.all(orders.map(async (order) => (await pay(order)).data.reference))
  await Promise.all(attempts.map((reference) => silently(reference)))
  await Promise.all(
    attempts.flatMap((reference) => [settle(world.provider, reference), settle(world.provider, reference)]),
  )
  const states = await Promise.all(orders.map(async (order) => (await read(order)).state))
  expect(states.toSorted()).toEqual(['awaiting_payment', 'scheduled'])
  expect(await credit()).toBe(0)
  const loser = attempts[states.indexOf('awaiting_payment')] ?? ''
  const told = await world.nobody(checkPayment, { params: { reference: loser }, body: {} })
  expect(told.data).toMatchObject({ trouble: 'credit_gone', amount: 3_000 })
  expect(['refunding', 'refunded']).toContain(told.data.state)
  await until('the money is back', async () => {
    world.clock.moveOn(61_000)
    await settleSilentPayments(world.provider)
    return (await rowOf(loser)).state === 'refunded'
  })
})

test('of ten concurrent orders that one credit covers, one is paid with it', async () => {
  await earnCredit([{ ...urine }])
  const orders = await Promise.all(
    Array.from({ length: 10 }, async () => (await book(asAda, bookingForm({ test: [{ ...urine }] }))).order),
  )
  const answers = await Promise.all(orders.map((order) => pay(order)))
  const paid = answers.filter(({ data }) => data?.redirecturl.includes('/orders/'))
  expect(paid).toHaveLength(1)
  expect(await credit()).toBe(0)
  const states = await Promise.all(orders.map(async (order) => (await read(order)).state))
  expect(states.filter((state) => state === 'scheduled')).toHaveLength(1)
})

test('in two tabs of one order with the same credit one attempt settles, and the other is refunded in full', async () => {
  await earnCredit()
  const { order } = await book(asAda)
  const tabs = [(await pay(order)).data.reference, (await pay(order)).data.reference]
  await Promise.all(tabs.map((reference) => silently(reference)))
  await Promise.all(tabs.map((reference) => settle(world.provider, reference)))
  const troubles = await Promise.all(
    tabs.map(
      async (reference) =>
        (await world.nobody(checkPayment, { params: { reference }, body: {} })).data.trouble,
    ),
  )
  expect(troubles.toSorted()).toEqual([null, 'paid_before'].toSorted())
  expect(await credit()).toBe(0)
})

test('if credit is spent while the payer is at Paystack, the money is refunded, and the order can be paid again', async () => {
  await earnCredit()
  const { order } = await book(asAda)
  const { data } = await pay(order)
  await spend(7_000)
  await silently(data.reference)
  await settle(world.provider, data.reference)
  expect(await read(order)).toMatchObject({ state: 'awaiting_payment', may: { pay: true } })
  const again = await pay(order)
  expect(await rowOf(again.data.reference)).toMatchObject({ due_kobo: 1_000_000, credit_kobo: 0 })
})

test('credit can pay late, and an underpayment beside it is held with the credit untouched', async () => {
  await earnCredit()
  const { order } = await book(asAda)
  const late = (await pay(order)).data.reference
  world.clock.moveOn(25 * hour)
  asAda = await world.as(ada)
  await expireUnpaidOrders(world.provider)
  await silently(late)
  await settle(world.provider, late)
  expect(await read(order)).toMatchObject({ state: 'scheduled', lateMoney: { choice: null } })
  await earnCredit()
  const other = await book(asAda)
  const wrong = (await pay(other.order)).data.reference
  await silently(wrong, { amount: 299_900 })
  await settle(world.provider, wrong)
  expect(await rowOf(wrong)).toMatchObject({ state: 'held' })
  expect((await read(other.order)).payments[0]).toMatchObject({
    amount: 3_000,
    credit: 7_000,
    received: 2_999,
    trouble: 'does_not_match',
  })
  expect(await credit()).toBe(700_000)
})

test('a doctor who paid for a patient with their own card gets the credit, and the patient gets none', async () => {
  const asBello = await world.as(drBello)
  const forAda = (changes: Partial<Form> = {}) =>
    bookingForm({ name: ada.name, email: ada.email, ...changes })
  const { order, payment } = await book(asBello, forAda())
  await silently(payment)
  await settle(world.provider, payment)
  const params = { reference: order }
  await asBello(cancelOrder, { params, body: { refundTo: 'credit' } })
  expect([await credit(drBello), await credit(ada), await credit(chidi)]).toEqual([1_000_000, 0, 0])
  const [earned] = await world.sql<{ sum: number }[]>`
    select coalesce(sum(amount_kobo), 0) as sum from ledger_line join ledger_account a on a.id = account_id
    where a.kind in ('doctor_pending', 'doctor_wallet') and a.owner = ${String(await accountId(drBello))}`
  expect(earned?.sum).toBe(0)
  expect((await pay((await book(asAda)).order)).data.redirecturl).toContain('/checkout/')
  const next = await asBello(addBooking, { body: forAda({ useCredit: true }) })
  expect(next.data.redirecturl).toContain('/orders/')
  expect(await credit(drBello)).toBe(0)
})

test('money that a patient paid through a doctor’s link becomes no account’s credit', async () => {
  const asBello = await world.as(drBello)
  const linked = await asBello(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = String(linked.data.url).split('/pay/')[1] ?? ''
  const { reference } = (await world.nobody(payByLink, { params: { token }, body: {} })).data
  await silently(reference)
  await settle(world.provider, reference)
  const params = { reference: linked.data.orderReference }
  const refused = await asBello(cancelOrder, { params, body: { refundTo: 'credit' } })
  expect([refused.httpStatus, refused.code]).toEqual([409, 'payer_only'])
  const { data } = await asBello(cancelOrder, { params, body: { refundTo: 'source' } })
  expect(data.refund).toMatchObject({ toSource: 10_000, toCredit: 0 })
  expect(await credit(drBello)).toBe(0)
})

test('the cart gets the account’s own credit with its draft', async () => {
  await earnCredit()
  expect((await asAda(readBookingDraft)).data).toEqual({ draft: null, credit: 7_000 })
  const asChidi = await world.as(chidi)
  expect((await asChidi(readBookingDraft)).data.credit).toBe(0)
})

test('after all tests of this file the books and the histories are in order', async () => {
  const ours = await brokenInvariants(world.db)
  expect(ours.filter((line) => !line.includes('LB-TEST'))).toEqual([])
})
