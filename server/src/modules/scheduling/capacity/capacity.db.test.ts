import {
  addBooking,
  addDays,
  type LagosDate,
  lagosDate,
  listSlots,
  moveVisit,
  type PlacesPlan,
  previewVisitPlaces,
  readVisitPlaces,
  setVisitPlaces,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, ikeja, sola, tola, yaba } from '../../../../test/cast.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller, newestPayment } from '../../../../test/world.ts'
import { createVerifiedAccount } from '../../accounts/index.ts'
import { setVisitPlaces as setUsual } from './capacity.ts'

const world = await buildWorld()
let asAda: Caller
let asChidi: Caller
let asSola: Caller
/** A day of its own for each test. */
let day: LagosDate

const planOf = (places: number): PlacesPlan => ({
  week: Array.from({ length: 7 }, () => Array<number>(6).fill(places)),
  days: [],
})
const onDay = (places: number[], on: string = day): PlacesPlan => ({ ...planOf(4), days: [{ on, places }] })

beforeEach(async () => {
  world.clock.moveOn(24 * 60 * 60_000)
  ;[asAda, asChidi, asSola] = await Promise.all([world.as(ada), world.as(chidi), world.as(sola)])
  day = addDays(lagosDate(world.clock.now()), 3)
  expect((await save(planOf(4))).httpStatus).toBe(200)
})

function visitAt(time: string) {
  const details = { sampleCollectionAddress: '14 Adeniyi Jones Avenue, Ikeja', sampleCollectionDate: day }
  return bookingForm({
    type: { mode: 'sampleCollection', details: { ...details, sampleCollectionTime: time } },
  })
}

const desk = async (location: string = yaba.main) =>
  (await asSola(readVisitPlaces, { query: { location } })).data
async function save(plan: PlacesPlan) {
  const body = { location: yaba.main, plan, seen: (await desk()).plan }
  return await asSola(setVisitPlaces, { body })
}
const left = async (from: string) => {
  const { data } = await asAda(listSlots, { query: { lab: yaba.slug, location: yaba.main } })
  return data.slots.find((slot) => slot.date === day && slot.from === from)?.left
}
const placesKept = async (from: string) =>
  await world.sql<{ places: number; taken: number }[]>`
    select places, count(order_id)::int as taken from slot left join slot_place on slot_id = slot.id
    where day = ${day} and starts = ${from} group by slot.id`

describe('the number of home visits of a location', () => {
  test('is set by its manager for each window, and applies from the next booking on', async () => {
    const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
    const week = planOf(4).week.map((places, index) => (index === weekday ? [1, 0, 4, 4, 4, 4] : places))
    expect((await save({ week, days: [] })).httpStatus).toBe(200)
    expect(await left('09:00')).toBeUndefined()
    expect(await left('07:00')).toBe('few')
    await book(asAda, visitAt('08:00'))
    expect((await asChidi(addBooking, { body: visitAt('08:00') })).code).toBe('slot_unavailable')
    expect((await asChidi(addBooking, { body: visitAt('10:00') })).code).toBe('slot_unavailable')
    expect((await desk()).plan).toEqual({ week, days: [] })
    expect((await desk()).changes[0]?.by).toBe(sola.name)
  })

  test('stays as its lab set it when the default is changed, even if it equalled the default', async () => {
    const [site] = await world.sql<{ id: number; usual: number }[]>`
      select id, visit_places as usual from lab_location where address = ${yaba.main}`
    const { id, usual } = site ?? expect.unreachable()
    expect((await save(onDay([1, 1, usual, usual, usual, usual]))).httpStatus).toBe(200)
    const said = (await desk()).plan
    await save({ ...said, week: planOf(usual).week })
    await world.db.transaction().execute((tx) => setUsual(tx, id, usual + 3))
    expect((await desk()).plan).toEqual({ ...said, week: planOf(usual).week })
    await world.db.transaction().execute((tx) => setUsual(tx, id, usual))
  })

  test('omits a day that passed while the form was open, and names it', async () => {
    const yesterday = addDays(lagosDate(world.clock.now()), -1)
    const saved = await save(onDay([1, 1, 1, 1, 1, 1], yesterday))
    expect(saved.data).toMatchObject({ passed: [yesterday], plan: { days: [] } })
    const longAgo = await save(onDay([1, 1, 1, 1, 1, 1], addDays(yesterday, -30)))
    expect(longAgo.code).toBe('invalid')
  })

  test('can differ on one day, and is the weekday’s on all others', async () => {
    await save(onDay([0, 0, 2, 2, 0, 0]))
    expect(await left('07:00')).toBeUndefined()
    expect(await left('11:00')).toBe('open')
    const { data } = await asAda(listSlots, { query: { lab: yaba.slug, location: yaba.main } })
    expect(data.slots.filter(({ date }) => date === addDays(day, 1))).toHaveLength(6)
  })

  test('cancels no visit: excess visits are shown before saving and stay, and no further one is booked', async () => {
    const { order, payment } = await book(asAda, visitAt('08:00'))
    await pay(world, payment)
    await book(asChidi, visitAt('08:30'))
    const body = { location: yaba.main, plan: onDay([1, 4, 4, 4, 4, 4]) }
    const beyond = [{ date: day, from: '07:00', taken: 2, places: 1 }]
    expect((await asSola(previewVisitPlaces, { body })).data.beyond).toEqual(beyond)
    expect(await left('07:00')).toBe('open')
    expect((await save(body.plan)).data.beyond).toEqual(beyond)
    expect((await desk()).beyond).toEqual(beyond)
    expect(await left('07:00')).toBe('full')
    expect(await placesKept('07:00')).toEqual([{ places: 2, taken: 2 }])
    // Moving away frees a place that no longer exists.
    const away = { params: { reference: order }, body: { date: day, time: '12:00' } }
    expect((await asAda(moveVisit, away)).httpStatus).toBe(200)
    const back = { params: { reference: order }, body: { date: day, time: '08:00' } }
    expect((await asAda(moveVisit, back)).code).toBe('slot_unavailable')
  })

  test('is only for managers: not for other duties, other labs, or managers of other locations', async () => {
    const plan = planOf(3)
    const body = { location: yaba.main, plan, seen: planOf(4) }
    for (const other of [await world.as(tola), asAda]) {
      expect((await other(readVisitPlaces)).httpStatus).toBe(404)
      expect((await other(setVisitPlaces, { body })).httpStatus).toBe(404)
      const look = { location: yaba.main, plan }
      expect((await other(previewVisitPlaces, { body: look })).httpStatus).toBe(404)
    }
    expect((await asSola(setVisitPlaces, { body: { ...body, location: ikeja.main } })).httpStatus).toBe(404)
    await world.sql`insert into lab_member_location (staff_id, location_id)
      select s.id, l.id from staff_member s join account a on a.id = s.account_id, lab_location l
      where a.email = ${sola.email} and l.address = ${yaba.annex}`
    expect((await asSola(setVisitPlaces, { body })).httpStatus).toBe(404)
    await world.sql`delete from lab_member_location`
  })

  test('is not overwritten if a colleague has changed it, and invalid days are refused', async () => {
    const twice = { ...planOf(4), days: [0, 1].map(() => ({ on: day, places: [0, 0, 0, 0, 0, 0] })) }
    expect(await save(twice)).toMatchObject({ code: 'invalid', fields: { 'days.1': expect.any(String) } })
    expect((await save(onDay([0, 0, 0, 0, 0, 0], '2020-01-01'))).code).toBe('invalid')
    await save(planOf(5))
    const late = { location: yaba.main, plan: planOf(6), seen: planOf(4) }
    expect(await asSola(setVisitPlaces, { body: late })).toMatchObject({ code: 'places_changed' })
    expect((await desk()).plan).toEqual(planOf(5))
    // An unchanged value is accepted, whatever version was seen.
    const same = { location: yaba.main, plan: planOf(5), seen: planOf(4) }
    const before = (await desk()).changes.length
    expect((await asSola(setVisitPlaces, { body: same })).httpStatus).toBe(200)
    expect((await desk()).changes).toHaveLength(before)
  })

  test('lowered during fifty bookings is not exceeded by any later booking', async () => {
    await save(planOf(40))
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const person = { email: `places-${index}@cast.example`, name: 'Of Crowd', type: 'user' as const }
        const phone = `234806000${String(index).padStart(4, '0')}`
        await createVerifiedAccount(world.db, world.parts, {
          ...person,
          phone,
          password: castPassword,
          address: 'Yaba',
        })
        return await world.as(person)
      }),
    )
    let booked = 0
    const buy = async (buyer: Caller, index: number) => {
      const answer = await buyer(addBooking, { body: visitAt('08:00') })
      if (answer.httpStatus !== 200) return void expect(['slot_unavailable', 'busy']).toContain(answer.code)
      booked += 1
      if (index % 3 === 0) await pay(world, await newestPayment(buyer, answer.data.orderReference))
    }
    const body = { location: yaba.main, plan: planOf(5), seen: planOf(40) }
    const lower = async (): Promise<Awaited<ReturnType<typeof save>>> => {
      while (booked < 3) await new Promise((done) => setTimeout(done, 5))
      const answer = await asSola(setVisitPlaces, { body })
      return answer.code === 'busy' ? await lower() : answer
    }
    const [, set] = await Promise.all([Promise.all(buyers.map(buy)), lower()])
    expect(set.httpStatus).toBe(200)
    const given = set.data.beyond.find(({ from }) => from === '07:00')?.taken ?? 5
    const [kept] = await placesKept('07:00')
    expect(kept?.taken).toBeLessThanOrEqual(Math.max(5, given))
    expect(kept?.places).toBe(Math.max(5, given))
  }, 120_000)
})
