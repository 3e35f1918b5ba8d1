import { createHmac } from 'node:crypto'
import { addBooking, moveVisit, payOrder, readOrder } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada } from '../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit, signingKey } from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { expireUnpaidOrders, settleSilentPayments } from './jobs.ts'
import { settle } from './settle.ts'
import { receiveWebhook } from './webhook/webhooks.ts'

const minute = 60 * 1000
const hour = 60 * minute

const world = await buildWorld()
let asAda: Caller

beforeEach(async () => {
  asAda = await world.as(ada)
})

/** Time passes, and the scheduled jobs run as they do every few moments. */
async function moveOn(milliseconds: number): Promise<void> {
  world.clock.moveOn(milliseconds)
  await expireUnpaidOrders(world.provider)
  await settleSilentPayments(world.provider)
  asAda = await world.as(ada)
}

const stateOf = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data.state
const attemptState = async (reference: string) =>
  (await world.sql<{ state: string }[]>`select state from payment where reference = ${reference}`)[0]?.state

test('an order is payable to the last minute of its day, and expires after it', async () => {
  const { order } = await book(asAda)
  await moveOn(24 * hour - minute)
  expect(await stateOf(order)).toBe('awaiting_payment')
  expect((await asAda(payOrder, { params: { reference: order }, body: {} })).httpStatus).toBe(200)
  await moveOn(2 * minute)
  expect(await stateOf(order)).toBe('expired')
  expect((await asAda(payOrder, { params: { reference: order }, body: {} })).code).toBe('order_not_payable')
})

test('an order with a link is payable for three days, to the minute', async () => {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  await moveOn(72 * hour - minute)
  expect(await stateOf(data.orderReference)).toBe('awaiting_payment')
  await moveOn(2 * minute)
  expect(await stateOf(data.orderReference)).toBe('expired')
})

test('Paystack is asked about an attempt to the last minute of three days, and not after it', async () => {
  const { payment } = await book(asAda)
  await moveOn(72 * hour - minute)
  expect(await attemptState(payment)).toBe('started')
  await world.sql`update payment set check_at = ${world.clock.now()} where reference = ${payment}`
  await moveOn(2 * minute)
  expect(await attemptState(payment)).toBe('abandoned')
})

test('an owner who does not choose within a day of a missed home visit gets an operator’s case, once', async () => {
  const { order, payment } = await book(asAda, bookingForm({ type: homeVisit(world.clock.now()) }))
  await world.sql`update lab_order set collection_on = ${'2026-01-05'} where reference = ${order}`
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await settle(world.provider, payment)
  const cases = async () => world.sql<{ closed: boolean; note: string | null }[]>`
    select closed_at is not null as closed, close_note as note from money_case
    where kind = 'late_choice' and subject = ${order}`
  await moveOn(24 * hour - minute)
  expect(await cases()).toHaveLength(0)
  await moveOn(2 * minute)
  await moveOn(minute)
  expect(await cases()).toEqual([{ closed: false, note: null }])
  expect(await stateOf(order)).toBe('scheduled')
  const date = new Date(world.clock.now().getTime() + 72 * hour).toISOString().slice(0, 10)
  await asAda(moveVisit, { params: { reference: order }, body: { date, time: '09:00' } })
  await moveOn(minute)
  expect(await cases()).toEqual([{ closed: true, note: 'The person who booked has chosen: new_day.' }])
})

test('a webhook repeated during its own job has one job, which can still be retried', async () => {
  const { payment } = await book(asAda)
  const data = { reference: payment, status: 'success', amount: 1_000_000, currency: 'NGN' }
  const body = Buffer.from(JSON.stringify({ event: 'charge.success', data }))
  const signature = createHmac('sha512', signingKey).update(body).digest('hex')
  const { paystack } = world.provider
  const receive = () =>
    receiveWebhook({ ...world.provider, paystack, countRejection: () => {} }, body, signature)
  await receive()
  await world.sql`update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now(), attempts = 1
    where key like 'webhook:%'`
  for (let again = 0; again < 20; again += 1) await receive()
  const jobs =
    await world.sql`select attempts from graphile_worker.jobs where task_identifier = 'handle-webhook'`
  expect(jobs).toEqual([{ attempts: 1 }])
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
