import { addBooking, cancelOrder } from '@labalaba/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ada, castPassword, chidi, drBello } from '../../../test/cast.ts'
import { bookingForm, buildWorld, type Caller, callerOf } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { liftedUseLimits } from '../../infra/http/use-limits.ts'
import { createVerifiedAccount } from '../accounts/index.ts'

const world = await buildWorld()
const useLimits = { ...liftedUseLimits, openOrders: 20, openOrdersOfDoctor: 23 }
const app = await buildApp({ ...world.parts, useLimits })
const site = await app.listen({ host: '127.0.0.1', port: 0 })
const few = await buildApp({ ...world.parts, useLimits: { ...liftedUseLimits, bookingsPerHour: 3 } })
const fewSite = await few.listen({ host: '127.0.0.1', port: 0 })
let asAda: Caller
let asBello: Caller
beforeAll(async () => {
  asAda = callerOf(site, `Bearer ${await world.tokenOf(ada)}`)
  asBello = callerOf(site, `Bearer ${await world.tokenOf(drBello)}`)
})
afterAll(async () => {
  await Promise.all([app.close(), few.close()])
})

beforeEach(async () => {
  // Orders of earlier tests wait for no payment any more.
  await world.sql`update lab_order set expires_at = created_at where state = 'awaiting_payment'`
})

const openOf = async (email: string) => {
  const [row] = await world.sql<{ open: number }[]>`select count(*)::int as open from lab_order
    join account on account.id = account_id where account.email = ${email}
    and lab_order.state = 'awaiting_payment' and expires_at > ${world.clock.now()}`
  return row?.open
}
const book = (caller: Caller, form = bookingForm()) => caller(addBooking, { body: form })

test.each(['online', 'link'] as const)(
  'of thirty concurrent bookings of one account, paid %s, twenty are placed, and the others must be paid first',
  async (payment) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => book(asAda, bookingForm({ payment }))))
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20)
    for (const answer of answers.filter(({ httpStatus }) => httpStatus !== 200))
      expect(answer).toMatchObject({
        httpStatus: 409,
        code: 'many_unpaid_orders',
        message: 'You have 20 bookings that are not paid. Pay or cancel one of them before you book again.',
      })
    expect(await openOf(ada.email)).toBe(20)
  },
)

test('a doctor who is not verified has the limit of a patient', async () => {
  const person = { email: 'new@doctors.example', name: 'Bisi Lawal', type: 'doctor' } as const
  await createVerifiedAccount(world.db, world.parts, {
    ...person,
    phone: '2348030000077',
    password: castPassword,
    address: 'Yaba',
  })
  const call = callerOf(site, `Bearer ${await world.tokenOf(person)}`)
  const answers = await Promise.all(Array.from({ length: 24 }, () => book(call)))
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20)
})

test('a verified doctor has a higher limit, and limits are counted by account', async () => {
  const answers = await Promise.all(Array.from({ length: 26 }, () => book(asBello)))
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(23)
  expect((await book(asAda)).httpStatus).toBe(200)
})

test('an account at its limit can book again once an order is cancelled or over, and a repeated booking always returns its order', async () => {
  const form = bookingForm({ payment: 'link' })
  const first = await book(asAda, form)
  for (let n = 1; n < 20; n += 1) await book(asAda, bookingForm({ payment: 'link' }))
  expect((await book(asAda)).code).toBe('many_unpaid_orders')
  expect(await book(asAda, form)).toMatchObject({ httpStatus: 200, data: first.data })

  const params = { reference: first.data.orderReference }
  await asAda(cancelOrder, { params, body: { refundTo: 'source' } })
  expect((await book(asAda)).httpStatus).toBe(200)
  expect((await book(asAda)).code).toBe('many_unpaid_orders')
  await world.sql`update lab_order set expires_at = ${world.clock.now()} where id =
    (select max(id) from lab_order where state = 'awaiting_payment')`
  expect((await book(asAda)).httpStatus).toBe(200)
})

test('an account with very many bookings in an hour must wait; a placed one still returns its order', async () => {
  const asChidi = callerOf(fewSite, `Bearer ${await world.tokenOf(chidi)}`)
  const form = bookingForm()
  const answers = [await book(asChidi, form), await book(asChidi), await book(asChidi)]
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])
  const refused = await fetch(`${fewSite}${addBooking.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.tokenOf(chidi)}`, 'content-type': 'application/json' },
    body: JSON.stringify(bookingForm()),
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await refused.json()).toMatchObject({ code: 'too_many_bookings', data: null })
  expect((await book(asChidi, form)).data.orderReference).toBe(answers[0]?.data.orderReference)
  const kept = await world.sql<{ key: string }[]>`select key from rate_count where key like 'bookings:%'`
  expect(kept.some(({ key }) => key.includes(chidi.email))).toBe(false)
})
