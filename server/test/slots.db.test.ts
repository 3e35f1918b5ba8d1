import {
  addBooking,
  addDays,
  answerLateMoney,
  cancelOrder,
  type LagosDate,
  lagosDate,
  listSlots,
  moveVisit,
  payByLink,
  payOrder,
  readOrder,
  readPaymentLink,
  type WindowStart,
} from '@labalaba/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../src/invariants.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { expireUnpaidOrders, watchLateChoices } from '../src/modules/payments/jobs.ts'
import { settle } from '../src/modules/payments/settle.ts'
import { setVisitPlaces } from '../src/modules/scheduling/capacity/capacity.ts'
import { weekdayOf } from '../src/modules/scheduling/windows/policy.ts'
import { visitAfterMoney } from '../src/modules/scheduling/windows/reservations.ts'
import { ada, castPassword, chidi, drBello, fbc, ikeja, sugar, yaba } from './cast.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, type Form, newestPayment, until } from './world.ts'

type Buyer = { email: string; name: string; type: 'user'; phone: string }

const minute = 60_000
const world = await buildWorld()
let asAda: Caller
let asChidi: Caller
/** A day of its own for each test. */
let day: LagosDate
let crowds = 0

beforeEach(async () => {
  await moveOn(24 * 60 * minute)
  day = addDays(lagosDate(world.clock.now()), 2)
  await world.sql`update lab_location set visit_places = 4`
  await world.sql`delete from slot_capacity`
})

async function signIn(): Promise<void> {
  ;[asAda, asChidi] = await Promise.all([world.as(ada), world.as(chidi)])
}

async function moveOn(milliseconds: number): Promise<void> {
  world.clock.moveOn(milliseconds)
  await signIn()
}

function visitAt(time: string, on: string = day): Form {
  return bookingForm({
    type: {
      mode: 'sampleCollection',
      details: {
        sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja',
        sampleCollectionDate: on,
        sampleCollectionTime: time,
      },
    },
  })
}

async function places(number: number, starts: WindowStart = '07:00', on: LagosDate = day): Promise<void> {
  const [location] = await world.sql<{ id: number }[]>`
    select id::int from lab_location where address = ${yaba.main}`
  const only = { weekday: weekdayOf(on), starts }
  await world.db.transaction().execute((tx) => setVisitPlaces(tx, location?.id ?? 0, number, only))
}

const offered = async (tests = fbc.name as string) => {
  const query = { lab: yaba.slug, location: yaba.main, tests }
  return (await asAda(listSlots, { query })).data
}
const left = async (from = '07:00', on: string = day) =>
  (await offered()).slots.find((slot) => slot.date === on && slot.from === from)?.left
const read = async (caller: Caller, reference: string) =>
  (await caller(readOrder, { params: { reference } })).data
const rowOf = (reference: string) =>
  world.db.selectFrom('lab_order').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
const ask = (caller: Caller, time: string, on: string = day) =>
  caller(addBooking, { body: visitAt(time, on) })
const cancel = (caller: Caller, reference: string) =>
  caller(cancelOrder, { params: { reference }, body: { refundTo: 'source' } })
const move = (caller: Caller, reference: string, time: string, on: string = day) =>
  caller(moveVisit, { params: { reference }, body: { date: on, time } })

/** Valid answers for a crowd: the window is full, or the server is busy. */
const turnedAway = ['slot_unavailable', 'busy']

/** This many accounts, signed in. */
async function crowd(size: number): Promise<Caller[]> {
  crowds += 1
  return await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const person = { ...crowdPerson(index), password: castPassword, address: 'Yaba' }
      await createVerifiedAccount(world.db, world.parts, person)
      return await world.as(person)
    }),
  )
}

function crowdPerson(index: number): Buyer {
  return {
    email: `crowd-${crowds}-${index}@cast.example`,
    name: 'Of Crowd',
    type: 'user' as const,
    phone: `23480400${String(crowds).padStart(2, '0')}${String(index).padStart(3, '0')}`,
  }
}

/** The windows of the day that have more visits, paid or held at this moment, than places. */
async function overbooked() {
  return await world.sql`
    select slot.starts from slot join slot_place on slot_id = slot.id
      join slot_capacity c on c.location_id = slot.location_id and c.starts = slot.starts
        and c.weekday = extract(isodow from day)
    where day = ${day} and (held_until is null or held_until > ${world.clock.now()})
    group by slot.id, c.places having count(*) > c.places`
}

async function deadlocks(): Promise<number> {
  const [found] = await world.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  return found?.deadlocks ?? -1
}

test('two weeks are offered, window by window, in order', async () => {
  const { slots, advice, fastingHours } = await offered()
  expect(new Set(slots.map(({ date }) => date)).size).toBeGreaterThanOrEqual(13)
  expect(slots.filter(({ date }) => date === day).map(({ from, to }) => `${from}-${to}`)).toEqual([
    ...['07:00-09:00', '09:00-11:00', '11:00-13:00', '13:00-15:00', '15:00-17:00', '17:00-19:00'],
  ])
  expect(slots.map(({ date, from }) => `${date} ${from}`)).toEqual(
    slots.map(({ date, from }) => `${date} ${from}`).toSorted(),
  )
  expect(slots.every((slot) => slot.left === 'open')).toBe(true)
  expect({ advice, fastingHours }).toEqual({ advice: null, fastingHours: 0 })
})

test('a test with a long fast recommends the mornings', async () => {
  const { slots, advice, fastingHours } = await offered(`${fbc.name}|${sugar.name}`)
  expect(fastingHours).toBeGreaterThanOrEqual(8)
  expect(advice).toContain('morning')
  expect(slots.filter(({ morning }) => morning).every(({ from }) => from < '11:00')).toBe(true)
})

test('a lab without home visits offers no windows, and an unknown lab is not found', async () => {
  const query = { lab: ikeja.slug, location: ikeja.main }
  expect((await asAda(listSlots, { query })).code).toBe('no_home_collection')
  const unknown = { lab: 'no-such-lab', location: yaba.main }
  expect((await asAda(listSlots, { query: unknown })).code).toBe('unknown_lab')
})

test('any time within a window books that window, and is stored as requested', async () => {
  await places(2)
  const { order } = await book(asAda, visitAt('08:55'))
  expect((await read(asAda, order)).collectionTime).toBe('08:55')
  expect(await left()).toBe('few')
  await book(asChidi, visitAt('07:00'))
  expect(await left()).toBe('full')
  expect(await left('09:00')).toBe('open')
})

test('a full window and a time outside all windows are refused with the free windows of that day, and use nothing up', async () => {
  await places(0, '09:00')
  await places(1)
  await book(asChidi, visitAt('07:30'))
  const form = visitAt('08:00')
  const refused = await asAda(addBooking, { body: form })
  expect(refused).toMatchObject({ httpStatus: 409, code: 'slot_unavailable' })
  const froms = (refused.data as unknown as { windows: { from: string }[] }).windows.map(({ from }) => from)
  expect(froms).toEqual(['11:00', '13:00', '15:00', '17:00'])
  for (const time of ['06:30', '19:00', '23:59', '10:00'])
    expect((await ask(asAda, time)).code, time).toBe('slot_unavailable')
  const again = visitAt('11:00')
  expect((await asAda(addBooking, { body: { ...again, reference: form.reference } })).httpStatus).toBe(200)
})

test('a day on which the lab is closed has no places', async () => {
  await world.sql`update lab_location set opening_hours = 'Mon-Sat 08:00-13:00' where address = ${yaba.main}`
  try {
    let sunday = day
    while (weekdayOf(sunday) !== 7) sunday = addDays(sunday, 1)
    expect((await ask(asAda, '08:00', sunday)).code).toBe('slot_unavailable')
    const { slots } = await offered()
    expect(slots.filter(({ date }) => date === sunday)).toEqual([])
    expect([...new Set(slots.map(({ from }) => from))].toSorted()).toEqual(['07:00', '09:00', '11:00'])
  } finally {
    await world.sql`update lab_location set opening_hours = 'Mon-Sun 07:00-19:00' where address = ${yaba.main}`
  }
})

test('a place is held for ten minutes, and is then free for other bookings', async () => {
  await places(1)
  const { order } = await book(asAda, visitAt('08:00'))
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  await moveOn(9 * minute)
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  expect((await read(asAda, order)).visitHeldUntil).not.toBeNull()
  await moveOn(2 * minute)
  expect(await left()).toBe('few')
  expect((await read(asAda, order)).visitFull).toBe(false)
  expect((await ask(asChidi, '08:00')).httpStatus).toBe(200)
  expect(await read(asAda, order)).toMatchObject({
    visitFull: true,
    visitHeldUntil: null,
    may: { pay: false, moveVisit: true },
  })
})

test('a new attempt prolongs the hold while there is room, and is refused otherwise', async () => {
  await places(1)
  const { order } = await book(asAda, visitAt('08:00'))
  await moveOn(9 * minute)
  expect((await asAda(payOrder, { params: { reference: order } })).httpStatus).toBe(200)
  await moveOn(9 * minute)
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  await moveOn(2 * minute)
  expect((await asAda(payOrder, { params: { reference: order } })).httpStatus).toBe(200)
  await moveOn(11 * minute)
  await book(asChidi, visitAt('08:00'))
  expect((await asAda(payOrder, { params: { reference: order } })).code).toBe('slot_full')
  expect((await move(asAda, order, '09:00')).httpStatus).toBe(200)
  expect((await asAda(payOrder, { params: { reference: order } })).httpStatus).toBe(200)
  expect(await left('09:00')).toBe('open')
})

test('all holds of an order last thirty minutes together; after that it can be paid while there is room', async () => {
  await places(1)
  const { order } = await book(asAda, visitAt('08:00'))
  const params = { reference: order }
  for (const minutes of [9, 9]) {
    await moveOn(minutes * minute)
    expect((await asAda(payOrder, { params })).httpStatus).toBe(200)
  }
  await moveOn(9 * minute)
  expect((await asAda(payOrder, { params })).httpStatus).toBe(200)
  // Three minutes are left of the thirty, whatever is tried, also at another window.
  await moveOn(2 * minute)
  expect((await asAda(payOrder, { params })).httpStatus).toBe(200)
  expect((await move(asAda, order, '09:00')).httpStatus).toBe(200)
  expect((await move(asAda, order, '08:00')).httpStatus).toBe(200)
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  await moveOn(2 * minute)
  expect((await asAda(payOrder, { params })).httpStatus).toBe(200)
  expect(await read(asAda, order)).toMatchObject({
    visitFull: false,
    visitHeldUntil: null,
    may: { pay: true },
  })
  const winner = await book(asChidi, visitAt('08:00'))
  expect((await asAda(payOrder, { params })).code).toBe('slot_full')
  await pay(world, winner.payment)
  expect((await move(asAda, order, '09:00')).httpStatus).toBe(200)
  const payment = await newestPayment(asAda, order)
  await pay(world, payment)
  expect(await read(asAda, order)).toMatchObject({ state: 'scheduled', lateMoney: null })
  expect(await left('09:00')).toBe('open')
})

test('time without a hold does not count, so that a link can be paid the next day', async () => {
  await places(1)
  const { order } = await book(asAda, visitAt('08:00'))
  await moveOn(12 * 60 * minute)
  expect((await asAda(payOrder, { params: { reference: order } })).httpStatus).toBe(200)
  expect((await read(asAda, order)).visitHeldUntil).not.toBeNull()
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
})

test('a window that begins within two hours is neither booked nor moved to, paid or not', async () => {
  const paid = await book(asAda, visitAt('13:00'))
  await pay(world, paid.payment)
  await moveOn(new Date(`${day}T07:01:00+01:00`).getTime() - world.clock.now().getTime())
  for (const refused of [await ask(asChidi, '10:30'), await move(asAda, paid.order, '10:30')]) {
    expect(refused).toMatchObject({ httpStatus: 409, code: 'slot_unavailable' })
    const { windows } = refused.data as unknown as { windows: { from: string }[] }
    expect(windows.map(({ from }) => from)).toEqual(['11:00', '13:00', '15:00', '17:00'])
  }
  const unpaid = await book(asAda, visitAt('13:00'))
  expect((await move(asAda, unpaid.order, '10:30')).code).toBe('slot_unavailable')
  expect((await move(asAda, unpaid.order, '11:30')).httpStatus).toBe(200)
  expect((await ask(asChidi, '11:00')).httpStatus).toBe(200)
})

test('of twenty orders of one account that start a payment at once three hold their places', async () => {
  const [one] = await crowd(1)
  if (!one) throw new Error('nobody came')
  const orders: string[] = []
  for (let round = 0; round < 5; round += 1) {
    for (const time of ['07:00', '09:00', '11:00', '13:00'].slice(0, 3))
      orders.push((await book(one, visitAt(time))).order)
    world.clock.moveOn(11 * minute)
  }
  const answers = await Promise.all(orders.map((reference) => one(payOrder, { params: { reference } })))
  const held = answers.filter(({ httpStatus }) => httpStatus === 200)
  expect(held.length).toBeLessThanOrEqual(3)
  expect(held.length).toBeGreaterThan(0)
  for (const { httpStatus, code } of answers)
    if (httpStatus !== 200) expect(['too_many_holds', 'busy']).toContain(code)
}, 60_000)

test('thirty that settle and pay with the same credit in the same window do not deadlock', async () => {
  const [one] = await crowd(1)
  if (!one) throw new Error('nobody came')
  await places(100)
  await places(100, '09:00')
  const cheap = { test: [{ ...fbc }] }
  const earn = async () => {
    const { order, payment } = await book(one, { ...visitAt('09:00'), ...cheap })
    await pay(world, payment)
    await one(cancelOrder, { params: { reference: order }, body: { refundTo: 'credit' } })
  }
  await earn()
  const dear: string[] = []
  const small: string[] = []
  for (let round = 0; round < 10; round += 1) {
    for (const kind of ['dear', 'dear', 'small']) {
      const form = kind === 'dear' ? visitAt('08:00') : { ...visitAt('08:00'), ...cheap }
      const { order, payment } = await book(one, { ...form, useCredit: kind === 'dear' })
      if (kind === 'dear') dear.push(payment)
      else small.push(order)
    }
    // None of them holds a place any more, so each must take one under the lock of the window.
    await world.sql`delete from slot_place where held_until is not null`
  }
  // Some have used up their time of holds, and take a place with their money only.
  await world.sql`update lab_order set held_seconds = 1800 where reference = any(${small.filter((_, turn) => turn % 2 === 0)})`
  // There is credit for all of them, so each payment is completed.
  for (let round = 0; round < 30; round += 1) await earn()
  for (const payment of dear)
    await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await Promise.all([
    ...dear.map((payment) => settle(world.provider, payment)),
    ...small.map((reference) => one(payOrder, { params: { reference }, body: { useCredit: true } })),
  ])
  expect(await deadlocks()).toBe(0)
  expect(await brokenInvariants(world.db)).toEqual([])
}, 120_000)

test('sending a booking again prolongs its hold too', async () => {
  await places(1)
  const form = visitAt('08:00')
  const { data } = await asAda(addBooking, { body: form })
  await moveOn(11 * minute)
  expect((await asAda(addBooking, { body: form })).data.orderReference).toBe(data.orderReference)
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  await moveOn(11 * minute)
  await book(asChidi, visitAt('08:00'))
  const refused = await asAda(addBooking, { body: form })
  expect(refused).toMatchObject({ code: 'slot_full', data: { orderReference: data.orderReference } })
})

test('a payment link shows before the payment that the window is lost', async () => {
  await places(1)
  const { data } = await asAda(addBooking, { body: { ...visitAt('08:00'), payment: 'link' } })
  const params = { token: String(data.url).split('/pay/')[1] ?? '' }
  expect((await world.nobody(readPaymentLink, { params })).data).toMatchObject({ visitFull: false })
  await moveOn(11 * minute)
  await book(asChidi, visitAt('08:00'))
  expect((await world.nobody(readPaymentLink, { params })).data).toMatchObject({ visitFull: true })
  expect((await world.nobody(payByLink, { params, body: {} })).code).toBe('slot_full')
  await move(asAda, data.orderReference, '11:30')
  expect((await world.nobody(readPaymentLink, { params })).data).toMatchObject({ visitFull: false })
  expect((await world.nobody(payByLink, { params, body: {} })).httpStatus).toBe(200)
})

test('a paid place stays, whatever time passes', async () => {
  await places(1)
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await pay(world, payment)
  await moveOn(60 * minute)
  expect((await ask(asChidi, '08:00')).code).toBe('slot_unavailable')
  expect(await read(asAda, order)).toMatchObject({ visitHeldUntil: null, lateMoney: null })
})

test('money after the hold takes the place again if it is free', async () => {
  await places(1)
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await moveOn(30 * minute)
  await pay(world, payment)
  expect(await read(asAda, order)).toMatchObject({ state: 'scheduled', lateMoney: null })
  expect(await left()).toBe('full')
})

test('money for a place that others have taken is late: another time, or a refund', async () => {
  await places(1)
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await moveOn(11 * minute)
  const winner = await book(asChidi, visitAt('08:00'))
  await pay(world, winner.payment)
  await pay(world, payment)
  expect(await read(asAda, order)).toMatchObject({
    state: 'scheduled',
    lateMoney: { choice: null, canKeep: false },
  })
  const keep = () => asAda(answerLateMoney, { params: { reference: order }, body: { choice: 'keep' } })
  expect((await keep()).code).toBe('slot_full')
  expect((await move(asAda, order, '08:30')).code).toBe('slot_unavailable')
  await cancel(asChidi, winner.order)
  expect((await keep()).httpStatus).toBe(200)
  expect(await read(asAda, order)).toMatchObject({ lateMoney: { choice: 'keep', canKeep: true } })
  expect(await left()).toBe('full')
  expect((await move(asAda, order, '13:00')).httpStatus).toBe(200)
  expect(await left()).toBe('few')
})

test('money for a lost place opens a case if its owner makes no choice for a day', async () => {
  await places(1)
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await moveOn(11 * minute)
  const winner = await book(asChidi, visitAt('08:00'))
  await pay(world, winner.payment)
  await pay(world, payment)
  expect(await visitAfterMoney(world.db, await rowOf(order))).toBe('taken')
  const cases = () => world.sql`select 1 from money_case where kind = 'late_choice' and subject = ${order}`
  await watchLateChoices(world.provider)
  expect(await cases()).toHaveLength(0)
  await moveOn(24 * 60 * minute + minute)
  await watchLateChoices(world.provider)
  expect(await cases()).toHaveLength(1)
})

test('late money for a window that no longer takes visits drops the expired hold, and its owner is asked', async () => {
  await places(1)
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await moveOn(11 * minute)
  await places(0)
  await pay(world, payment)
  const holds = await world.sql`select 1 from slot_place join lab_order o on o.id = order_id
    where o.reference = ${order}`
  expect(holds).toHaveLength(0)
  expect(await read(asAda, order)).toMatchObject({
    state: 'scheduled',
    lateMoney: { choice: null, canKeep: false },
  })
  expect(await visitAfterMoney(world.db, await rowOf(order))).toBe('taken')
  await moveOn(24 * 60 * minute + minute)
  await watchLateChoices(world.provider)
  expect(
    await world.sql`select 1 from money_case where kind = 'late_choice' and subject = ${order}`,
  ).toHaveLength(1)
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('a place is free at once when its order is cancelled or expires', async () => {
  await places(1)
  const first = await book(asAda, visitAt('08:00'))
  await cancel(asAda, first.order)
  const second = await book(asChidi, visitAt('08:00'))
  await pay(world, second.payment)
  await cancel(asChidi, second.order)
  const third = await book(asAda, visitAt('08:00'))
  await world.sql`update lab_order set expires_at = now() - interval '1 minute' where reference = ${third.order}`
  await expireUnpaidOrders(world.provider)
  expect((await ask(asChidi, '08:00')).httpStatus).toBe(200)
})

test('a paid visit moves to another window and frees its place, unless the phlebotomist has set off', async () => {
  await places(1)
  await places(1, '09:00')
  const { order, payment } = await book(asAda, visitAt('08:00'))
  await pay(world, payment)
  const other = await book(asChidi, visitAt('09:00'))
  expect((await move(asAda, order, '10:00')).code).toBe('slot_unavailable')
  expect(await left()).toBe('full')
  await cancel(asChidi, other.order)
  expect((await move(asAda, order, '10:00')).httpStatus).toBe(200)
  expect((await move(asAda, order, '10:00')).httpStatus).toBe(200)
  expect([await left(), await left('09:00')]).toEqual(['few', 'full'])
  await world.sql`update lab_order set set_off_at = now() where reference = ${order}`
  expect((await move(asAda, order, '07:00')).code).toBe('wrong_state')
  expect((await read(asAda, order)).may.moveVisit).toBe(false)
  const moves = await world.sql`select 1 from lab_order_event e join lab_order o on o.id = e.order_id
    where o.reference = ${order} and verb = 'new_day'`
  expect(moves).toHaveLength(1)
})

test('an account holds three unpaid places at most; walk-ins and paid ones do not count', async () => {
  const asBello = await world.as(drBello)
  const paid = await book(asBello, visitAt('11:00'))
  await pay(world, paid.payment)
  await book(asBello)
  const held = []
  for (const time of ['07:00', '09:00', '13:00']) held.push(await book(asBello, visitAt(time)))
  expect(await ask(asBello, '15:00')).toMatchObject({ httpStatus: 409, code: 'too_many_holds' })
  await cancel(asBello, held[0]?.order ?? '')
  expect((await ask(asBello, '15:00')).httpStatus).toBe(200)
  expect((await ask(asBello, '17:00')).code).toBe('too_many_holds')
})

test('of twenty concurrent bookings of one account three are held', async () => {
  const [one] = await crowd(1)
  if (!one) throw new Error('nobody came')
  await places(50)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(one, '08:00')))
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(3)
  for (const { httpStatus, code } of answers)
    if (httpStatus !== 200) expect(['too_many_holds', 'busy']).toContain(code)
})

test('of fifty concurrent buyers of one place one gets it', async () => {
  const buyers = await crowd(50)
  await places(1)
  const answers = await Promise.all(buyers.map((buyer) => ask(buyer, '08:00')))
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  for (const { httpStatus, code } of answers) if (httpStatus !== 200) expect(turnedAway).toContain(code)
  expect(await left()).toBe('full')
}, 120_000)

test('with a hundred buyers who pay, leave and cancel concurrently, no window exceeds its places', async () => {
  const buyers = await crowd(100)
  await Promise.all([places(5), places(3, '09:00'), places(2, '11:00')])
  const paidFor: string[] = []
  async function buy(buyer: Caller, index: number): Promise<void> {
    const time = ['07:00', '09:00', '11:00'][index % 3] ?? '07:00'
    const answer = await ask(buyer, time)
    if (answer.httpStatus !== 200) {
      expect(turnedAway).toContain(answer.code)
      return
    }
    const { orderReference: order } = answer.data
    if (index % 4 === 0) return void (await cancel(buyer, order))
    if (index % 4 === 1) return void (await move(buyer, order, time === '07:00' ? '09:00' : '07:00'))
    if (index % 4 === 2) return
    await pay(world, await newestPayment(buyer, order))
    paidFor.push(order)
  }
  await Promise.all(buyers.slice(0, 60).map(buy))
  await moveOn(11 * minute)
  await Promise.all(buyers.slice(60).map((buyer, index) => buy(buyer, index)))
  const slots = await world.sql<{ starts: string; places: number; held: number }[]>`
    select starts, places, count(order_id)::int as held from slot left join slot_place on slot_id = slot.id
    where day = ${day} group by slot.id order by starts`
  for (const { places: most, held } of slots) expect(held).toBeLessThanOrEqual(most)
  expect(paidFor.length).toBeGreaterThan(0)
  for (const order of paidFor) {
    const [kept] = await world.sql<{ kept: boolean }[]>`select held_until is null as kept from slot_place
      join lab_order o on o.id = order_id where reference = ${order}`
    const [late] =
      await world.sql`select 1 from lab_order where reference = ${order} and late_money_at is not null`
    expect(kept?.kept === true || late !== undefined, order).toBe(true)
  }
  expect(await brokenInvariants(world.db)).toEqual([])
}, 180_000)

test('whatever users do, in whatever order, paid and held visits never exceed the places', async () => {
  const buyers = await crowd(4)
  const starts = ['07:00', '09:00'] as const
  const step = fc.record({
    who: fc.nat({ max: buyers.length - 1 }),
    does: fc.constantFrom('book', 'pay', 'pay again', 'cancel', 'move', 'wait'),
    time: fc.constantFrom(...starts),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      await moveOn(24 * 60 * minute)
      day = addDays(lagosDate(world.clock.now()), 2)
      await world.sql`delete from slot_capacity`
      await Promise.all(starts.map((from) => places(2, from)))
      const again = await Promise.all(buyers.map((_, index) => world.as(crowdPerson(index))))
      const orders = new Map<number, string>()
      for (const { who, does, time } of steps) {
        const buyer = again[who] as Caller
        const order = orders.get(who)
        if (does === 'wait') world.clock.moveOn(6 * minute)
        else if (does === 'book') {
          const answer = await ask(buyer, time)
          if (answer.httpStatus === 200) orders.set(who, answer.data.orderReference)
        } else if (!order) continue
        else if (does === 'pay') await pay(world, await newestPayment(buyer, order)).catch(() => undefined)
        else if (does === 'pay again') await buyer(payOrder, { params: { reference: order } })
        else if (does === 'cancel') await cancel(buyer, order)
        else await move(buyer, order, time)
        expect(await overbooked()).toEqual([])
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 180_000)

test('two orders that swap windows do not deadlock', async () => {
  const [one, two] = await crowd(2)
  if (!one || !two) throw new Error('nobody came')
  const a = await book(one, visitAt('07:00'))
  const b = await book(two, visitAt('09:00'))
  for (let round = 0; round < 10; round += 1) {
    const [from, to] = round % 2 === 0 ? ['09:00', '07:00'] : ['07:00', '09:00']
    const answers = await Promise.all([move(one, a.order, from ?? ''), move(two, b.order, to ?? '')])
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200])
  }
})

test('lowering the places below those given cancels none', async () => {
  await places(3)
  const first = await book(asAda, visitAt('08:00'))
  await pay(world, first.payment)
  await book(asChidi, visitAt('08:00'))
  await places(1)
  expect((await ask(await world.as(drBello), '08:00')).code).toBe('slot_unavailable')
  expect((await read(asAda, first.order)).may.moveVisit).toBe(true)
  expect(await brokenInvariants(world.db)).toEqual([])
})

test('no deadlock has occurred', async () => {
  expect(await deadlocks()).toBe(0)
})

test('the database itself refuses one place too many', async () => {
  await places(1)
  const mine = await book(asAda, visitAt('08:00'))
  const walkIn = await book(asChidi)
  await expect(
    world.sql`insert into slot_place (order_id, slot_id) select o.id, p.slot_id from lab_order o, slot_place p
      join lab_order mine on mine.id = p.order_id where o.reference = ${walkIn.order} and mine.reference = ${mine.order}`,
  ).rejects.toThrow('slot_not_overbooked')
  await until('nothing is left of it', async () => (await brokenInvariants(world.db)).length === 0)
})
