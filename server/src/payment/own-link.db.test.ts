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
import { ada, chidi, drBello, fbc, yaba } from '../../test/cast.ts'
import { book, bookingForm, buildWorld, type Caller, until, type World } from '../../test/world.ts'
import { brokenInvariants } from '../invariants.ts'
import { sweepPayments } from './jobs.ts'
import { settle } from './settle.ts'

const minute = 60 * 1000
const hour = 60 * minute

let world: World
let asAda: Caller

beforeAll(async () => {
  world = await buildWorld()
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

/** As a payer does whose payment page did not open at once: a busy machine may be too slow for fifty of them. */
async function openPatiently(token: string) {
  let opened = await open(token)
  for (let tries = 1; tries < 6 && opened.httpStatus === 503; tries += 1) opened = await open(token)
  return opened
}

/** As the return page does, which asks again where no answer came. */
async function lookPatiently(reference: string) {
  const ask = () => world.nobody(checkPayment, { params: { reference }, body: {} })
  let seen = await ask()
  for (let tries = 1; tries < 6 && seen.httpStatus === 503; tries += 1) seen = await ask()
  return seen.data
}

async function eventsOf(order: string): Promise<string[]> {
  const events = await world.sql<{ step: string }[]>`
    select e.actor || ' ' || e.verb || ' ' || e.to_state as step
    from payment_link_event e join payment_link l on l.id = e.link_id join lab_order o on o.id = l.order_id
    where o.reference = ${order} order by e.id`
  return events.map(({ step }) => step)
}

test('a stopped link is paid no more, says nothing of the patient, and the order waits as before', async () => {
  const { order, token } = await bookLink()
  const before = await read(order)
  expect((await stop(order)).httpStatus).toBe(200)
  expect((await stop(order)).httpStatus).toBe(200)
  const seen = await look(token)
  expect(seen.state).toBe('revoked')
  expect(JSON.stringify(seen)).not.toContain('Mama Obi')
  expect((await open(token)).code).toBe('link_ended')
  expect(await read(order)).toMatchObject({
    ...{ state: 'awaiting_payment', expiresAt: before.expiresAt, may: { pay: true, shareLink: true } },
    link: { url: null, state: 'revoked' },
  })
  expect(await eventsOf(order)).toEqual(['payer make active', 'patient revoke revoked'])
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
    ...{
      url: `${world.publicUrl}/pay/${token}`,
      email: 'payer@link.example',
      patient_name: 'Mama Obi',
      phone: '',
    },
    orderSummary: {
      ...{ orderId: order, tests: [fbc.name], lab: yaba.name, location: yaba.main, total_amount: '10000' },
    },
  }
  expect((await asAda(sharePaymentUrl, { body })).code).toBe('not_your_link')
  expect((await asAda(sharePaymentUrl, { body: { ...body, url: data.url } })).httpStatus).toBe(200)
})

test('a link that ran out, or was never made, can be had anew', async () => {
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
])('money by an attempt that was begun through a link before it was %s pays the order', async (_, end) => {
  const { order, token } = await bookLink()
  const { reference } = (await open(token)).data
  await end(order)
  await silently(reference)
  await settle(world.provider, reference)
  expect((await read(order)).state).toBe('scheduled')
  expect((await look(token)).state).toBe('paid')
})

test('of money by the old link and by the new one at once, one pays and the other goes back', async () => {
  const { order, token } = await bookLink()
  const old = (await open(token)).data.reference
  const fresh = (await open(tokenOf((await renew(order)).data.url))).data.reference
  await Promise.all([silently(old), silently(fresh)])
  await Promise.all([settle(world.provider, old), settle(world.provider, fresh)])
  const troubles = (await read(order)).payments.map(({ trouble }) => trouble)
  expect(troubles.filter((trouble) => trouble === 'paid_before')).toHaveLength(1)
  expect(troubles.filter((trouble) => trouble === null)).toHaveLength(1)
})

test('while payers open a link and its owner stops it, no attempt is begun after its end', async () => {
  const { order, token } = await bookLink()
  const answers = await Promise.all([...Array.from({ length: 8 }, () => open(token)), stop(order)])
  for (const { httpStatus } of answers) expect([200, 410]).toContain(httpStatus)
  expect((await open(token)).code).toBe('link_ended')
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('of five who renew at once, one link works at the end', async () => {
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

test("nobody stops or renews somebody else's link, and a doctor's own is the doctor's", async () => {
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

test('webhook, return page and sweep meet at two attempts that are both paid: one pays, and both payers are told', async () => {
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
    sweepPayments(world.provider),
    sweepPayments(world.provider),
  ])
  const told = await Promise.all(
    [payment, other].map(
      async (reference) => (await world.nobody(checkPayment, { params: { reference }, body: {} })).data,
    ),
  )
  expect(told.map(({ trouble }) => trouble).toSorted()).toEqual([null, 'paid_before'].toSorted())
  expect(told.find(({ trouble }) => trouble === null)?.state).toBe('settled')
})

test('fifty payers at once on one link: one settles, all others are told that it is paid, and what was taken twice goes back', async () => {
  const { order, token } = await bookLink()
  const opened = await Promise.all(Array.from({ length: 50 }, () => openPatiently(token)))
  const references = opened.map(({ data }) => data.reference)
  expect(new Set(references).size).toBe(50)
  // Twenty have paid at Paystack; thirty are still looking at its page.
  const captured = references.slice(0, 20)
  await Promise.all(captured.map((reference) => silently(reference)))
  const told = await Promise.all(captured.map(lookPatiently))
  expect(told.filter(({ state }) => state === 'settled')).toHaveLength(1)
  expect(told.filter(({ trouble }) => trouble === 'paid_before')).toHaveLength(19)
  const others = await Promise.all(references.slice(20).map(() => Promise.all([look(token), open(token)])))
  for (const [seen, refused] of others) expect([seen.state, refused.code]).toEqual(['paid', 'already_paid'])
  const states = async () =>
    (
      await world.sql<{ state: string; n: number }[]>`
      select p.state, count(*)::int as n from payment p join lab_order o on o.id = p.order_id
      where o.reference = ${order} and captured_kobo > 0 group by 1 order by 1`
    ).map(({ state, n }) => `${n} ${state}`)
  await until('nineteen are refunded', async () => {
    world.clock.moveOn(61_000)
    await sweepPayments(world.provider)
    return (await states()).join() === '19 refunded,1 settled'
  })
  // Who had to wait was told to try again; nobody stood in another's way for good.
  const [database] = await world.sql<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(database?.deadlocks).toBe(0)
}, 90_000)

test('after all this the books and the histories are in order', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
})
