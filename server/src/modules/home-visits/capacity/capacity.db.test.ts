import { listPhlebotomists, readVisitCapacity, setServiceAreas, suspendStaff } from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { ada, chidi, femi, ops } from '../../../../test/cast.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit } from '../../../../test/world.ts'

const world = await buildWorld()
const { clock, sql } = world
let asOps: Caller
let femiId: string
let day: string

beforeEach(async () => {
  clock.moveOn(24 * 60 * 60_000)
  asOps = await world.as(ops)
  const { type } = bookingForm({ type: homeVisit(clock.now()) })
  day = type.mode === 'sampleCollection' ? type.details.sampleCollectionDate : expect.unreachable()
  femiId = (await asOps(listPhlebotomists, { query: { day } })).data[0]?.id ?? femiId
  await setFemisAreas([{ state: 'Lagos', area: 'Yaba' }])
})

async function setFemisAreas(areas: { state: string; area: string }[], dailyVisits = 12): Promise<void> {
  const set = await asOps(setServiceAreas, { params: { id: femiId }, body: { areas, dailyVisits } })
  expect(set.httpStatus).toBe(200)
}

const read = async (state?: string) =>
  (await asOps(readVisitCapacity, { query: { day, ...(state ? { state } : {}) } })).data
const at8 = ({ windows }: { windows: { from: string }[] } | undefined = { windows: [] }) =>
  windows.find(({ from }) => from === '07:00')

test('an operator sees by area and window what is booked, held and free, and the phlebotomists there', async () => {
  const paid = await book(await world.as(ada), bookingForm({ type: homeVisit(clock.now()) }))
  await pay(world, paid.payment)
  await book(await world.as(chidi), bookingForm({ type: homeVisit(clock.now()) }))
  const { state, states, areas } = await read()
  expect(state).toBe('Lagos')
  expect(states).toEqual([{ state: 'Lagos', booked: 2, uncovered: 0 }])
  const yaba = areas.find(({ area }) => area === 'Yaba')
  expect(yaba).toMatchObject({ people: [femi.name], unassigned: 1 })
  expect(at8(yaba)).toEqual({ from: '07:00', to: '09:00', booked: 1, held: 1, left: 0 })
  expect(yaba?.windows.find(({ from }) => from === '09:00')).toMatchObject({ booked: 0, held: 0, left: 2 })
  // The unpaid hold has expired.
  clock.moveOn(11 * 60_000)
  expect(at8((await read()).areas.find(({ area }) => area === 'Yaba'))).toMatchObject({ held: 0, left: 1 })
})

test('areas with booked visits and no phlebotomist come first, marked as such', async () => {
  const paid = await book(await world.as(ada), bookingForm({ type: homeVisit(clock.now()) }))
  await pay(world, paid.payment)
  await setFemisAreas([{ state: 'Kano', area: '' }])
  const found = await read()
  expect(found.states).toEqual([
    { state: 'Kano', booked: 0, uncovered: 0 },
    { state: 'Lagos', booked: 1, uncovered: 1 },
  ])
  expect(found.state).toBe('Lagos')
  expect(found.areas[0]).toMatchObject({ area: 'Yaba', people: [], unassigned: 1 })
  const kano = await read('Kano')
  expect(kano.areas.map(({ area, people }) => [area, people])).toEqual([['', [femi.name]]])
  expect(at8(kano.areas[0])).toMatchObject({ left: 2 })
})

test('suspended phlebotomists are neither named nor counted, and the day must exist', async () => {
  const [other] = await sql<{ n: number }[]>`select count(*)::int as n from phlebotomist`
  expect(other?.n).toBe(1)
  await asOps(suspendStaff, { params: { id: femiId }, body: { reason: 'left us' } })
  const { areas } = await read('Lagos')
  expect(
    areas.every(({ people, windows }) => people.length === 0 && windows.every(({ left }) => left === 0)),
  ).toBe(true)
  expect((await asOps(readVisitCapacity, { query: { day: '2026-02-30' } })).code).toBe('wrong_days')
  expect((await (await world.as(ada))(readVisitCapacity, { query: { day } })).httpStatus).toBe(404)
})
