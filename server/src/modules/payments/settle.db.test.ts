import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addBooking, checkPayment, payOrder, readOrder, readPaymentLink } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, chidi } from '../../../test/cast.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  homeVisit,
  newestPayment,
  signingKey,
  until,
} from '../../../test/world.ts'
import { expireUnpaidOrders, settleSilentPayments } from './jobs.ts'
import { settle } from './settle.ts'
import { openRejectionCounter } from './webhook/webhooks.ts'

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  await world.work()
  asAda = await world.as(ada)
})

const hour = 60 * 60 * 1000

async function stateOf(order: string): Promise<string> {
  return (await asAda(readOrder, { params: { reference: order } })).data.state
}

async function postings(order: string) {
  return await world.sql<{ kind: string; account: string; owner: string; amount_kobo: number }[]>`
    select posting.kind, account.kind as account, account.owner, line.amount_kobo
    from ledger_posting posting join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id
    where posting.order_reference = ${order} order by posting.id, line.position`
}

async function silently(payment: string, terms: object = {}) {
  return await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false, ...terms })
}

async function webhook(body: object | string, signature?: string): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const signed = signature ?? createHmac('sha512', signingKey).update(text).digest('hex')
  const reply = await fetch(`${world.publicUrl}/v0/webhooks/paystack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signed && { 'x-paystack-signature': signed }) },
    body: text,
  })
  return reply.status
}

test('a webhook of a paid transaction schedules the order and posts its money, share by share', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/succeed`)
  await until('the order is scheduled', async () => (await stateOf(order)) === 'scheduled')
  const lines = await postings(order)
  const of = (account: string) =>
    lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.amount_kobo, 0)
  expect(of('provider_clearing') + of('provider_fees')).toBe(1_000_000)
  expect(of('lab')).toBe(-850_000)
  expect(of('platform_revenue')).toBe(-150_000)
  expect(lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(0)
})

test('ten webhooks, ten return pages and the scheduled job at once settle a payment once, with one receipt', async () => {
  const { order, payment } = await book(asAda, bookingForm({ email: 'once@cast.example' }))
  await silently(payment)
  await Promise.all([
    world.control('POST', `/transactions/${payment}/webhook`, { times: 10 }),
    ...Array.from({ length: 10 }, () =>
      world.nobody(checkPayment, { params: { reference: payment }, body: {} }),
    ),
    ...Array.from({ length: 5 }, () => settle(world.provider, payment)),
  ])
  await until('the order is scheduled', async () => (await stateOf(order)) === 'scheduled')
  await until('the receipt has come', async () => (await world.mailTo('once@cast.example')).length > 0)
  await pause(300)
  expect((await world.mailTo('once@cast.example')).map((mail) => mail.subject)).toEqual([
    'Your booking is confirmed',
  ])
  const settled =
    await world.sql`select 1 from payment_event e join payment p on p.id = e.payment_id where p.reference = ${payment} and e.verb = 'settle'`
  expect(settled).toHaveLength(1)
  expect((await postings(order)).filter((line) => line.account === 'provider_clearing')).toHaveLength(1)
})

test('a payment whose webhook never comes is found by the scheduled job after thirty seconds of silence', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment)
  expect(await stateOf(order)).toBe('awaiting_payment')
  world.clock.moveOn(31_000)
  await settleSilentPayments(world.provider)
  expect(await stateOf(order)).toBe('scheduled')
})

test('a webhook with a wrong, missing or upper-case signature changes nothing and is counted', async () => {
  const { order, payment } = await book(asAda)
  await silently(payment)
  const body = JSON.stringify({
    event: 'charge.success',
    data: { reference: payment, status: 'success', amount: 1_000_000, currency: 'NGN' },
  })
  const right = createHmac('sha512', signingKey).update(body).digest('hex')
  const counted = async () =>
    (await world.sql<{ n: number }[]>`select coalesce(sum(times), 0)::int as n from webhook_rejection`)[0]
      ?.n ?? 0
  const before = await counted()
  expect(await webhook(body, right.toUpperCase())).toBe(401)
  expect(await webhook(body, `${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`)).toBe(401)
  expect(await webhook(`${body} `, right)).toBe(401)
  expect(await webhook(body, '')).toBe(401)
  await expect.poll(counted).toBe(before + 4)
  expect(await stateOf(order)).toBe('awaiting_payment')
})

test('a flood of unsigned webhooks is counted one write at a time', async () => {
  const writes: number[] = []
  let atOnce = 0
  const slow = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      atOnce += 1
      writes.push(atOnce)
      await new Promise((resolve) => setTimeout(resolve, 20))
      atOnce -= 1
      return result
    },
  })
  const sum = async () =>
    (await world.sql<{ n: number }[]>`select coalesce(sum(times), 0)::int as n from webhook_rejection`)[0]?.n
  const before = (await sum()) ?? 0
  const count = openRejectionCounter(slow)
  for (let time = 0; time < 300; time += 1) count('no_signature', new Date())
  await expect.poll(sum).toBe(before + 300)
  expect([Math.max(...writes), writes.length]).toEqual([1, 2])
})

test('a signed webhook that lies about an unpaid transaction changes nothing and is recorded', async () => {
  const { order, payment } = await book(asAda)
  const said = (data: object) =>
    webhook({
      event: 'charge.success',
      data: { reference: payment, status: 'success', amount: 1_000_000, currency: 'NGN', ...data },
    })
  expect(await said({})).toBe(200)
  expect(await said({ amount: 5 })).toBe(200)
  expect(await said({ currency: 'USD' })).toBe(200)
  expect(await said({ reference: 'bk-00000000000000000000000000' })).toBe(200)
  await until('all four are handled', async () => {
    const rows =
      await world.sql`select 1 from paystack_event where outcome is not null and reference in (${payment}, 'bk-00000000000000000000000000')`
    return rows.length === 4
  })
  const outcomes = await world.sql<
    { outcome: string }[]
  >`select outcome from paystack_event where reference in (${payment}, 'bk-00000000000000000000000000') order by id`
  expect(outcomes.map((row) => row.outcome)).toEqual(['applied', 'mismatch', 'mismatch', 'unknown_reference'])
  expect(await stateOf(order)).toBe('awaiting_payment')
  expect(await postings(order)).toEqual([])
})

test('a signed body that is not JSON is stored and answered with 200', async () => {
  expect(await webhook('{"event": oops')).toBe(200)
})

test.each([
  ['less', { amount: 999_900 }, 'wrong_amount'],
  ['more', { amount: 1_000_100 }, 'wrong_amount'],
  ['another currency', { currency: 'USD' }, 'wrong_currency'],
])('%s than due is held for an operator and never confirms the order', async (_, terms, reason) => {
  const { order, payment } = await book(asAda)
  await silently(payment, terms)
  await settle(world.provider, payment)
  expect(await stateOf(order)).toBe('awaiting_payment')
  const [row] = await world.sql<
    { state: string; hold_reason: string }[]
  >`select state, hold_reason from payment where reference = ${payment}`
  expect(row).toEqual({ state: 'held', hold_reason: reason })
  const unapplied = (await postings(order)).filter((line) => line.account === 'unapplied')
  expect(unapplied.map((line) => line.amount_kobo)).toEqual('amount' in terms ? [-(terms.amount ?? 0)] : [])
})

test('of two paid attempts, one settles the order and the other is returned', async () => {
  const { order, payment: first } = await book(asAda)
  await asAda(payOrder, { params: { reference: order }, body: {} })
  const second = await newestPayment(asAda, order)
  expect(second).not.toBe(first)
  await Promise.all([silently(first), silently(second)])
  await Promise.all([settle(world.provider, first), settle(world.provider, second)])
  expect(await stateOf(order)).toBe('scheduled')
  await until('the other is refunded', async () => {
    const rows = await world.sql<
      { state: string }[]
    >`select state from payment where reference in (${first}, ${second}) order by state`
    world.clock.moveOn(60_000)
    await settleSilentPayments(world.provider)
    return rows.map((row) => row.state).join() === 'refunded,settled'
  })
  const truth = await world.control('GET', '/transactions')
  const statuses = truth.body
    .filter((t: { reference: string }) => [first, second].includes(t.reference))
    .map((t: { status: string }) => t.status)
  expect(statuses.toSorted()).toEqual(['reversed', 'success'])
  const balance = (await postings(order)).filter(
    (line) => line.account === 'unapplied' || line.account === 'refunds',
  )
  expect(balance.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(0)
})

test('a payment of an abandoned attempt still settles', async () => {
  const { order, payment } = await book(asAda)
  await world.sql`update payment set started_at = started_at - interval '4 days' where reference = ${payment}`
  expect((await settle(world.provider, payment))?.state).toBe('abandoned')
  await silently(payment)
  await settle(world.provider, payment)
  expect(await stateOf(order)).toBe('scheduled')
})

test('a declined payment fails the attempt, and the order can be paid again', async () => {
  const { order, payment } = await book(asAda)
  await world.control('POST', `/transactions/${payment}/fail`)
  const { data } = await world.nobody(checkPayment, { params: { reference: payment }, body: {} })
  expect(data.state).toBe('failed')
  const again = await asAda(payOrder, { params: { reference: order }, body: {} })
  expect(again.httpStatus).toBe(200)
  await silently(again.data.reference)
  await settle(world.provider, again.data.reference)
  expect(await stateOf(order)).toBe('scheduled')
})

test('an unpaid order expires with its link, and a later payment still pays it', async () => {
  const linked = await asAda(addBooking, {
    body: bookingForm({ payment: 'link', type: homeVisit(world.clock.now()) }),
  })
  const token = String(linked.data.url).split('/pay/')[1] ?? ''
  const { order, payment } = await book(asAda)
  world.clock.moveOn(25 * hour)
  asAda = await world.as(ada)
  await expireUnpaidOrders(world.provider)
  expect(await stateOf(order)).toBe('expired')
  expect((await asAda(payOrder, { params: { reference: order }, body: {} })).code).toBe('order_not_payable')
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('active')
  await silently(payment)
  await settle(world.provider, payment)
  expect(await stateOf(order)).toBe('scheduled')
  world.clock.moveOn(48 * hour)
  asAda = await world.as(ada)
  expect((await world.nobody(readPaymentLink, { params: { token } })).data.state).toBe('expired')
  await expireUnpaidOrders(world.provider)
  expect(await stateOf(linked.data.orderReference)).toBe('expired')
})

test('while Paystack is unreachable the booking stays, and the same call pays it later', async () => {
  await world.control('PUT', '/faults', { api: { serverError: 1 } })
  const form = bookingForm()
  const refused = await asAda(addBooking, { body: form })
  expect([refused.httpStatus, refused.code]).toEqual([503, 'payment_provider_down'])
  await world.control('DELETE', '/faults')
  const again = await asAda(addBooking, { body: form })
  expect(again.httpStatus).toBe(200)
  expect(again.data.orderReference).toBe(Reflect.get(Object(refused.data), 'orderReference'))
  expect(again.data.redirecturl).toContain('/checkout/')
})

test('an order, payment attempt or link token of another account is not found', async () => {
  const { order } = await book(asAda)
  const asChidi = await world.as(chidi)
  expect((await asChidi(readOrder, { params: { reference: order } })).httpStatus).toBe(404)
  expect((await asChidi(payOrder, { params: { reference: order }, body: {} })).httpStatus).toBe(404)
  expect(
    (await world.nobody(checkPayment, { params: { reference: 'bk-nobody-has-this-one' }, body: {} }))
      .httpStatus,
  ).toBe(404)
  expect((await world.nobody(readPaymentLink, { params: { token: 'x'.repeat(43) } })).httpStatus).toBe(404)
})

test('repeating a booking whose attempt was declined opens a fresh checkout', async () => {
  const form = bookingForm()
  const { order, payment } = await book(asAda, form)
  await world.control('POST', `/transactions/${payment}/fail`)
  await settle(world.provider, payment)
  const again = await asAda(addBooking, { body: form })
  expect(again.data.orderReference).toBe(order)
  expect(await newestPayment(asAda, order)).not.toBe(payment)
})

test('an order takes twenty attempts in an hour, and then must wait', async () => {
  const { order } = await book(asAda)
  // Five at once: more would wait so long for each other on a busy machine that some are refused as busy. Two that meet
  // before either page is opened share an attempt, so the number of calls varies.
  let statuses: number[] = []
  do {
    const tries = Array.from({ length: 5 }, () => asAda(payOrder, { params: { reference: order }, body: {} }))
    statuses = (await Promise.all(tries)).map((answer) => answer.httpStatus)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  } while (statuses.includes(200))
  const [attempts] = await world.sql`select count(*)::int as count from payment
    where order_id = (select id from lab_order where reference = ${order})`
  expect(attempts).toEqual({ count: 20 })
})
