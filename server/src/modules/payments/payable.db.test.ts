import { addBooking, cancelOrder, linkOrder, payByLink, payOrder, readOrder } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada } from '../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit } from '../../../test/world.ts'
import { catchUp, settleSilentPayments } from './jobs.ts'
import { requestRefund } from './refunds/cancel.ts'
import { advanceRefund } from './refunds/refunds.ts'
import { settle } from './settle.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

const hour = 60 * 60 * 1000

async function codes(order: string): Promise<(string | undefined)[]> {
  const sent = { params: { reference: order }, body: {} }
  return [(await asAda(payOrder, sent)).code, (await asAda(linkOrder, sent)).code]
}

async function mayPay(order: string): Promise<boolean> {
  return (await asAda(readOrder, { params: { reference: order } })).data.may.pay
}

async function silently(payment: string, terms: object = {}): Promise<void> {
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, ...terms })
}

test('while a payment is held, the order cannot be paid again', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment, { amount: 5_000 })
  await settle(world.provider, payment)
  expect(await codes(order)).toEqual(['payment_held', 'payment_held'])
  expect(await mayPay(order)).toBe(false)
})

test('a home visit whose time has passed cannot be paid, by its owner or by link', async () => {
  const form = bookingForm({ payment: 'link', type: homeVisit(world.clock.now()) })
  const { data } = await asAda(addBooking, { body: form })
  const token = String(data.url).split('/pay/')[1] ?? ''
  await world.sql`update lab_order set collection_on = current_date - 1 where reference = ${data.orderReference}`
  await world.sql`update slot set day = current_date - 1`
  expect(await codes(data.orderReference)).toEqual(['order_not_payable', 'order_not_payable'])
  expect((await world.nobody(payByLink, { params: { token }, body: {} })).code).toBe('order_not_payable')
  expect(await mayPay(data.orderReference)).toBe(false)
})

test('an order at a lab whose registration has since expired takes no payment', async () => {
  const { order } = await book(asAda)
  await world.sql`update lab set registration_expires_on = current_date - 1 where slug = 'yaba-lab'`
  expect(await codes(order)).toEqual(['lab_not_bookable', 'lab_not_bookable'])
  await world.sql`update lab set registration_expires_on = current_date + 300 where slug = 'yaba-lab'`
})

test('a home visit after the end of the registration is refused', async () => {
  await world.sql`update lab set registration_expires_on = current_date + 1 where slug = 'yaba-lab'`
  const answer = await asAda(addBooking, { body: bookingForm({ type: homeVisit(world.clock.now()) }) })
  expect(answer.code).toBe('lab_not_bookable')
  await world.sql`update lab set registration_expires_on = current_date + 300 where slug = 'yaba-lab'`
})

test('money for a cancelled order is refunded automatically', async () => {
  const { order, payment } = await book(asAda)
  await asAda(cancelOrder, { params: { reference: order } })
  await silently(payment)
  expect((await settle(world.provider, payment))?.state).toBe('refunding')
})

test('after a restart an attempt whose next check was an hour away is checked at once', async () => {
  const { order, payment } = await book(asAda)
  const later = new Date(world.clock.now().getTime() + hour)
  await world.sql`update payment set checks = 9, check_at = ${later} where reference = ${payment}`
  await silently(payment)
  await settleSilentPayments(world.provider)
  expect(await mayPay(order)).toBe(true)
  await catchUp(world.provider)
  expect((await asAda(readOrder, { params: { reference: order } })).data.state).toBe('scheduled')
})

test('a refund that has not ended within a day opens a case once', async () => {
  const { payment } = await book(asAda)
  await silently(payment, { amount: 5_000 })
  await settle(world.provider, payment)
  await world.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('payment')
      .select('id')
      .where('reference', '=', payment)
      .executeTakeFirstOrThrow()
    await requestRefund(
      tx,
      row.id,
      'wrong amount',
      'operator',
      new Date(world.clock.now().getTime() - 25 * hour),
    )
  })
  await world.control('PUT', '/faults', { api: { serverError: 1 } })
  const [refund] = await world.sql<{ id: string }[]>`
    select refund.id from refund join payment on payment.id = refund.payment_id where payment.reference = ${payment}`
  await advanceRefund(world.provider, refund?.id ?? '')
  await world.control('DELETE', '/faults')
  const cases =
    await world.sql`select 1 from money_case where kind = 'refund_stuck' and subject = ${refund?.id ?? ''}`
  expect(cases).toHaveLength(1)
})
