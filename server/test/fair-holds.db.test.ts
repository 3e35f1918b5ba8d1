import {
  type Answer,
  addBooking,
  addDays,
  cancelOrder,
  type LagosDate,
  lagosDate,
  listSlots,
  moveVisit,
  payOrder,
  readOrder,
  type Slots,
  type WindowStart,
} from '@labalaba/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { usualUseLimits } from '../src/infra/http/use-limits.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { setVisitPlaces } from '../src/modules/scheduling/capacity/capacity.ts'
import { weekdayOf } from '../src/modules/scheduling/windows/policy.ts'
import { castPassword, drBello, fbc, yaba } from './cast.ts'
import { pay } from './stages.ts'
import { bookingForm, buildWorld } from './world.ts'

/** A site as in production, behind a proxy that reports the network of a call. */
const world = await buildWorld()
const app = await buildApp({ ...world.parts, useLimits: usualUseLimits, trustProxy: true })
const site = await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

const minute = 60_000
/** A day of its own for each test. */
let day: LagosDate
let made = 0

beforeEach(async () => {
  world.clock.moveOn(24 * 60 * minute)
  day = addDays(lagosDate(world.clock.now()), 2)
  await world.sql`update lab_location set visit_places = 50`
  await world.sql`delete from slot_capacity`
  await world.sql`update phlebotomist set daily_visits = 1200`
})

type Endpoint = { readonly method: string; readonly path: string }
type Sent = { body?: object; params?: Record<string, string>; query?: Record<string, string> }
type Person = { readonly token: string; readonly network: string; readonly phone: string }

async function ask<T>(person: Person, { method, path }: Endpoint, { body, params = {}, query = {} }: Sent) {
  const named = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const reply = await fetch(`${site}${named}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-forwarded-for': person.network,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: Answer<T> = JSON.parse(await reply.text())
  return { ...answer, status: reply.status }
}

const phoneNumbered = (number: number) => `0803200${String(number).padStart(4, '0')}`

/** A new account: with a mailbox, network and phone of its own, unless given. */
async function newcomer(given: { email?: string; network?: string; phone?: string } = {}): Promise<Person> {
  made += 1
  const number = made
  const email = given.email ?? `newcomer-${number}@cast.example`
  await createVerifiedAccount(world.db, world.parts, {
    email,
    name: 'New Comer',
    type: 'user',
    phone: `234803300${String(number).padStart(4, '0')}`,
    password: castPassword,
    address: 'Yaba',
  })
  const token = await world.tokenOf({ email, type: 'user' })
  const network = given.network ?? `41.58.${Math.floor(number / 200)}.${number % 200}`
  return { token, network, phone: given.phone ?? phoneNumbered(number) }
}

async function several(
  size: number,
  given: (index: number) => Parameters<typeof newcomer>[0] = () => ({}),
): Promise<Person[]> {
  const people: Person[] = []
  for (let index = 0; index < size; index += 1) people.push(await newcomer(given(index)))
  return people
}

function visitAt(person: Person, time: string, on: string = day) {
  return bookingForm({
    phone: person.phone,
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

/** Tries until the machine is not too busy to say. */
async function book(person: Person, time: string, on: string = day) {
  const body = visitAt(person, time, on)
  for (;;) {
    const answer = await ask<{ orderReference: string }>(person, addBooking, { body })
    if (answer.code !== 'busy') return answer
  }
}

async function payFor(person: Person, order: string): Promise<void> {
  const { data } = await ask<{ payments: { reference: string }[] }>(person, readOrder, {
    params: { reference: order },
  })
  await pay(world, data.payments[0]?.reference ?? '')
}

/** An account that has paid for a booking before. */
async function customer(): Promise<Person> {
  const person = await newcomer()
  const { data } = await ask<{ orderReference: string }>(person, addBooking, { body: bookingForm() })
  await payFor(person, data.orderReference)
  return person
}

async function places(number: number, starts: WindowStart): Promise<void> {
  const [location] = await world.sql<{ id: number }[]>`
    select id::int from lab_location where address = ${yaba.main}`
  const only = { weekday: weekdayOf(day), starts }
  await world.db.transaction().execute((tx) => setVisitPlaces(tx, location?.id ?? 0, number, only))
}

/** How full a window looks to an account. */
async function left(person: Person, from: string, on: string = day) {
  const query = { lab: yaba.slug, location: yaba.main, tests: fbc.name }
  const { data } = await ask<Slots>(person, listSlots, { query })
  return data.slots.find((slot) => slot.date === on && slot.from === from)?.left
}

const windows = ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00'] as const
const codesOf = (answers: readonly { status: number; code?: string }[]) =>
  answers.map(({ status, code }) => (status === 200 ? 'held' : String(code)))
const held = (answers: readonly { status: number; code?: string }[]) =>
  codesOf(answers).filter((code) => code === 'held').length

test('addresses of one mailbox share one hold, whatever their network and phone, also concurrently', async () => {
  const aliases = await several(6, (index) => ({ email: `box+${index}@example.com` }))
  const answers = await Promise.all(
    aliases.flatMap((alias) => [book(alias, '07:00'), book(alias, '09:00'), book(alias, '11:00')]),
  )
  expect(held(answers)).toBe(1)
  expect(new Set(codesOf(answers))).toEqual(new Set(['held', 'too_many_holds']))
  const gmail = ['a.bc@gmail.com', 'ab.c+x@gmail.com', 'ABC@googlemail.com'] as const
  const ofGmail = await several(3, (index) => ({ email: gmail[index] ?? '' }))
  expect(held(await Promise.all(ofGmail.map((one) => book(one, '13:00'))))).toBe(1)
})

test('newcomers have one hold for each phone, also concurrently', async () => {
  const people = await several(10, () => ({ phone: '08032999999' }))
  const answers = await Promise.all(people.map((one, index) => book(one, windows[index % 6] ?? '07:00')))
  expect(held(answers)).toBe(1)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({ status: 409, code: 'too_many_holds' })
  expect(refused?.message).toContain('Pay or cancel it first, or wait ten minutes.')
})

test('a newcomer has one hold, and another once the first is cancelled, paid or expired', async () => {
  const one = await newcomer()
  const first = await book(one, '07:00')
  expect((await book(one, '09:00')).code).toBe('too_many_holds')
  await ask(one, cancelOrder, {
    params: { reference: first.data.orderReference },
    body: { refundTo: 'source' },
  })
  const second = await book(one, '09:00')
  expect(second.status).toBe(200)
  world.clock.moveOn(11 * minute)
  const third = await book(one, '11:00')
  expect(third.status).toBe(200)
  // The order whose hold has run out takes none beside it, in whichever way it is asked for.
  const params = { reference: second.data.orderReference }
  expect((await ask(one, payOrder, { params, body: {} })).code).toBe('too_many_holds')
  const move = { params, body: { date: day, time: '13:00' } }
  expect((await ask(one, moveVisit, move)).code).toBe('too_many_holds')
  await payFor(one, third.data.orderReference)
  expect(held([await book(one, '13:00'), await book(one, '15:00'), await book(one, '17:00')])).toBe(3)
  expect((await book(one, '07:00')).code).toBe('too_many_holds')
})

test('newcomers of one network have five holds a day at a location, also concurrently; another day and network are free', async () => {
  const people = await several(14, (index) => ({ network: `2001:db8:7:7::${index + 1}` }))
  const answers = await Promise.all(people.map((one, index) => book(one, windows[index % 6] ?? '07:00')))
  expect(held(answers)).toBe(5)
  const refused = people[answers.findIndex(({ status }) => status !== 200)] ?? expect.unreachable()
  expect((await book(refused, '07:00')).message).toContain('from your network')
  expect((await book(refused, '07:00', addDays(day, 1))).status).toBe(200)
  expect((await book(await newcomer(), '07:00')).status).toBe(200)
  const [kept] = await world.sql`select held_from::text from slot_place where held_from is not null limit 1`
  expect(JSON.stringify(kept)).not.toContain('2001')
})

test('newcomers leave a third of a window to returning customers, also concurrently, and see it as full', async () => {
  await places(6, '07:00')
  const known = await customer()
  const answers = await Promise.all((await several(12)).map((one) => book(one, '07:00')))
  expect(held(answers)).toBe(4)
  expect(new Set(codesOf(answers))).toEqual(new Set(['held', 'slot_unavailable']))
  const last = await newcomer()
  const { data } = await book(last, '07:00')
  const froms = (data as unknown as { windows: { from: string }[] }).windows.map(({ from }) => from)
  expect(froms).toEqual(['09:00', '11:00', '13:00', '15:00', '17:00'])
  expect([await left(last, '07:00'), await left(known, '07:00')]).toEqual(['full', 'open'])
  expect(held([await book(known, '07:00'), await book(known, '07:30')])).toBe(2)
  expect(await left(known, '07:00')).toBe('full')
})

test('a newcomer can book the last place, and a payment makes room for the next', async () => {
  await places(3, '07:00')
  for (const taken of [1, 2, 3]) {
    const one = await newcomer()
    const { status, data } = await book(one, '07:00')
    expect([taken, status]).toEqual([taken, 200])
    await payFor(one, data.orderReference)
  }
  expect(await left(await newcomer(), '07:00')).toBe('full')
})

test('newcomers leave a third of the phlebotomists’ daily visits, over all windows', async () => {
  await world.sql`update phlebotomist set daily_visits = 6`
  const known = await customer()
  const people = await several(6)
  const answers = []
  for (const [index, one] of people.entries()) answers.push(await book(one, windows[index] ?? '07:00'))
  expect(codesOf(answers)).toEqual(['held', 'held', 'held', 'held', 'slot_unavailable', 'slot_unavailable'])
  const last = await newcomer()
  expect([await left(last, '17:00'), await left(known, '17:00')]).toEqual(['full', 'few'])
  // The own hold does not stand in the way of another window.
  const own = { reference: answers[3]?.data.orderReference ?? '' }
  const move = { params: own, body: { date: day, time: '17:00' } }
  expect((await ask(people[3] ?? last, moveVisit, move)).status).toBe(200)
  expect((await book(known, '15:00')).status).toBe(200)
})

test('returning customers and verified doctors have three holds, from any network', async () => {
  const network = '41.59.0.1'
  const known = { ...(await customer()), network }
  const doctor = { token: await world.tokenOf(drBello), network, phone: '08035555555' }
  for (const one of [known, doctor, known, doctor, known, doctor])
    expect((await book(one, windows[made % 6] ?? '07:00')).status).toBe(200)
  for (const one of [known, doctor]) expect((await book(one, '17:00')).code).toBe('too_many_holds')
})

test('a paid place does not store its booker, and a cancelled booking makes no account a returning customer', async () => {
  const one = await newcomer()
  const { data } = await book(one, '07:00')
  const row = () => world.sql`select holder_mailbox, holder_phone, held_from, is_newcomer from slot_place
    join lab_order on id = order_id where reference = ${data.orderReference}`
  expect(await row()).toMatchObject([{ is_newcomer: true }])
  await payFor(one, data.orderReference)
  expect(await row()).toEqual([
    { holder_mailbox: null, holder_phone: null, held_from: null, is_newcomer: false },
  ])
  await ask(one, cancelOrder, { params: { reference: data.orderReference }, body: { refundTo: 'source' } })
  expect(codesOf([await book(one, '07:00'), await book(one, '09:00')])).toEqual(['held', 'too_many_holds'])
})

test('no deadlock has occurred', async () => {
  const [found] = await world.sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  expect(found?.deadlocks).toBe(0)
})
