import {
  addBooking,
  addDays,
  type BodySent,
  endPause,
  type LagosDate,
  lagosDate,
  listLabLocations,
  listSlots,
  listTestOffers,
  payOrder,
  readOrder,
  readPause,
  readTest,
  setPause,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualUseLimits } from '../src/infra/http/use-limits.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { allowanceOf, placeOrder, unpaidLife } from '../src/modules/orders/index.ts'
import { ada, castPassword, fbc, ikeja, ops, sola, tola, yaba } from './cast.ts'
import { pay } from './stages.ts'
import { book, bookingForm, buildWorld, type Caller, newestPayment, until } from './world.ts'

const allowance = allowanceOf({ isVerifiedDoctor: false }, usualUseLimits)
const world = await buildWorld()
let asAda: Caller
let asSola: Caller
/** A day of its own for each test. */
let day: LagosDate

beforeEach(async () => {
  world.clock.moveOn(24 * 60 * 60_000)
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
  day = addDays(lagosDate(world.clock.now()), 3)
  await takeBookings()
})

const said = { reason: 'The analyser is being repaired', words: 'we are repairing our equipment' }

const desk = async (location: string = yaba.main) => (await asSola(readPause, { query: { location } })).data
async function pause(changes: Partial<BodySent<typeof setPause>> = {}) {
  const seen = (await desk()).pause?.id ?? null
  return await asSola(setPause, { body: { location: yaba.main, ...said, againOn: null, seen, ...changes } })
}
async function takeBookings(): Promise<void> {
  const { pause: stands } = await desk()
  if (stands) await asSola(endPause, { body: { location: yaba.main, seen: stands.id } })
}
function visitAt(time: string, on: string = day) {
  const details = { sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja', sampleCollectionDate: on }
  return bookingForm({
    type: { mode: 'sampleCollection', details: { ...details, sampleCollectionTime: time } },
  })
}
const daysOffered = async () => {
  const { data } = await asAda(listSlots, { query: { lab: yaba.slug, location: yaba.main } })
  return [...new Set(data.slots.map(({ date }) => date))]
}

describe('a location that is paused', () => {
  test('takes no bookings, walk-in or at home, with the reason and the end; the lab’s other location does', async () => {
    expect((await pause({ againOn: day })).httpStatus).toBe(200)
    for (const body of [bookingForm(), visitAt('09:00'), visitAt('09:00', addDays(day, 1))]) {
      const refused = await asAda(addBooking, { body })
      expect(refused).toMatchObject({ httpStatus: 409, code: 'location_paused' })
      expect(refused.data).toEqual({ words: said.words, againOn: day })
      expect(refused.message).toContain(
        'Yaba Main takes no bookings for now: we are repairing our equipment.',
      )
    }
    const lab = { name: yaba.name, labReference: yaba.slug, location: yaba.annex }
    const there = bookingForm({ lab, test: [{ ...fbc }] })
    expect((await asAda(addBooking, { body: there })).httpStatus).toBe(200)
  })

  test('is shown on the page of its lab without the internal reason, and is in no comparison', async () => {
    const before = (await asAda(readTest, { params: { test: fbc.name } })).data
    await pause()
    const { data } = await asAda(listLabLocations, { query: { id: yaba.slug } })
    const told = (address: string) => data.find((one) => one.address === address)?.pause
    expect(told(yaba.main)).toEqual({ words: said.words, againOn: null })
    expect(told(yaba.annex)).toBeNull()
    expect(JSON.stringify(data)).not.toContain(said.reason)
    const offers = (await asAda(listTestOffers, { params: { test: before.code } })).data
    const places = offers.flatMap(({ locations }) => locations.map(({ address }) => address))
    expect(places).not.toContain(yaba.main)
    expect((await asAda(readTest, { params: { test: fbc.name } })).data.labCount).toBe(offers.length)
    await takeBookings()
    expect((await asAda(readTest, { params: { test: fbc.name } })).data.labCount).toBe(before.labCount)
  })

  test('offers no windows until it takes bookings again, and takes bookings by itself on that day', async () => {
    expect(await daysOffered()).toContain(addDays(day, -1))
    await pause({ againOn: day })
    const [first] = await daysOffered()
    expect(first).toBe(day)
    world.clock.moveOn(3 * 24 * 60 * 60_000)
    ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
    expect((await desk()).pause).toBeNull()
    await book(asAda, bookingForm())
    // Pausing it again meets no obstacle.
    expect((await pause({ seen: null })).httpStatus).toBe(200)
  })

  test('takes bookings again with one click, and a second click does not end a later pause', async () => {
    const { id } = (await pause()).data
    const body = { location: yaba.main, seen: id }
    expect((await asSola(endPause, { body })).httpStatus).toBe(200)
    await book(asAda, bookingForm())
    const later = (await pause({ words: 'we are moving house' })).data.id
    expect((await asSola(endPause, { body })).httpStatus).toBe(200)
    expect((await desk()).pause).toMatchObject({
      id: later,
      words: 'we are moving house',
      begunBy: sola.name,
    })
    expect((await desk()).before[0]).toMatchObject({ id, reason: said.reason, endedBy: sola.name })
  })

  test('is stored once, and does not overwrite a colleague’s pause', async () => {
    const { id } = (await pause()).data
    expect((await pause({ seen: null })).data.id).toBe(id)
    const other = await pause({ words: 'closed for a week', seen: null })
    expect(other).toMatchObject({ httpStatus: 409, code: 'pause_changed' })
    expect((await pause({ words: 'closed for a week' })).httpStatus).toBe(200)
    expect((await desk()).before[0]?.id).toBe(id)
  })

  test.each([
    ['today', 0],
    ['yesterday', -1],
    ['two years ahead', 800],
  ])('cannot take bookings again from %s on', async (_, ahead) => {
    const answer = await pause({ againOn: addDays(lagosDate(world.clock.now()), ahead) })
    expect(answer).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('cannot be paused by other duties, patients, or managers of other locations', async () => {
    const body = { location: yaba.main, ...said, againOn: null, seen: null }
    for (const other of [await world.as(tola), asAda, await world.as(ops)]) {
      expect((await other(readPause)).httpStatus).toBe(404)
      expect((await other(setPause, { body })).httpStatus).toBe(404)
      expect((await other(endPause, { body: { location: yaba.main, seen: 1 } })).httpStatus).toBe(404)
    }
    expect((await asSola(setPause, { body: { ...body, location: ikeja.main } })).httpStatus).toBe(404)
    expect((await desk()).pause).toBeNull()
  })
})

describe('what was booked before a location is paused', () => {
  test('stays if it is paid, and its staff see it', async () => {
    const walkin = await book(asAda, bookingForm())
    const visit = await book(asAda, visitAt('09:00'))
    for (const { payment } of [walkin, visit]) await pay(world, payment)
    await pause()
    const { waiting } = await desk()
    expect(waiting).toContainEqual({
      reference: visit.order,
      mode: 'sampleCollection',
      date: day,
      time: '09:00',
    })
    expect(waiting).toContainEqual({ reference: walkin.order, mode: 'walkin', date: null, time: null })
    const read = (await asAda(readOrder, { params: { reference: visit.order } })).data
    expect(read.state).toBe('scheduled')
  })

  test('can no longer be paid, and its home visit takes no place', async () => {
    const walkin = await book(asAda, bookingForm())
    const visit = await book(asAda, visitAt('11:00'))
    await pause({ againOn: addDays(day, 1) })
    for (const { order } of [walkin, visit])
      expect((await asAda(payOrder, { params: { reference: order } })).code).toBe('location_paused')
    const held =
      await world.sql`select from slot_place p join slot s on s.id = p.slot_id where s.day = ${day}`
    expect(held).toEqual([])
    await takeBookings()
    expect((await asAda(payOrder, { params: { reference: walkin.order } })).httpStatus).toBe(200)
  })

  test('can be paid if the visit is on a day after the pause', async () => {
    const visit = await book(asAda, visitAt('13:00'))
    await pause({ againOn: day })
    expect((await asAda(payOrder, { params: { reference: visit.order } })).httpStatus).toBe(200)
  })

  test('money in transit pays a walk-in, and for a home visit its owner chooses', async () => {
    const walkin = await book(asAda, bookingForm())
    const visit = await book(asAda, visitAt('15:00'))
    await pause()
    for (const { payment } of [walkin, visit]) await pay(world, payment)
    const read = async (reference: string) => (await asAda(readOrder, { params: { reference } })).data
    expect((await read(walkin.order)).state).toBe('scheduled')
    const kept = await world.sql<{ reference: string; late: boolean }[]>`
      select reference, late_money_at is not null as late from lab_order
      where reference in (${walkin.order}, ${visit.order})`
    expect(kept).toHaveLength(2)
    expect(kept.find(({ reference }) => reference === visit.order)?.late).toBe(true)
    expect(kept.find(({ reference }) => reference === walkin.order)?.late).toBe(false)
  })

  test('with thirty concurrent bookings and payments, each is booked before and listed, or refused', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const person = { email: `pause-${index}@cast.example`, name: 'Of Crowd', type: 'user' as const }
        const phone = `234805100${String(index).padStart(4, '0')}`
        await createVerifiedAccount(world.db, world.parts, {
          ...person,
          phone,
          password: castPassword,
          address: 'Yaba',
        })
        return await world.as(person)
      }),
    )
    const booked: string[] = []
    const refused: string[] = []
    const buy = async (buyer: Caller, index: number) => {
      const body = index % 2 === 0 ? bookingForm() : visitAt('17:00')
      const answer = await buyer(addBooking, { body })
      if (answer.httpStatus !== 200) return void refused.push(answer.code ?? '')
      booked.push(answer.data.orderReference)
      await pay(world, await newestPayment(buyer, answer.data.orderReference))
    }
    const stop = async (): Promise<number> => {
      const answer = await pause({ seen: null })
      return answer.code === 'busy' ? await stop() : answer.httpStatus
    }
    const [, set] = await Promise.all([Promise.all(buyers.map(buy)), stop()])
    expect(set).toBe(200)
    const known = new Set(['location_paused', 'slot_unavailable', 'busy'])
    expect(refused.filter((code) => !known.has(code))).toEqual([])
    const listed = new Set((await desk()).waiting.map(({ reference }) => reference))
    const paid = await world.sql<{ reference: string }[]>`
      select reference from lab_order where state = 'scheduled' and reference = any(${booked})`
    expect(paid.filter(({ reference }) => !listed.has(reference))).toEqual([])
  }, 120_000)

  test('waits for an order that is being placed, and no order is placed after it', async () => {
    const { promise: wait, resolve: finish } = Promise.withResolvers<void>()
    const { promise: placed, resolve: isPlaced } = Promise.withResolvers<void>()
    const [account] = await world.sql<{ id: number }[]>`select id from account where email = ${ada.email}`
    const actor = { accountId: account?.id ?? 0, type: 'user', staffId: null } as Parameters<
      typeof placeOrder
    >[1]
    const placing = world.db.transaction().execute(async (tx) => {
      const when = { now: world.clock.now(), waits: unpaidLife, allowance }
      await placeOrder(tx, actor, addBooking.body.parse(bookingForm()), when)
      isPlaced()
      await wait
    })
    await placed
    const pausing = pause({ seen: null })
    await until('whoever pauses waits', async () => {
      const waiting =
        await world.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return waiting.length > 0
    })
    expect((await desk()).pause).toBeNull()
    finish()
    await placing
    expect((await pausing).httpStatus).toBe(200)
    expect((await asAda(addBooking, { body: bookingForm() })).code).toBe('location_paused')
    const wrong = bookingForm({ test: [{ name: 'A test that nobody does', amount: 1 }] })
    expect((await asAda(addBooking, { body: wrong })).code).toBe('location_paused')
  })
})
