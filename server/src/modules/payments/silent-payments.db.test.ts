import { setTimeout as pause } from 'node:timers/promises'
import { addBooking, checkPayment, payOrder, readOrder } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada } from '../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, until } from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { settleSilentPayments } from './jobs.ts'
import { requestRefund } from './refunds/cancel.ts'
import { advanceRefund } from './refunds/refunds.ts'
import * as repository from './repository.ts'
import { endSilence, settle } from './settle.ts'
import { handleWebhook } from './webhook/webhooks.ts'

const second = 1000
const hour = 3600 * second

const world = await buildWorld()
let asAda: Caller

/** No attempt of the earlier tests is checked any more. */
beforeEach(async () => {
  await world.sql`update payment set check_at = null`
  asAda = await world.as(ada)
})

async function rowOf(reference: string) {
  const [row] = await world.sql<{ id: number; state: string; check_at: Date | null; checks: number }[]>`
    select id, state, check_at, checks from payment where reference = ${reference}`
  return row ?? expect.unreachable()
}

async function secondsToCheck(reference: string): Promise<number> {
  const { check_at } = await rowOf(reference)
  return Math.round(((check_at?.getTime() ?? 0) - world.clock.now().getTime()) / second)
}

async function orderState(reference: string): Promise<string> {
  asAda = await world.as(ada)
  return (await asAda(readOrder, { params: { reference } })).data.state
}

const silently = (reference: string) =>
  world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })

test('an attempt without a webhook is checked after half a minute, and then with growing pauses', async () => {
  const { payment } = await book(asAda)
  expect(await secondsToCheck(payment)).toBeGreaterThan(25)
  const pauses: number[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    world.clock.moveOn(((await secondsToCheck(payment)) + 1) * second)
    await settleSilentPayments(world.provider)
    pauses.push(await secondsToCheck(payment))
  }
  expect(pauses).toEqual([30, 60, 120, 300, 600, 1800, 3600, 3600])
})

test('an attempt whose page is opened hours after its start is checked as often as a new one', async () => {
  await world.control('PUT', '/faults', { api: { tooMany: 1 } })
  const form = bookingForm()
  const waited = await asAda(addBooking, { body: form })
  expect(waited).toMatchObject({ httpStatus: 503, code: 'payments_busy' })
  const order = String(Reflect.get(Object(waited.data), 'orderReference'))
  const [{ payment } = { payment: '' }] = await world.sql<{ payment: string }[]>`
    select payment.reference as payment from payment join lab_order on lab_order.id = order_id
    where lab_order.reference = ${order}`
  await world.control('DELETE', '/faults')
  // Paystack has no page of it yet.
  for (let turn = 0; turn < 8; turn += 1) {
    world.clock.moveOn(((await secondsToCheck(payment)) + 1) * second)
    await settleSilentPayments(world.provider)
  }
  expect(await secondsToCheck(payment)).toBeGreaterThan(1800)
  asAda = await world.as(ada)
  expect(await asAda(payOrder, { params: { reference: order }, body: {} })).toMatchObject({
    httpStatus: 200,
    data: { reference: payment },
  })
  expect(await secondsToCheck(payment)).toBeLessThanOrEqual(30)
  await silently(payment)
  world.clock.moveOn(31 * second)
  await settleSilentPayments(world.provider)
  expect(await orderState(order)).toBe('scheduled')
})

test('a payer who checks repeatedly does not slow the scheduled job', async () => {
  const { order, payment } = await book(asAda)
  for (let looks = 0; looks < 9; looks += 1)
    await world.nobody(checkPayment, { params: { reference: payment }, body: {} })
  expect(await secondsToCheck(payment)).toBeLessThanOrEqual(30)
  await silently(payment)
  world.clock.moveOn(31 * second)
  await settleSilentPayments(world.provider)
  expect(await orderState(order)).toBe('scheduled')
})

test('a declined attempt is still checked: the payer may try another card on the same page', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/fail`)
  world.clock.moveOn(31 * second)
  await settleSilentPayments(world.provider)
  const declined = await rowOf(payment)
  expect([declined.state, declined.check_at === null]).toEqual(['failed', false])
  const other = await book(asAda)
  await silently(other.payment)
  await settle(
    { ...world.provider, paystack: { ...world.provider.paystack, verify: declining } },
    other.payment,
  )
  expect((await rowOf(other.payment)).state).toBe('failed')
  world.clock.moveOn(31 * second)
  await settleSilentPayments(world.provider)
  expect([await orderState(other.order), await orderState(order)]).toEqual(['scheduled', 'awaiting_payment'])
})

/** Paystack’s answer from before the payer tried another card. */
async function declining(reference: string) {
  const truth = await world.provider.paystack.verify(reference)
  return truth.kind === 'yes' ? { ...truth, value: { ...truth.value, status: 'failed' } } : truth
}

test('after three days an attempt is no longer checked', async () => {
  const { payment: silent } = await book(asAda)
  const { payment: declined } = await book(asAda)
  await world.control('POST', `/transactions/${declined}/fail`)
  await settle(world.provider, declined)
  world.clock.moveOn(73 * hour)
  await settleSilentPayments(world.provider)
  expect(await rowOf(silent)).toMatchObject({ state: 'abandoned', check_at: null })
  expect(await rowOf(declined)).toMatchObject({ state: 'failed', check_at: null })
})

test('one attempt that cannot be settled does not delay the others', async () => {
  const [stuck, good] = [await book(asAda), await book(asAda)]
  await Promise.all([silently(stuck.payment), silently(good.payment)])
  const { id } = await rowOf(stuck.payment)
  await world.sql.unsafe(`
    create function stick() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stick before update on payment for each row
      when (old.id = ${id} and new.state <> 'started') execute function stick()`)
  world.clock.moveOn(31 * second)
  await expect(settleSilentPayments(world.provider)).rejects.toThrow('stuck')
  expect(await orderState(good.order)).toBe('scheduled')
  await world.sql`drop trigger stick on payment`
  world.clock.moveOn(61 * second)
  await settleSilentPayments(world.provider)
  expect(await orderState(stuck.order)).toBe('scheduled')
})

test('a webhook that comes while Paystack does not answer is processed once it does', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/succeed`)
  const kept = () => world.sql<{ id: number; outcome: string | null }[]>`
    select id, outcome from paystack_event where reference = ${payment}`
  await until('the webhook has come', async () => (await kept()).length > 0)
  const [{ id } = expect.unreachable()] = await kept()
  await world.control('PUT', '/faults', { api: { serverError: 1 } })
  await expect(handleWebhook(world.provider, id)).rejects.toThrow('did not answer')
  expect((await kept())[0]?.outcome).toBe(null)
  await world.control('DELETE', '/faults')
  await handleWebhook(world.provider, id)
  expect([(await kept())[0]?.outcome, await orderState(order)]).toEqual(['applied', 'scheduled'])
})

test('twenty concurrent refunds of the same money make one, and it is sent once', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment)
  await settle(world.provider, payment)
  const { id } = await rowOf(payment)
  const ask = () =>
    world.db
      .transaction()
      .execute((tx) => requestRefund(tx, id, 'the patient asked', 'operator', world.clock.now()))
  await Promise.all(Array.from({ length: 20 }, ask))
  const refunds = await world.sql<{ id: string }[]>`select id from refund where payment_id = ${id}`
  expect(refunds).toHaveLength(1)
  world.logged.length = 0
  const advance = () => advanceRefund(world.provider, refunds[0]?.id ?? '')
  await Promise.all(Array.from({ length: 8 }, advance))
  await until('the money is back', async () => {
    await advance()
    return (await rowOf(payment)).state === 'refunded'
  })
  const sent = world.logged.filter((line) => line.includes('"method":"POST","route":"/refund"'))
  expect(sent).toHaveLength(1)
  expect(await orderState(order)).toBe('cancelled')
})

test('an attempt never pays if Paystack’s answer has another reference', async () => {
  const { order, payment } = await book(asAda)
  const other = await book(asAda)
  await silently(other.payment)
  const lying = { ...world.provider.paystack, verify: () => world.provider.paystack.verify(other.payment) }
  await settle({ ...world.provider, paystack: lying }, payment)
  expect([await orderState(order), (await rowOf(payment)).state]).toEqual(['awaiting_payment', 'held'])
})

test('money of the other mode never pays', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment)
  await settle({ ...world.provider, paystack: { ...world.provider.paystack, domain: 'live' } }, payment)
  expect([await orderState(order), (await rowOf(payment)).state]).toEqual(['awaiting_payment', 'held'])
})

test('a query for which too many others waited is no silence of Paystack, and is asked again soon', async () => {
  const { payment } = await book(asAda)
  const now = world.clock.now()
  await world.sql`update payment set check_at = ${new Date(now.getTime() + hour)} where reference = ${payment}`
  const unanswered = (retryAfter?: number) => ({
    ...world.provider.paystack,
    verify: async () => ({ kind: 'unknown', why: 'none', ...(retryAfter && { retryAfter }) }) as const,
  })
  const [crowded, silent] = [unanswered(9), unanswered()]
  await settle({ ...world.provider, paystack: crowded }, payment)
  expect(await secondsToCheck(payment)).toBeLessThan(60)
  await settle({ ...world.provider, paystack: silent }, payment)
  const later = new Date(now.getTime() + hour)
  expect(endSilence(crowded, later)).toBe(0)
  expect(endSilence(silent, later)).toBeGreaterThan(0)
})

test('settling an attempt waits for a concurrent change of it, and continues from there', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment)
  const { id } = await rowOf(payment)
  const settling = Promise.withResolvers<unknown>()
  await world.db.transaction().execute(async (tx) => {
    await repository.lockPayment(tx, id)
    settling.resolve(settle(world.provider, payment))
    await pause(300)
    const at = world.clock.now()
    await repository.movePayment(tx, { id, state: 'started' }, { verb: 'fail', actor: 'system', at })
  })
  await settling.promise
  expect(await orderState(order)).toBe('scheduled')
  const steps = await world.sql<{ step: string }[]>`
    select from_state || ' ' || to_state as step from payment_event where payment_id = ${id} order by id`
  expect(steps.map(({ step }) => step)).toEqual(['started started', 'started failed', 'failed settled'])
})

test('the database itself lets one attempt settle an order, and money be returned once', async () => {
  const { payment } = await book(asAda)
  await silently(payment)
  await settle(world.provider, payment)
  const columns = 'order_id, payer_email, due_kobo, state, settles_order, started_at'
  const copy = (state: string, settles: boolean) =>
    world.sql.unsafe(`insert into payment (reference, ${columns})
      select 'bk-copy-of-another-one', order_id, payer_email, due_kobo, '${state}', ${settles}, started_at
      from payment where reference = '${payment}'`)
  await expect(copy('settled', true)).rejects.toThrow('payment_settles_order')
  await expect(copy('started', true)).rejects.toThrow('payment_settled_check')
  const { id } = await rowOf(payment)
  const { captured } = (
    await world.sql<{ captured: number }[]>`select captured_kobo as captured from payment where id = ${id}`
  )[0] ?? { captured: 0 }
  const refund = (key: string, amount: number) =>
    world.sql`insert into refund (payment_id, request_key, actor, origin, amount_kobo, source_kobo, reason, requested_at)
      values (${id}, ${key}, 'system', 'unapplied', ${amount}, ${amount}, 'x', now())`
  await refund('the-first', captured - 100)
  await expect(refund('the-first', 1)).rejects.toThrow('refund_request_key_key')
  await expect(refund('the-second', 101)).rejects.toThrow('would exceed')
  await world.sql`delete from refund where payment_id = ${id}`
})

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
