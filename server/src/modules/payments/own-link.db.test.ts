import { setTimeout as pause } from 'node:timers/promises'
import {
  addBooking,
  checkPayment,
  payByLink,
  payOrder,
  readOrder,
  readPaymentLink,
  renewLink,
  sharePaymentUrl,
  stopLink,
} from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, yaba } from '../../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, until } from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { lockOrder } from '../orders/index.ts'
import { expireUnpaidOrders, settleSilentPayments } from './jobs.ts'
import { stopLink as stopLinkOf } from './links.ts'
import { settle } from './settle.ts'

const minute = 60 * 1000
const hour = 60 * minute

const world = await buildWorld()
let asAda: Caller

beforeAll(async () => {
  asAda = await world.as(ada)
})

const tokenOf = (url: string | undefined) => String(url).split('/pay/')[1] ?? ''
const look = async (token: string) => (await world.nobody(readPaymentLink, { params: { token } })).data
const open = (token: string) => world.nobody(payByLink, { params: { token }, body: {} })
const stop = (reference: string) => asAda(stopLink, { params: { reference } })
const renew = (reference: string) => asAda(renewLink, { params: { reference }, body: { renew: true } })
const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data
const silently = (payment: string) =>
  world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })

async function bookLink() {
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  return { order: data.orderReference, url: String(data.url), token: tokenOf(data.url) }
}

/** Repeats a request that a busy machine did not answer in time, as the page does; for half a minute. */
async function withRetry<T extends { readonly httpStatus: number }>(ask: () => Promise<T>): Promise<T> {
  const last = Date.now() + 30_000
  let answer = await ask()
  for (; answer.httpStatus === 503 && Date.now() < last; answer = await ask()) await pause(200)
  return answer
}

const openPatiently = (token: string) => withRetry(() => open(token))

/** What the return page shows. */
async function lookPatiently(reference: string) {
  const ask = () => world.nobody(checkPayment, { params: { reference }, body: {} })
  return (await withRetry(ask)).data
}

async function eventsOf(order: string): Promise<string[]> {
  const events = await world.sql<{ step: string }[]>`
    select e.actor || ' ' || e.verb || ' ' || e.to_state as step
    from payment_link_event e join payment_link l on l.id = e.link_id join lab_order o on o.id = l.order_id
    where o.reference = ${order} order by e.id`
  return events.map(({ step }) => step)
}

test('a stopped link cannot be paid, shows nothing of the patient, and the order can be paid in another way', async () => {
  const { order, token } = await bookLink()
  expect((await stop(order)).httpStatus).toBe(200)
  const { expiresAt } = (await stop(order)).data
  const seen = await look(token)
  expect(seen.state).toBe('revoked')
  expect(JSON.stringify(seen)).not.toContain('Mama Obi')
  expect((await open(token)).code).toBe('link_ended')
  expect(await read(order)).toMatchObject({
    state: 'awaiting_payment',
    expiresAt,
    may: { pay: true, shareLink: true },
    link: { url: null, state: 'revoked' },
  })
  expect(await eventsOf(order)).toEqual(['payer make active', 'patient revoke revoked'])
})

test.each([
  ['a day from its booking', 1, 23],
  ['one more hour where that day is over', 30, 1],
  ['one more hour where that day is nearly over', 23.5, 1],
])(
  'an order whose link is stopped waits for %s, and with a new link for three days again',
  async (_, after, left) => {
    const { order } = await bookLink()
    world.clock.moveOn(after * hour)
    asAda = await world.as(ada)
    const until = (await stop(order)).data.expiresAt
    const waits = () => Date.parse(until) - world.clock.now().getTime()
    expect(Math.abs(waits() - left * hour)).toBeLessThan(10_000)
    expect((await read(order)).expiresAt).toBe(until)
    world.clock.moveOn(0.5 * hour)
    expect((await stop(order)).data.expiresAt).toBe(until)
    const { data } = await renew(order)
    expect(Math.abs(Date.parse(data.expiresAt) - world.clock.now().getTime() - 72 * hour)).toBeLessThan(
      10_000,
    )
    expect((await read(order)).expiresAt).toBe(data.expiresAt)
  },
)

test('stopping an expired link does not reopen its order', async () => {
  const { order } = await bookLink()
  world.clock.moveOn(72 * hour + minute)
  asAda = await world.as(ada)
  await stop(order)
  expect(await read(order)).toMatchObject({ link: { state: 'expired' }, may: { pay: false } })
  await expireUnpaidOrders(world.provider)
  expect((await read(order)).state).toBe('expired')
})

test('a new link works for three new days, and the old one no longer', async () => {
  const { order, token } = await bookLink()
  world.clock.moveOn(10 * hour)
  asAda = await world.as(ada)
  const { data } = await renew(order)
  const left = Date.parse(data.expiresAt) - world.clock.now().getTime()
  expect(Math.abs(left - 72 * hour)).toBeLessThan(10_000)
  expect([(await look(token)).state, (await look(tokenOf(data.url))).state]).toEqual(['revoked', 'active'])
  expect(await read(order)).toMatchObject({ expiresAt: data.expiresAt, link: { url: data.url } })
  expect(await eventsOf(order)).toEqual(['payer make active', 'patient renew revoked', 'payer make active'])
  const body = {
    url: `${world.publicUrl}/pay/${token}`,
    email: 'payer@link.example',
    patient_name: 'Mama Obi',
    phone: '',
    orderSummary: {
      orderId: order,
      tests: [fbc.name],
      lab: yaba.name,
      location: yaba.main,
      total_amount: '10000',
    },
  }
  expect((await asAda(sharePaymentUrl, { body })).code).toBe('not_your_link')
  expect((await asAda(sharePaymentUrl, { body: { ...body, url: data.url } })).httpStatus).toBe(200)
})

test('a link that expired, or was never made, can be made anew', async () => {
  const { order, token } = await bookLink()
  await world.sql`update payment_link set expires_at = created_at + interval '1 second' where token_hash is not null
    and order_id = (select id from lab_order where reference = ${order})`
  world.clock.moveOn(2000)
  expect((await look(token)).state).toBe('expired')
  expect((await look(tokenOf((await renew(order)).data.url))).state).toBe('active')
  const online = await book(asAda)
  expect((await look(tokenOf((await renew(online.order)).data.url))).state).toBe('active')
  expect((await stop((await book(asAda)).order)).httpStatus).toBe(200)
})

test.each([
  ['stopped', stop],
  ['renewed', renew],
])('money by an attempt that was started through a link before it was %s pays the order', async (_, end) => {
  const { order, token } = await bookLink()
  const { reference } = (await open(token)).data
  await end(order)
  await silently(reference)
  await settle(world.provider, reference)
  expect((await read(order)).state).toBe('scheduled')
  expect((await look(token)).state).toBe('paid')
})

test('of concurrent payments by the old link and by the new one, one pays and the other is refunded', async () => {
  const { order, token } = await bookLink()
  const old = (await open(token)).data.reference
  const fresh = (await open(tokenOf((await renew(order)).data.url))).data.reference
  await Promise.all([silently(old), silently(fresh)])
  await Promise.all([settle(world.provider, old), settle(world.provider, fresh)])
  const troubles = (await read(order)).payments.map(({ trouble }) => trouble)
  expect(troubles.filter((trouble) => trouble === 'paid_before')).toHaveLength(1)
  expect(troubles.filter((trouble) => trouble === null)).toHaveLength(1)
})

test('no attempt starts after the owner has stopped the link, even if payers open it concurrently', async () => {
  const { order, token } = await bookLink()
  const answers = await Promise.all([...Array.from({ length: 8 }, () => open(token)), stop(order)])
  for (const { httpStatus } of answers) expect([200, 410]).toContain(httpStatus)
  expect((await open(token)).code).toBe('link_ended')
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('of five concurrent renewals, one link works at the end', async () => {
  const { order } = await bookLink()
  const made = await Promise.all(Array.from({ length: 5 }, () => renew(order)))
  const states = await Promise.all(made.map(async ({ data }) => (await look(tokenOf(data.url))).state))
  expect(states.toSorted()).toEqual(['active', 'revoked', 'revoked', 'revoked', 'revoked'])
})

test('a paid order has no link to renew, and stopping its link leaves it paid', async () => {
  const { order, token } = await bookLink()
  const { reference } = (await open(token)).data
  await silently(reference)
  await settle(world.provider, reference)
  expect((await renew(order)).code).toBe('already_paid')
  expect((await stop(order)).httpStatus).toBe(200)
  expect((await look(token)).state).toBe('paid')
})

test('only the owner can stop or renew a link, also a doctor’s own', async () => {
  const { order, token } = await bookLink()
  const asChidi = await world.as(chidi)
  expect((await asChidi(stopLink, { params: { reference: order } })).httpStatus).toBe(404)
  const foreign = await asChidi(renewLink, { params: { reference: order }, body: { renew: true } })
  expect(foreign.httpStatus).toBe(404)
  expect((await look(token)).state).toBe('active')
  const asDoctor = await world.as(drBello)
  const { data } = await asDoctor(addBooking, { body: bookingForm({ payment: 'link' }) })
  await asDoctor(stopLink, { params: { reference: data.orderReference } })
  expect(await eventsOf(data.orderReference)).toEqual(['payer make active', 'doctor revoke revoked'])
})

test('an order changes from online to link and back, and whichever attempt is paid pays it', async () => {
  const { order, payment } = await book(asAda)
  const token = tokenOf((await renew(order)).data.url)
  const byLink = (await open(token)).data.reference
  await stop(order)
  const again = (await asAda(payOrder, { params: { reference: order }, body: {} })).data.reference
  await silently(payment)
  await settle(world.provider, payment)
  expect((await read(order)).state).toBe('scheduled')
  await Promise.all([silently(byLink), silently(again)])
  await Promise.all([settle(world.provider, byLink), settle(world.provider, again)])
  const { payments } = await read(order)
  expect(payments.map(({ trouble }) => trouble)).toEqual(['paid_before', 'paid_before', null])
})

test('with two paid attempts, webhook, return page and scheduled job settle one, and both payers get a mail', async () => {
  const { order, payment } = await book(asAda)
  const token = tokenOf((await renew(order)).data.url)
  const other = (await open(token)).data.reference
  await Promise.all([silently(payment), silently(other)])
  world.clock.moveOn(31_000)
  await Promise.all([
    ...[payment, other].flatMap((reference) => [
      world.control('POST', `/transactions/${reference}/webhook`, { times: 3 }),
      world.nobody(checkPayment, { params: { reference }, body: {} }),
      settle(world.provider, reference),
    ]),
    settleSilentPayments(world.provider),
    settleSilentPayments(world.provider),
  ])
  const told = await Promise.all(
    [payment, other].map(
      async (reference) => (await world.nobody(checkPayment, { params: { reference }, body: {} })).data,
    ),
  )
  expect(told.map(({ trouble }) => trouble).toSorted()).toEqual([null, 'paid_before'].toSorted())
  expect(told.find(({ trouble }) => trouble === null)?.state).toBe('settled')
})

test('a payer who waits for the order’s lock while the link is stopped starts no attempt', async () => {
  const { order, token } = await bookLink()
  const own = await orderRow(order)
  const answer = await world.db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, own.id)
    const waiting = open(token)
    await until('the payer waits for the order', async () => {
      const found =
        await world.sql`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
      return found.length > 0
    })
    await stopLinkOf(tx, locked, 'patient', world.clock.now())
    return { waiting }
  })
  expect((await answer.waiting).code).toBe('link_ended')
  expect(await world.sql`select 1 from payment where order_id = ${own.id}`).toHaveLength(0)
})

async function orderRow(reference: string): Promise<{ id: number }> {
  const [row] = await world.sql<{ id: number }[]>`select id from lab_order where reference = ${reference}`
  return row ?? expect.unreachable()
}

test('a payer who is still at Paystack when another has paid learns it there, and is refunded', async () => {
  const { token } = await bookLink()
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(async () => (await open(token)).data.reference),
  )
  if (!first || !second || !third) return expect.unreachable()
  expect(await lookPatiently(second)).toMatchObject({ state: 'started', paidByAnother: false, refund: null })
  await silently(first)
  await settle(world.provider, first)
  expect(await lookPatiently(first)).toMatchObject({ state: 'settled', paidByAnother: false, refund: null })
  world.clock.moveOn(2000)
  expect(await lookPatiently(second)).toMatchObject({ state: 'started', paidByAnother: true, refund: null })
  await world.control('POST', `/transactions/${third}/fail`)
  expect(await lookPatiently(third)).toMatchObject({ state: 'failed', paidByAnother: true, refund: null })
  await silently(second)
  expect(await lookAgain(second)).toMatchObject({
    state: 'refunding',
    trouble: 'paid_before',
    paidByAnother: true,
    refund: { amount: 10_000, state: 'pending' },
  })
})

/** What the return page shows once the payment has not been checked for a while. */
async function lookAgain(reference: string) {
  world.clock.moveOn(2000)
  return await lookPatiently(reference)
}

test('fifty payers at once on one link: one settles, forty-nine learn that it is paid, and all excess money is refunded', async () => {
  const { order, token } = await bookLink()
  const opened = await Promise.all(Array.from({ length: 50 }, () => openPatiently(token)))
  const references = opened.map(({ data }) => data.reference)
  expect(new Set(references).size).toBe(50)
  await Promise.all(references.map((reference) => silently(reference)))
  const told = await Promise.all(references.map(lookPatiently))
  expect(told.filter(({ state, paidByAnother }) => state === 'settled' && !paidByAnother)).toHaveLength(1)
  const others = told.filter(({ state }) => state !== 'settled')
  expect(others).toHaveLength(49)
  for (const other of others)
    expect(other).toMatchObject({
      state: 'refunding',
      trouble: 'paid_before',
      paidByAnother: true,
      refund: { amount: 10_000, state: 'pending' },
    })
  const pages = await Promise.all(Array.from({ length: 49 }, () => Promise.all([look(token), open(token)])))
  for (const [seen, refused] of pages) expect([seen.state, refused.code]).toEqual(['paid', 'already_paid'])
  const states = async () =>
    (
      await world.sql<{ state: string; n: number }[]>`
      select p.state, count(*)::int as n from payment p join lab_order o on o.id = p.order_id
      where o.reference = ${order} and captured_kobo = 1000000 group by 1 order by 1`
    ).map(({ state, n }) => `${n} ${state}`)
  await expect
    .poll(
      async () => {
        world.clock.moveOn(61_000)
        await settleSilentPayments(world.provider)
        return await states()
      },
      { timeout: 60_000 },
    )
    .toEqual(['49 refunded', '1 settled'])
  const after = await Promise.all(references.map(lookPatiently))
  expect(after.filter(({ refund }) => refund?.state === 'processed')).toHaveLength(49)
  const truth = await world.control('GET', '/truth')
  const taken = truth.body.references.filter((one: { reference: string }) =>
    references.includes(one.reference),
  )
  const returned = taken.map((one: { refunded: number }) => one.refunded).toSorted()
  expect(returned).toEqual([0, ...Array.from({ length: 49 }, () => 1_000_000)])
  // Payers who had to wait were asked to retry; none was blocked permanently.
  const [database] = await world.sql<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(database?.deadlocks).toBe(0)
}, 120_000)

test('after all tests of this file the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
