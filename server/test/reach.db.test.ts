import {
  addBooking,
  addDays,
  type LagosDate,
  lagosDate,
  listKnownAreas,
  listSlots,
  moveVisit,
  payOrder,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../src/invariants.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { followOrder } from '../src/modules/home-visits/visits.ts'
import { weekdayOf } from '../src/modules/scheduling/windows/policy.ts'
import { ada, castPassword, chidi, fbc, femi, yaba } from './cast.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, type Form, newestPayment } from './world.ts'

const world = await buildWorld()
const { sql, db, clock } = world
const minute = 60_000
let asAda: Caller
let asChidi: Caller
/** A day of its own for each test, on which both locations are open. */
let day: LagosDate

const tundeEmail = 'tunde-reach@cast.example'
await createVerifiedAccount(db, world.parts, {
  email: tundeEmail,
  name: 'Tunde Bakare',
  phone: '2348030000078',
  type: 'phlebotomist',
  password: castPassword,
  address: 'Yaba, Lagos',
})

beforeEach(async () => {
  // A week, so that no two tests have the same Monday after a weekend.
  await moveOn(7 * 24 * 60 * minute)
  day = addDays(lagosDate(clock.now()), 2)
  while (weekdayOf(day) > 5) day = addDays(day, 1)
  await setPhlebotomist(femi.email, 6, ['Yaba'])
  await setPhlebotomist(tundeEmail, 6, [])
})

async function moveOn(milliseconds: number): Promise<void> {
  clock.moveOn(milliseconds)
  ;[asAda, asChidi] = await Promise.all([world.as(ada), world.as(chidi)])
}

/** A phlebotomist with this many visits a day, in these areas of Lagos. */
async function setPhlebotomist(email: string, daily: number, areas: readonly string[]): Promise<void> {
  await sql.begin(async (tx) => {
    const [member] = await tx<{ id: string }[]>`select id from staff_member where email = ${email}`
    const id = member?.id ?? expect.unreachable()
    await tx`insert into phlebotomist (staff_id, daily_visits) values (${id}, ${daily})
      on conflict (staff_id) do update set daily_visits = excluded.daily_visits`
    await tx`delete from phlebotomist_area where staff_id = ${id}`
    for (const area of areas)
      await tx`insert into phlebotomist_area (staff_id, state, area) values (${id}, 'Lagos', ${area})`
  })
}

type Where = {
  readonly area?: string
  readonly state?: string
  readonly location?: string
  readonly time?: string
}

function visitIn({ area = 'Yaba', state = 'Lagos', location = yaba.main, time = '09:30' }: Where = {}): Form {
  return bookingForm({
    lab: { name: yaba.name, labReference: yaba.slug, location },
    test: [{ ...fbc }],
    type: {
      mode: 'sampleCollection',
      details: {
        sampleCollectionAddress: `14 Long Street, ${area}`,
        sampleCollectionDate: day,
        sampleCollectionTime: time,
        sampleCollectionState: state,
        sampleCollectionArea: area,
      },
    },
  })
}

const ask = (caller: Caller, where?: Where) => caller(addBooking, { body: visitIn(where) })
const offered = async (area: string, state = 'Lagos') =>
  await asAda(listSlots, { query: { lab: yaba.slug, location: yaba.main, state, area } })
const left = async (area: string, from = '09:00') =>
  (await offered(area)).data.slots.find((slot) => slot.date === day && slot.from === from)?.left

let crowds = 0
async function crowd(size: number): Promise<Caller[]> {
  crowds += 1
  return await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const email = `reach-${crowds}-${index}@cast.example`
      const person = { email, name: 'Of Crowd', type: 'user' } as const
      const phone = `23480700${String(crowds).padStart(2, '0')}${String(index).padStart(3, '0')}`
      await createVerifiedAccount(db, world.parts, {
        ...person,
        phone,
        password: castPassword,
        address: 'Yaba',
      })
      return await world.as(person)
    }),
  )
}

/** How many orders of an area have a place on the day, paid or held. */
async function placed(): Promise<{ Yaba?: number; Ikeja?: number; Surulere?: number }> {
  const rows = await sql<{ area: string; count: number }[]>`
    select collection_area as area, count(*)::int from slot join slot_place on slot_id = slot.id
      join lab_order o on o.id = order_id
    where slot.day = ${day} and (held_until is null or held_until > ${clock.now()}) group by 1`
  return Object.fromEntries(rows.map(({ area, count }) => [area, count]))
}

describe('an area without phlebotomists', () => {
  test('has no windows, and the answer says so; it has windows as soon as a phlebotomist goes there', async () => {
    expect((await offered('Surulere')).data).toMatchObject({ slots: [], nobodyGoes: true })
    expect((await ask(asAda, { area: 'Surulere' })).code).toBe('slot_unavailable')
    await setPhlebotomist(tundeEmail, 6, ['Surulere'])
    expect((await offered('Surulere')).data.nobodyGoes).toBe(false)
    expect(await left('Surulere')).toBe('few')
    await book(asAda, visitIn({ area: 'Surulere' }))
  })

  test('does not count a phlebotomist who cannot sign in', async () => {
    await sql`update account set state = 'suspended' where email = ${femi.email}`
    try {
      expect((await offered('Yaba')).data.nobodyGoes).toBe(true)
    } finally {
      await sql`update account set state = 'active' where email = ${femi.email}`
    }
  })

  test('an unknown or incomplete area is refused', async () => {
    expect((await offered('Atlantis')).code).toBe('unknown_area')
    const half = { lab: yaba.slug, location: yaba.main, state: 'Lagos' }
    expect((await asAda(listSlots, { query: half })).code).toBe('unknown_area')
    const refused = await ask(asAda, { area: 'Atlantis' })
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
    expect(refused.fields).toEqual({ 'type.details.sampleCollectionArea': expect.any(String) })
    const known = (await asAda(listKnownAreas)).data
    expect(known.find(({ state }) => state === 'Lagos')?.areas).toEqual(
      expect.arrayContaining(['Yaba', 'Surulere', 'Ikeja']),
    )
  })
})

test('without an area the lab location’s own is used', async () => {
  const { type, ...rest } = visitIn()
  if (type.mode !== 'sampleCollection') return expect.unreachable()
  const { sampleCollectionState: _, sampleCollectionArea: __, ...details } = type.details
  const { order } = await book(asAda, { ...rest, type: { ...type, details } })
  const [row] = await sql`select collection_state, collection_area from lab_order where reference = ${order}`
  expect(row).toEqual({ collection_state: null, collection_area: null })
  expect(await left('Yaba')).toBe('full')
})

test('the area of an order stays as booked', async () => {
  const { order } = await book(asAda, visitIn())
  await expect(
    sql`update lab_order set collection_area = 'Ikeja' where reference = ${order}`,
  ).rejects.toThrow('the terms of an order are frozen')
})

test('the database itself refuses an incomplete area, an unknown one, and one of a walk-in', async () => {
  const [home, walkIn] = [await book(asAda, visitIn()), await book(asChidi)]
  const like = (reference: string, state: string | null, area: string) => {
    const other = { id: 900_001, reference: 'LB-0000-0000-0000-0001', client_reference: 'another' }
    const changed = sql.json({ ...other, collection_state: state, collection_area: area })
    return sql`insert into lab_order overriding system value
      select (jsonb_populate_record(o, ${changed}::jsonb)).* from lab_order o where reference = ${reference}`
  }
  await expect(like(home.order, null, 'Yaba')).rejects.toThrow('lab_order_area_is_whole')
  await expect(like(walkIn.order, 'Lagos', 'Yaba')).rejects.toThrow('lab_order_area_is_visited')
  await expect(like(home.order, 'Lagos', 'Atlantis')).rejects.toThrow('lab_order_area_is_known')
})

describe('phlebotomists', () => {
  test('are shared by all locations, so that a window filled by one is full at the other', async () => {
    await book(asAda, visitIn({ location: yaba.annex }))
    expect(await left('Yaba')).toBe('full')
    expect((await ask(asChidi)).code).toBe('slot_unavailable')
    expect(await left('Yaba', '11:00')).toBe('few')
    await setPhlebotomist(tundeEmail, 12, ['Yaba', 'Surulere'])
    expect(await left('Yaba')).toBe('open')
    await book(asChidi, visitIn())
  })

  test('make no more visits a day than their limit, in whichever windows', async () => {
    await setPhlebotomist(femi.email, 2, ['Yaba'])
    await book(asAda, visitIn({ time: '09:00' }))
    await book(asChidi, visitIn({ time: '11:00' }))
    expect(await left('Yaba', '13:00')).toBe('full')
    expect((await ask(asAda, { time: '13:00' })).code).toBe('slot_unavailable')
  })

  test('are free again when a hold has expired, also at another location, and a late payer finds them taken', async () => {
    const late = await book(asAda, visitIn({ location: yaba.annex }))
    expect((await ask(asChidi)).code).toBe('slot_unavailable')
    await moveOn(11 * minute)
    await book(asChidi, visitIn())
    expect((await asAda(payOrder, { params: { reference: late.order } })).code).toBe('slot_full')
    expect(await placed()).toEqual({ Yaba: 1 })
    const moved = { params: { reference: late.order }, body: { date: day, time: '11:00' } }
    expect((await asAda(moveVisit, moved)).httpStatus).toBe(200)
  })

  test('are assigned so that every place is visited', async () => {
    // Femi alone goes to Ikeja, so Yaba’s first visit must not be Femi’s.
    await setPhlebotomist(femi.email, 6, ['Yaba', 'Ikeja'])
    await setPhlebotomist(tundeEmail, 6, ['Yaba'])
    const [inYaba, inIkeja] = [await book(asAda, visitIn()), await book(asChidi, visitIn({ area: 'Ikeja' }))]
    for (const { order, payment } of [inYaba, inIkeja]) {
      await pay(world, payment)
      const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${order}`
      await db.transaction().execute((tx) => followOrder(tx, row?.id ?? 0, clock.now()))
    }
    const sent = await sql`select area, member.email from collection
      join staff_member member on member.id = staff_id where visit_on = ${day} order by area`
    expect(sent).toEqual([
      { area: 'Ikeja', email: femi.email },
      { area: 'Yaba', email: tundeEmail },
    ])
  })
})

const turnedAway = ['slot_unavailable', 'slot_full']

/** Repeats until the answer is about the visit, and not that the machine is busy. */
async function insist(caller: Caller, where: Where): Promise<Awaited<ReturnType<typeof ask>>> {
  const answer = await ask(caller, where)
  return answer.code === 'busy' ? await insist(caller, where) : answer
}

test('of fifty bookings for the last possible visit, at two locations, one gets it', async () => {
  const buyers = await crowd(50)
  const answers = await Promise.all(
    buyers.map((buyer, index) => insist(buyer, { location: index % 2 ? yaba.main : yaba.annex })),
  )
  const booked = answers.filter(({ httpStatus }) => httpStatus === 200)
  for (const { httpStatus, code } of answers) if (httpStatus !== 200) expect(turnedAway).toContain(code)
  expect(booked).toHaveLength(1)
  expect(await placed()).toEqual({ Yaba: 1 })
  expect(await brokenInvariants(db)).toEqual([])
}, 120_000)

test('of fifty in three areas, in two windows, as many get a place as can be visited, also once they pay', async () => {
  await setPhlebotomist(femi.email, 6, ['Yaba', 'Ikeja'])
  await setPhlebotomist(tundeEmail, 2, ['Yaba', 'Surulere'])
  const buyers = await crowd(50)
  const areas = ['Yaba', 'Ikeja', 'Surulere']
  const answers = await Promise.all(
    buyers.map(async (buyer, index) => {
      const answer = await insist(buyer, {
        area: areas[index % 3] ?? '',
        time: index % 2 ? '09:30' : '11:30',
        location: index % 5 ? yaba.main : yaba.annex,
      })
      if (answer.httpStatus === 200 && index % 4 !== 3)
        await pay(world, await newestPayment(buyer, answer.data.orderReference))
      return answer
    }),
  )
  for (const { httpStatus, code } of answers) if (httpStatus !== 200) expect(turnedAway).toContain(code)
  const found = await placed()
  expect(found.Ikeja ?? 0).toBeLessThanOrEqual(2)
  expect(found.Surulere ?? 0).toBeLessThanOrEqual(2)
  const inAll = Object.values(found).reduce((sum, one) => sum + one, 0)
  expect(inAll).toBeGreaterThan(0)
  expect(inAll).toBeLessThanOrEqual(4)
  const [stuck] = await sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  expect(stuck?.deadlocks).toBe(0)
}, 120_000)
