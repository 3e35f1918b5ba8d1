import {
  addDays,
  type LagosDate,
  lagosDate,
  type OpenHours,
  readLabFigures,
  readOpenHours,
  readOrder,
  setOpenHours,
  trackOrder,
} from '@labalaba/contract'
import { beforeEach, expect, test } from 'vitest'
import { orderAtBench } from './bench.ts'
import { ada, sola, sugar, yaba } from './cast.ts'
import { releaseAt, yabaBench } from './lab-staff.ts'
import { buildWorld, type Caller } from './world.ts'

const world = await buildWorld()
let asAda: Caller
let asSola: Caller
/** Tomorrow: it is six in the evening, and Yaba closes at seven. */
let next: LagosDate

const moment = (day: LagosDate, time: string) => new Date(`${day}T${time}:00+01:00`)
async function moveTo(at: Date): Promise<void> {
  world.clock.moveOn(at.getTime() - world.clock.now().getTime())
  ;[asAda, asSola] = await Promise.all([world.as(ada), world.as(sola)])
}

/** An order of a test of four hours, whose specimens are in the lab. */
const received = async () => await orderAtBench(world, asAda, { test: [{ ...sugar }] })

beforeEach(async () => {
  await world.sql`update lab_location set opening_hours = 'Mon-Sun 07:00-19:00' where address = ${yaba.main}`
  next = addDays(lagosDate(world.clock.now()), 2)
  await moveTo(moment(addDays(next, -1), '18:00'))
})

/** The promise as the booker and an anonymous tracker see it. */
async function promisedBy(reference: string): Promise<Date | null> {
  const { data: own } = await asAda(readOrder, { params: { reference } })
  const { data: tracked } = await world.nobody(trackOrder, {
    body: { reference, contact: 'mama@cast.example' },
  })
  expect(tracked.promised).toEqual(own.promised)
  return own.promised && new Date(own.promised.by)
}

async function closeOn(on: LagosDate): Promise<void> {
  const { data } = await asSola(readOpenHours, { query: { location: yaba.main } })
  const week = Array.from({ length: 7 }, () => [{ from: '07:00', to: '19:00' }])
  const hours: OpenHours = { week, planned: null, days: [{ on, name: 'Staff day', openings: [] }] }
  const body = { location: yaba.main, hours, seen: data.written }
  expect((await asSola(setOpenHours, { body })).httpStatus).toBe(200)
}

test('results that would be ready at night are promised for the next morning, on every page', async () => {
  const order = await received()
  expect(await promisedBy(order)).toEqual(moment(next, '08:00'))
})

test('a promise stays if the lab closes that day afterwards, and later bookings get another day', async () => {
  const before = await received()
  await closeOn(next)
  const after = await received()
  expect(await promisedBy(before)).toEqual(moment(next, '08:00'))
  expect(await promisedBy(after)).toEqual(moment(addDays(next, 1), '08:00'))
})

test('a lab is measured by its promise: in time on the next morning, even if it has closed that day since', async () => {
  const took = async () => {
    const { data } = await asSola(readLabFigures, { query: { period: 'ninety_days' } })
    const { due = 0, inTime = 0 } = data.turnaround.find(({ test: name }) => name === sugar.name) ?? {}
    return { due, inTime }
  }
  const was = await took()
  const [first, second] = [await received(), await received()]
  // The report of the second is begun, and never done.
  await world.sql`insert into report (order_id, position, test_id, test_name) select order_id, position, test_id, name
    from lab_order_line where order_id = (select id from lab_order where reference = ${second})`
  await closeOn(next)
  await moveTo(moment(next, '07:30'))
  await releaseAt(await yabaBench(world), first, '5')
  expect(await took()).toEqual({ due: was.due + 1, inTime: was.inTime + 1 })
  const promiseStatus = async () =>
    (await asAda(readOrder, { params: { reference: second } })).data.promised?.stands
  expect(await promiseStatus()).toBe('soon')
  await moveTo(moment(next, '08:00'))
  expect(await promiseStatus()).toBe('late')
  expect(await took()).toEqual({ due: was.due + 2, inTime: was.inTime + 1 })
})
