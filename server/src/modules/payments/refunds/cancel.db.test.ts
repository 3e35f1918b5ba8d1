import { addBooking, cancelOrder, type Order, payByLink, readOrder } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, semen, sugar } from '../../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit, until } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { creditBalance } from '../../ledger/index.ts'
import { settleSilentPayments } from '../jobs.ts'
import { settle } from '../settle.ts'

const hour = 60 * 60 * 1000

const world = await buildWorld()
let asAda: Caller

beforeEach(async () => {
  asAda = await world.as(ada)
})

async function orderOf(reference: string, caller = asAda): Promise<Order> {
  return (await caller(readOrder, { params: { reference } })).data
}

async function paid(form = bookingForm(), caller = asAda): Promise<{ order: string; payment: string }> {
  const booked = await book(caller, form)
  await world.control('POST', `/transactions/${booked.payment}/succeed`, { webhook: false })
  await settle(world.provider, booked.payment)
  return booked
}

const cancel = (reference: string, body: object = {}, caller = asAda) =>
  caller(cancelOrder, { params: { reference }, body })

/** Lets Paystack process the refunds, and us get its webhooks. */
async function refundsEnd(reference: string, caller = asAda): Promise<void> {
  await until('every refund has ended', async () => {
    await world.sql`update refund set check_at = now() - interval '1 hour' where ended_at is null`
    await settleSilentPayments(world.provider)
    return (await orderOf(reference, caller)).refunds.every((refund) => refund.endedAt !== null)
  })
}

async function accountId(email: string): Promise<number> {
  const [row] = await world.sql<{ id: number }[]>`select id from account where email = ${email}`
  return row?.id ?? 0
}

const postings = (reference: string) => world.sql<{ kind: string }[]>`
  select kind from ledger_posting where order_reference = ${reference} order by id`

/** The share of each party in an order's money, from the books. */
const balancesOf = (reference: string) => world.sql<{ account: string; sum: number }[]>`
  select account.kind as account, sum(line.amount_kobo)::bigint as sum
  from ledger_posting posting join ledger_line line on line.posting_id = posting.id
    join ledger_account account on account.id = line.account_id
  where posting.order_reference = ${reference} group by 1 having sum(line.amount_kobo) <> 0 order by 1`

test('an unpaid booking is cancelled with its link, nothing is refunded, and later money is returned', async () => {
  const { order, payment } = await book(asAda)
  expect((await orderOf(order)).cancelTerms).toEqual({
    refund: 0,
    keptFee: 0,
    keptFor: null,
    toSource: 0,
    mayBeCredit: false,
  })
  expect((await cancel(order)).data).toEqual({ state: 'cancelled', refund: null })
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
  await refundsEnd(order)
  const after = await orderOf(order)
  expect([after.state, after.payments[0]?.state, after.refunds.map((refund) => refund.state)]).toEqual([
    'cancelled',
    'refunded',
    ['processed'],
  ])
})

test('a paid booking is cancelled and refunded in full to its source, state by state', async () => {
  const { order } = await paid()
  expect(await orderOf(order)).toMatchObject({
    may: { cancel: true },
    cancelTerms: { refund: 10_000, keptFee: 0, keptFor: null, toSource: 10_000, mayBeCredit: true },
  })
  const { data } = await cancel(order, { reason: 'I am away that week' })
  expect(data).toMatchObject({
    state: 'cancelled',
    refund: { amount: 10_000, toSource: 10_000, state: 'pending' },
  })
  expect(await orderOf(order)).toMatchObject({ may: { cancel: false }, cancelTerms: null })
  await refundsEnd(order)
  const after = await orderOf(order)
  expect([after.refunds[0]?.state, after.payments[0]?.state]).toEqual(['processed', 'refunded'])
  expect((await postings(order)).map(({ kind }) => kind)).toEqual(['capture', 'refund_due', 'refund_done'])
  expect((await balancesOf(order)).map(({ account }) => account)).toEqual([
    'provider_clearing',
    'provider_fees',
  ])
})

test('a paid booking is refunded as credit at once, without a request to Paystack', async () => {
  const { order, payment } = await paid()
  const before = await creditBalance(world.db, await accountId(ada.email))
  const { data } = await cancel(order, { refundTo: 'credit' })
  expect(data.refund).toMatchObject({ toSource: 0, toCredit: 10_000, state: 'processed' })
  expect((await creditBalance(world.db, await accountId(ada.email))) - before).toBe(1_000_000)
  expect((await orderOf(order)).payments[0]?.state).toBe('refunded')
  const { body } = await world.control('GET', `/truth`)
  expect(JSON.stringify(body)).toContain(payment)
  const [waiting] = await world.sql`select 1 from refund where ended_at is null`
  expect(waiting).toBeUndefined()
})

test('a part paid by credit is refunded as credit, and the rest to its source', async () => {
  const asChidi = await world.as(chidi)
  const id = await accountId(chidi.email)
  const first = await paid(bookingForm(), asChidi)
  await cancel(first.order, { refundTo: 'credit' }, asChidi)
  const test = [{ ...fbc }, { ...sugar }, { ...semen }]
  const { order } = await paid(bookingForm({ test, gender: 'Male', useCredit: true }), asChidi)
  expect(await creditBalance(world.db, id)).toBe(0)
  expect((await orderOf(order, asChidi)).cancelTerms).toMatchObject({ refund: 19_000, toSource: 9_000 })
  const { data } = await cancel(order, { refundTo: 'source' }, asChidi)
  expect(data.refund).toMatchObject({ amount: 19_000, toSource: 9_000, toCredit: 10_000 })
  expect(await creditBalance(world.db, id)).toBe(1_000_000)
  await refundsEnd(order, asChidi)
  // An order that credit pays alone never meets Paystack, and neither does its refund.
  const alone = await asChidi(addBooking, { body: bookingForm({ useCredit: true }) })
  const reference = alone.data.orderReference
  expect(await creditBalance(world.db, id)).toBe(0)
  expect((await cancel(reference, { refundTo: 'source' }, asChidi)).data.refund).toMatchObject({
    toSource: 0,
    toCredit: 10_000,
    state: 'processed',
  })
  expect(await creditBalance(world.db, id)).toBe(1_000_000)
  expect((await orderOf(reference, asChidi)).payments[0]?.state).toBe('refunded')
})

test('twenty concurrent cancellations make one cancellation and one refund', async () => {
  const { order } = await paid()
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(order)))
  expect(new Set(answers.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200]))
  expect((await orderOf(order)).refunds).toHaveLength(1)
  const [cancels] = await world.sql<{ n: number }[]>`
    select count(*)::int as n from lab_order_event event join lab_order on lab_order.id = event.order_id
    where reference = ${order} and verb = 'cancel'`
  expect(cancels?.n).toBe(1)
})

test('the collection fee is retained only once the phlebotomist has set off, and the owner sees it before cancelling', async () => {
  const visit = () => bookingForm({ type: homeVisit(world.clock.now()) })
  const [still, gone] = [await paid(visit()), await paid(visit())]
  await world.sql`update lab_order set set_off_at = now() where reference = ${gone.order}`
  expect((await orderOf(still.order)).cancelTerms).toMatchObject({ refund: 16_000, keptFee: 0 })
  expect((await orderOf(gone.order)).cancelTerms).toMatchObject({ refund: 10_000, keptFee: 6_000 })
  expect((await cancel(still.order)).data.refund?.amount).toBe(16_000)
  expect((await cancel(gone.order)).data.refund?.amount).toBe(10_000)
  await refundsEnd(gone.order)
  expect((await orderOf(gone.order)).payments[0]?.state).toBe('refunded')
  const kept = await balancesOf(gone.order)
  expect(kept.filter(({ account }) => account === 'phlebotomist' || account === 'platform_revenue')).toEqual([
    { account: 'phlebotomist', sum: -480_000 },
    { account: 'platform_revenue', sum: -120_000 },
  ])
})

test('a doctor’s own booking is refunded with the doctor’s share', async () => {
  const asBello = await world.as(drBello)
  const { order } = await paid(bookingForm(), asBello)
  expect((await balancesOf(order)).find(({ account }) => account === 'doctor_pending')?.sum).toBe(-50_000)
  await cancel(order, {}, asBello)
  expect((await balancesOf(order)).map(({ account }) => account)).not.toContain('doctor_pending')
})

test('a payment through a link is refunded only to the payer, who may be another person', async () => {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const token = data.url?.split('/pay/')[1] ?? ''
  const started = await world.nobody(payByLink, { params: { token }, body: {} })
  await world.control('POST', `/transactions/${started.data.reference}/succeed`, { webhook: false })
  await settle(world.provider, started.data.reference)
  const order = data.orderReference
  expect((await orderOf(order)).cancelTerms).toMatchObject({ toSource: 10_000, mayBeCredit: false })
  const refused = await cancel(order, { refundTo: 'credit' })
  expect([refused.httpStatus, refused.code]).toEqual([409, 'payer_only'])
  expect((await orderOf(order)).state).toBe('scheduled')
  expect((await cancel(order, { refundTo: 'source' })).data.refund?.toSource).toBe(10_000)
})

test('cancelling is impossible once the sample is collected, and always for other accounts', async () => {
  const { order } = await paid()
  expect((await cancel(order, {}, await world.as(chidi))).httpStatus).toBe(404)
  await world.sql`update lab_order set state = 'sample_collected' where reference = ${order}`
  const refused = await cancel(order)
  expect([refused.httpStatus, refused.code]).toEqual([409, 'wrong_state'])
  expect(await orderOf(order)).toMatchObject({ may: { cancel: false }, cancelTerms: null, refunds: [] })
  await world.sql`update lab_order set state = 'scheduled' where reference = ${order}`
})

test('cancelling while the payment arrives loses nothing: the order is paid and refunded, or refunded', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { order, payment } = await book(asAda)
    await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
    await Promise.all([settle(world.provider, payment), cancel(order), settle(world.provider, payment)])
    await settle(world.provider, payment)
    await refundsEnd(order)
    const after = await orderOf(order)
    expect([after.state, after.payments[0]?.state, after.refunds.length]).toEqual([
      'cancelled',
      'refunded',
      1,
    ])
  }
})

test('money held for an order is refunded when its owner cancels', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, amount: 500_000 })
  await settle(world.provider, payment)
  expect((await orderOf(order)).payments[0]?.state).toBe('held')
  await cancel(order)
  await refundsEnd(order)
  const after = await orderOf(order)
  expect([after.payments[0]?.state, after.refunds.map((refund) => refund.amount)]).toEqual([
    'refunded',
    [5_000],
  ])
  const [found] = await world.sql<{ closed_at: Date | null }[]>`
    select closed_at from money_case where kind = 'held_money' and subject = ${payment}`
  expect(found?.closed_at).toBeInstanceOf(Date)
})

test('after all tests of this file the books and the histories are in order', async () => {
  world.clock.moveOn(hour)
  expect(await brokenInvariants(world.db)).toEqual([])
})
