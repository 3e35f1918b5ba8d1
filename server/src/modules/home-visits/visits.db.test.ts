import { randomUUID } from 'node:crypto'
import {
  addBooking,
  addDays,
  assignVisit,
  cancelOrder,
  type LagosDate,
  listPhlebotomists,
  listVisits,
  type MissReason,
  moveVisit,
  moveVisitByOperator,
  readOrder,
  readRound,
  readServiceAreas,
  readVisit,
  rebookVisit,
  rejectSample,
  restoreStaff,
  setServiceAreas,
  signIn,
  suspendStaff,
  syncVisits,
  type VisitActSent,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, castPassword, chidi, femi, ops, sola } from '../../../test/cast.ts'
import { pay } from '../../../test/stages.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  callerOf,
  homeVisit,
  until,
} from '../../../test/world.ts'
import { brokenInvariants } from '../../invariants.ts'
import { createVerifiedAccount } from '../accounts/index.ts'
import { areasOf } from './area-repository.ts'
import { doorCode } from './door-code.ts'
import { newestVisit } from './repository.ts'
import { catchUpVisits, followOrder } from './visits.ts'

const day = 24 * 60 * 60 * 1000
const tunde = { email: 'tunde@cast.example', name: 'Tunde Bakare', phone: '2348030000077' } as const

const world = await buildWorld()
const { db, clock, sql } = world
const { secret } = world.parts
let asAda: Caller
let asOps: Caller
let asFemi: Caller
let asTunde: Caller
let femiId: string
let tundeId: string

beforeAll(async () => {
  await sql`update lab_location set visit_places = 100`
  await createVerifiedAccount(db, world.parts, {
    ...tunde,
    type: 'phlebotomist',
    password: castPassword,
    address: 'Yaba, Lagos',
  })
})

beforeEach(async () => {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asFemi = await world.as(femi)
  asTunde = await tundeSignsIn()
  femiId = await staffId(femi.email)
  tundeId = await staffId(tunde.email)
  await serves(femiId, 40)
  await serves(tundeId, 1, [])
})

async function tundeSignsIn(): Promise<Caller> {
  const basic = Buffer.from(`${tunde.email}:${castPassword}`).toString('base64')
  const { data } = await callerOf(world.publicUrl, `Basic ${basic}`)(signIn)
  return callerOf(world.publicUrl, `Bearer ${data.authid}`)
}

async function catchUp(): Promise<void> {
  await catchUpVisits(db, clock.now(), (error) => expect.unreachable(String(error)))
}

async function staffId(email: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from staff_member where email = ${email}`
  return row?.id ?? expect.unreachable()
}

const yabaArea = [{ state: 'Lagos', area: 'Yaba' }]

async function serves(id: string, dailyVisits: number, areas: { state: string; area: string }[] = yabaArea) {
  const set = await asOps(setServiceAreas, { params: { id }, body: { areas, dailyVisits } })
  expect(set.httpStatus).toBe(200)
}

/**
 * A paid home visit in some days, once its payment event was handled. At booking its area has a phlebotomist;
 * at assignment the visit goes to the phlebotomist whom the test names.
 */
async function visited(days = 2) {
  const type = homeVisit(new Date(clock.now().getTime() + (days - 2) * day))
  const now = await areasOf(db, femiId)
  await serves(femiId, 40)
  const booked = await book(asAda, bookingForm({ type, dob: '1961-04-12' }))
  await pay(world, booked.payment)
  await serves(femiId, now?.daily ?? 40, now?.areas ?? [])
  const orderId = await idOf(booked.order)
  await follow(orderId)
  return { ...booked, orderId, id: (await at(orderId)).id }
}

async function idOf(reference: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${reference}`
  return row?.id ?? expect.unreachable()
}

const follow = (orderId: number) => db.transaction().execute((tx) => followOrder(tx, orderId, clock.now()))
const at = async (orderId: number) => (await newestVisit(db, orderId)) ?? expect.unreachable()

/** On the day of the visit, by default in its window; the user who was signed in no longer is. */
async function onTheDay(time = '07:30') {
  await moveTo(new Date(clock.now().getTime() + 2 * day).toISOString().slice(0, 10), time)
}

/** It is that time in Lagos. */
async function moveTo(on: string, time: string) {
  clock.moveOn(new Date(`${on}T${time}:00+01:00`).getTime() - clock.now().getTime())
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asFemi = await world.as(femi)
  asTunde = await tundeSignsIn()
}

type Visit = Awaited<ReturnType<typeof visited>>

test('the visits of a suspended phlebotomist are reassigned', async () => {
  await serves(femiId, 40, [])
  await serves(tundeId, 8)
  const visit = await visited()
  expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', staff_id: tundeId })
  const params = { id: tundeId }
  await asOps(suspendStaff, { params, body: { reason: 'left us' } })
  await serves(femiId, 40)
  await catchUp()
  expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', staff_id: femiId })
  await asOps(restoreStaff, { params })
})

test('a visit whose phlebotomist did not set off in time promises nothing more, until one sets off', async () => {
  const visit = await visited()
  const own = async () => (await asAda(readVisit, { params: { reference: visit.order } })).data
  const on = (await at(visit.orderId)).visit_on
  expect(await own()).toMatchObject({ isOverdue: false, phlebotomist: 'Femi', doorCode: expect.any(String) })
  await moveTo(on, '09:30')
  expect(await own()).toMatchObject({ isOverdue: true, phlebotomist: null, doorCode: null })
  const { data } = await asOps(listVisits, { query: {} })
  expect(data.find(({ id }) => id === visit.id)).toMatchObject({ isOverdue: true, state: 'assigned' })
  const [setOff] = await wholeQueue(visit)
  if (!setOff) return expect.unreachable()
  expect(await send(asFemi, setOff)).toEqual(['done'])
  expect(await own()).toMatchObject({
    isOverdue: false,
    state: 'on_the_way',
    phlebotomist: 'Femi',
    doorCode: expect.any(String),
  })
  expect((await asOps(listVisits, { query: {} })).data.map(({ id }) => id)).not.toContain(visit.id)
})

test('a visit is assigned by the patient’s address, not the lab’s', async () => {
  const details = homeVisit(clock.now())
  if (details.mode !== 'sampleCollection') return expect.unreachable()
  const type = {
    ...details,
    details: { ...details.details, sampleCollectionState: 'Lagos', sampleCollectionArea: 'Surulere' },
  }
  const form = () => bookingForm({ type, dob: '1961-04-12' })
  expect((await asAda(addBooking, { body: form() })).code).toBe('slot_unavailable')
  await serves(tundeId, 8, [{ state: 'Lagos', area: 'Surulere' }])
  const booked = await book(asAda, form())
  await pay(world, booked.payment)
  const orderId = await idOf(booked.order)
  await follow(orderId)
  expect(await at(orderId)).toMatchObject({ area_state: 'Lagos', area: 'Surulere', staff_id: tundeId })
  // An operator assigns any phlebotomist, with a reason.
  const body = { phlebotomist: femiId, reason: 'is near by today' }
  await asOps(assignVisit, { params: { id: (await at(orderId)).id }, body })
  expect((await at(orderId)).staff_id).toBe(femiId)
})

test('a past visit is assigned to no phlebotomist, and an unassigned past one is overdue', async () => {
  await serves(femiId, 40, [])
  const waiting = await visited()
  const on = (await at(waiting.orderId)).visit_on
  await serves(femiId, 40)
  const given = await visited()
  expect(await at(given.orderId)).toMatchObject({ state: 'assigned', visit_on: on })
  await serves(femiId, 40, [])
  await moveTo(addDays(on as LagosDate, 1), '09:00')
  await serves(femiId, 40)
  await follow(waiting.orderId)
  await catchUp()
  expect(await at(waiting.orderId)).toMatchObject({ state: 'requested' })
  const { data } = await asOps(listVisits, { query: { day: on } })
  for (const { id } of [waiting, given])
    expect(data.find((one) => one.id === id)).toMatchObject({ isOverdue: true })
})

test('no phlebotomist is assigned after a late payment until the booker has chosen', async () => {
  const type = homeVisit(clock.now())
  const booked = await book(asAda, bookingForm({ type, dob: '1961-04-12' }))
  await pay(world, booked.payment)
  const orderId = await idOf(booked.order)
  await sql`update lab_order set late_money_at = paid_at where id = ${orderId}`
  await follow(orderId)
  await catchUp()
  expect(await newestVisit(db, orderId)).toBeUndefined()
  await sql`update lab_order set late_choice = 'keep' where id = ${orderId}`
  await catchUp()
  expect(await at(orderId)).toMatchObject({ state: 'assigned' })
})

describe('a visit whose order has been moved to another time', () => {
  test('can be started or missed only by a phone that knows the new time: the old visit earns no fee', async () => {
    const visit = await visited()
    const on = (await at(visit.orderId)).visit_on
    await moveTo(on, '08:50')
    const [setOff, missed] = [
      await act(visit, { verb: 'set_off' }),
      await act(visit, { verb: 'miss', reason: 'unable' }),
    ]
    const body = { date: addDays(on as LagosDate, 1), time: '11:00' }
    expect((await asAda(moveVisit, { params: { reference: visit.order }, body })).httpStatus).toBe(200)
    // The visit has not been updated by the event yet.
    expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', visit_on: on })
    expect(await send(asFemi, setOff, missed)).toEqual(['visit_changed', 'visit_changed'])
    await follow(visit.orderId)
    expect(await at(visit.orderId)).toMatchObject({ visit_on: body.date, visit_time: '11:00' })
    expect((await asAda(readOrder, { params: { reference: visit.order } })).data).toMatchObject({
      may: { moveVisit: true },
      cancelTerms: { keptFee: 0 },
    })
  })
})

test('a visit that its phlebotomist cannot make is made by a colleague at the same time, if the patient asks', async () => {
  const visit = await visited(5)
  const { visit_on: date, visit_time: time } = await at(visit.orderId)
  expect(await send(asFemi, await act(visit, { verb: 'miss', reason: 'unable' }))).toEqual(['done'])
  await serves(femiId, 40, [])
  await serves(tundeId, 8)
  const params = { reference: visit.order }
  const asked = { params, body: { date, time } }
  expect((await asAda(readVisit, { params })).data).toMatchObject({ state: 'missed', canRebook: true })
  expect((await asAda(rebookVisit, asked)).httpStatus).toBe(200)
  expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', staff_id: tundeId, visit_on: date })
  const again = (await at(visit.orderId)).round
  expect((await asAda(rebookVisit, asked)).httpStatus).toBe(200)
  expect((await at(visit.orderId)).round).toBe(again)
})

test('a visit on the way is listed for operators if its phlebotomist is suspended or its day is over', async () => {
  const [visit, other] = [await visited(), await visited()]
  const { visit_on: on } = await at(visit.orderId)
  await moveTo(on, '07:30')
  const listed = async ({ id }: Visit) =>
    (await asOps(listVisits, { query: { limit: '50' } })).data.find((one) => one.id === id)
  for (const one of [visit, other])
    expect(await send(asFemi, await act(one, { verb: 'set_off' }))).toEqual(['done'])
  expect(await listed(visit)).toBeUndefined()
  await asOps(suspendStaff, { params: { id: femiId }, body: { reason: 'left us' } })
  expect(await listed(visit)).toMatchObject({ state: 'on_the_way', isOverdue: true, canAssign: true })
  const body = { phlebotomist: tundeId, reason: 'takes over' }
  expect((await asOps(assignVisit, { params: { id: visit.id }, body })).httpStatus).toBe(200)
  expect(await listed(visit)).toBeUndefined()
  await asOps(restoreStaff, { params: { id: femiId } })
  expect(await listed(other)).toBeUndefined()
  await moveTo(addDays(on as LagosDate, 1), '06:00')
  expect(await listed(other)).toMatchObject({ state: 'on_the_way', isOverdue: true })
})

test('the scheduled job reaches every visit that can be assigned, however many cannot', async () => {
  await serves(femiId, 1, [])
  const waiting: Visit[] = []
  for (let turn = 0; turn < 4; turn += 1) waiting.push(await visited(5))
  const last = await visited(6)
  await serves(femiId, 1)
  await catchUpVisits(db, clock.now(), (error) => expect.unreachable(String(error)), 2)
  expect((await at(last.orderId)).state).toBe('assigned')
  const states = await Promise.all(waiting.map(async ({ orderId }) => (await at(orderId)).state))
  expect(states.filter((state) => state === 'assigned')).toHaveLength(1)
})

test('reassigning a visit whose phlebotomist is on the way cancels the fee', async () => {
  const visit = await visited()
  await onTheDay()
  await send(asFemi, await act(visit, { verb: 'set_off' }))
  const set = async () =>
    (await sql<{ at: Date | null }[]>`select set_off_at as at from lab_order where id = ${visit.orderId}`)[0]
      ?.at
  expect(await set()).not.toBe(null)
  const body = { phlebotomist: tundeId, reason: 'a puncture' }
  expect(await asOps(assignVisit, { params: { id: visit.id }, body })).toMatchObject({ httpStatus: 200 })
  expect(await set()).toBe(null)
})

type Done = Partial<VisitActSent> & { readonly verb: VisitActSent['verb'] }

async function act({ orderId }: Visit, done: Done): Promise<VisitActSent> {
  const { id, round } = await at(orderId)
  const when = clock.now().toISOString()
  return { id: randomUUID(), visit: id, round, at: when, ...done } as VisitActSent
}

async function labelsOf({ orderId }: Visit, state = 'expected'): Promise<string[]> {
  const found = await sql<{ accession: string }[]>`
    select accession from specimen where order_id = ${orderId} and state = ${state}`
  return found.map(({ accession }) => accession)
}

async function send(by: Caller, ...acts: VisitActSent[]) {
  const { data } = await by(syncVisits, { body: { acts } })
  return data.outcomes.map(({ isDone, code }) => (isDone ? 'done' : code))
}

/** All acts of one visit, in order. */
async function wholeQueue(visit: Visit): Promise<VisitActSent[]> {
  const code = doorCode(secret, await at(visit.orderId))
  const accessions = await labelsOf(visit)
  return [
    await act(visit, { verb: 'set_off' }),
    await act(visit, { verb: 'arrive', code }),
    await act(visit, { verb: 'collect', isPatient: true, accessions }),
    await act(visit, { verb: 'deliver', count: accessions.length }),
  ]
}

const stateOf = async ({ order }: Visit) =>
  (await asAda(readOrder, { params: { reference: order } })).data.state
const eventsOf = ({ id }: Visit) => sql<{ verb: string; actor: string; account_id: number | null }[]>`
  select verb, actor, account_id from collection_event where collection_id = ${id} order by id`

describe('a home visit', () => {
  test('is created once, when its order is paid, and is assigned to the phlebotomist of the area', async () => {
    const visit = await visited()
    await Promise.all(Array.from({ length: 20 }, () => follow(visit.orderId)))
    await catchUp()
    const found = await sql`select 1 from collection where order_id = ${visit.orderId}`
    expect(found).toHaveLength(1)
    expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', staff_id: femiId, area: 'Yaba' })
    expect(await labelsOf(visit)).toHaveLength(2)
    expect((await eventsOf(visit)).map(({ verb }) => verb)).toEqual(['request', 'assign'])
  })

  test('is opened by the payment event, and by the scheduled job if the event was lost', async () => {
    const booked = await book(asAda, bookingForm({ type: homeVisit(clock.now()) }))
    const unpaid = await book(asAda, bookingForm({ type: homeVisit(clock.now()) }))
    const walkIn = await book(asAda)
    await pay(world, booked.payment)
    await pay(world, walkIn.payment)
    await catchUp()
    expect(await newestVisit(db, await idOf(booked.order))).toBeDefined()
    expect(await newestVisit(db, await idOf(unpaid.order))).toBeUndefined()
    expect(await newestVisit(db, await idOf(walkIn.order))).toBeUndefined()
    const jobs = await sql<{ payload: { orderId: number } }[]>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'follow-order'`
    expect(jobs.map(({ payload }) => payload.orderId)).toContain(await idOf(booked.order))
  })

  test('is assigned to the phlebotomist with the fewest that day, and waits if none can take one more', async () => {
    await serves(femiId, 1, [])
    const others: Visit[] = []
    for (let turn = 0; turn < 6; turn += 1) others.push(await visited(5))
    await serves(femiId, 1)
    await Promise.all(others.map(({ orderId }) => follow(orderId)))
    const states = await Promise.all(others.map(async ({ orderId }) => (await at(orderId)).state))
    expect(states.filter((state) => state === 'assigned')).toHaveLength(1)
    expect(states.filter((state) => state === 'requested')).toHaveLength(5)
    // A daily number that allows three in a window.
    await serves(tundeId, 18, [{ state: 'Lagos', area: '' }])
    await catchUp()
    const after = await Promise.all(others.map(async ({ orderId }) => at(orderId)))
    expect(after.filter(({ staff_id: id }) => id === tundeId)).toHaveLength(3)
    await serves(femiId, 40)
    await catchUp()
  })

  test('is cancelled with its order by the same actor, and moves with it to another day', async () => {
    const [ends, moves] = [await visited(), await visited()]
    const reference = (visit: Visit) => ({ params: { reference: visit.order } })
    await asAda(cancelOrder, { ...reference(ends), body: { refundTo: 'credit' } })
    await follow(ends.orderId)
    expect((await at(ends.orderId)).state).toBe('cancelled')
    expect((await eventsOf(ends)).at(-1)).toMatchObject({ verb: 'cancel', actor: 'patient' })
    const date = new Date(clock.now().getTime() + 4 * day).toISOString().slice(0, 10)
    const moved = await asAda(moveVisit, { ...reference(moves), body: { date, time: '11:00' } })
    expect(moved.httpStatus).toBe(200)
    const before = doorCode(secret, await at(moves.orderId))
    await follow(moves.orderId)
    expect(await at(moves.orderId)).toMatchObject({ state: 'assigned', visit_on: date, visit_time: '11:00' })
    expect(doorCode(secret, await at(moves.orderId))).not.toBe(before)
  })
})

describe('a phlebotomist', () => {
  test('sets off, is let in, takes the samples and hands them over, each act recorded with their name', async () => {
    const visit = await visited()
    await onTheDay()
    const round = (await asFemi(readRound)).data.visits.find(({ id }) => id === visit.id)
    expect(round).toMatchObject({
      state: 'assigned',
      patient: { name: 'Mama Obi', bornOn: '1961-04-12', phone: '2348030000009' },
      place: { address: '14 Adeniyi Jones Avenue, Ikeja' },
      fastingHours: expect.any(Number),
    })
    expect(round?.tubes.map(({ container }) => container.split(' ')[0])).toEqual(['EDTA', 'Fluoride'])
    expect(JSON.stringify(round)).not.toContain(doorCode(secret, await at(visit.orderId)))
    expect(await send(asFemi, ...(await wholeQueue(visit)))).toEqual(['done', 'done', 'done', 'done'])
    expect(await stateOf(visit)).toBe('sample_collected')
    const acts = (await eventsOf(visit)).slice(2)
    expect(acts.map(({ verb }) => verb)).toEqual(['set_off', 'arrive', 'collect', 'deliver'])
    expect(acts.every(({ actor, account_id: by }) => actor === 'phlebotomist' && by !== null)).toBe(true)
    const over = (await asFemi(readRound)).data.visits.find(({ id }) => id === visit.id)
    expect(over).toMatchObject({
      state: 'delivered',
      delivered: { count: 2, received: 0 },
      tubes: [],
      patient: { phone: '', bornOn: null },
      place: { address: '' },
    })
  })

  test('sees the patient of a visit, which is recorded once a day for each', async () => {
    const visit = await visited()
    await onTheDay()
    await Promise.all([asFemi(readRound), asTunde(readRound)])
    await asFemi(readRound)
    const seen = () => sql`select role, what from audit_entry where order_id = ${visit.orderId}`
    expect(await seen()).toEqual([{ role: 'phlebotomist', what: 'visit_seen' }])
    await send(asFemi, ...(await wholeQueue(visit)))
    expect(await seen()).toContainEqual({ role: 'phlebotomist', what: 'sample_handled' })
  })

  test('retains the fee once on the way, and the patient sees that', async () => {
    const visit = await visited()
    await onTheDay()
    await send(asFemi, await act(visit, { verb: 'set_off' }))
    const { data } = await asAda(readOrder, { params: { reference: visit.order } })
    expect(data.cancelTerms).toMatchObject({ keptFee: 6000 })
    const jobs = await sql<{ payload: { visitId: string } }[]>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail-on-the-way'`
    expect(jobs.map(({ payload }) => payload.visitId)).toContain(visit.id)
  })

  test('sends offline acts that count once, however often and concurrently they are sent', async () => {
    const visit = await visited()
    await onTheDay()
    const queue = await wholeQueue(visit)
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(asFemi, ...queue)))
    expect(sent.at(-1)).toEqual(['done', 'done', 'done', 'done'])
    expect((await at(visit.orderId)).state).toBe('delivered')
    expect((await eventsOf(visit)).map(({ verb }) => verb).slice(2)).toEqual([
      ...['set_off', 'arrive', 'collect', 'deliver'],
    ])
    expect(await send(asFemi, ...queue)).toEqual(['done', 'done', 'done', 'done'])
    expect(await sql`select 1 from visit_act where collection_id = ${visit.id}`).toHaveLength(4)
  })

  test('cannot act out of order, before the day or for an earlier time', async () => {
    const visit = await visited()
    expect(await send(asFemi, await act(visit, { verb: 'set_off' }))).toEqual(['not_today'])
    await onTheDay()
    const [setOff, arrive, collect, deliver] = await wholeQueue(visit)
    if (!setOff || !arrive || !collect || !deliver) return expect.unreachable()
    expect(await send(asFemi, deliver, collect, arrive)).toEqual([
      'wrong_state',
      'wrong_state',
      'wrong_state',
    ])
    expect(await send(asFemi, setOff, collect)).toEqual(['done', 'wrong_state'])
    expect(await send(asFemi, { ...arrive, round: 0 })).toEqual(['visit_changed'])
    expect(await send(asFemi, arrive, collect, deliver)).toEqual(['done', 'done', 'done'])
    const other = await act(visit, { verb: 'miss', reason: 'unable' })
    expect(await send(asFemi, { ...other, id: setOff.id })).toEqual(['reference_reused'])
  })

  test('takes exactly the samples of this visit', async () => {
    const [visit, other] = [await visited(), await visited()]
    await onTheDay()
    const [setOff, arrive] = await wholeQueue(visit)
    if (!setOff || !arrive) return expect.unreachable()
    await send(asFemi, setOff, arrive)
    const [mine = '', second = ''] = await labelsOf(visit)
    const [foreign = ''] = await labelsOf(other)
    for (const accessions of [[mine], [mine, mine], [mine, foreign], [mine, second, foreign]])
      expect(await send(asFemi, await act(visit, { verb: 'collect', isPatient: true, accessions }))).toEqual([
        'wrong_labels',
      ])
    const body = { acts: [await act(visit, { verb: 'collect', accessions: [mine, second] })] }
    expect((await asFemi(syncVisits, { body })).httpStatus).toBe(400)
  })

  test('has five tries at the door; a repeated try counts once, and a new assignment has a new code', async () => {
    const visit = await visited()
    await onTheDay()
    await send(asFemi, await act(visit, { verb: 'set_off' }))
    const right = doorCode(secret, await at(visit.orderId))
    const code = right === '000000' ? '000001' : '000000'
    const wrong = await act(visit, { verb: 'arrive', code })
    for (let turn = 0; turn < 7; turn += 1) expect(await send(asFemi, wrong)).toEqual(['wrong_door_code'])
    const more = await Promise.all(
      Array.from({ length: 20 }, async () => send(asFemi, await act(visit, { verb: 'arrive', code }))),
    )
    expect(more.filter(([one]) => one === 'wrong_door_code')).toHaveLength(4)
    expect(more.filter(([one]) => one === 'door_locked')).toHaveLength(16)
    expect(await send(asFemi, await act(visit, { verb: 'arrive', code: right }))).toEqual(['door_locked'])
    const listed = (await asOps(listVisits, { query: { day: (await at(visit.orderId)).visit_on } })).data
    expect(listed.find(({ id }) => id === visit.id)).toMatchObject({ isLocked: true })
    const body = { phlebotomist: femiId, reason: 'the patient called' }
    expect((await asOps(assignVisit, { params: { id: visit.id }, body })).httpStatus).toBe(200)
    const renewed = doorCode(secret, await at(visit.orderId))
    expect(renewed).not.toBe(right)
    expect((await asAda(readVisit, { params: { reference: visit.order } })).data?.doorCode).toBe(renewed)
  })

  test('can neither change nor see a colleague’s visit', async () => {
    const visit = await visited()
    await onTheDay()
    expect(await send(asTunde, await act(visit, { verb: 'set_off' }))).toEqual(['not_found'])
    const queue = await wholeQueue(visit)
    await send(asFemi, ...queue)
    expect(await send(asTunde, ...queue)).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
    expect((await asTunde(readRound)).data.visits).toEqual([])
    expect((await asAda(readRound)).httpStatus).toBe(404)
  })
})

describe('a visit that is missed', () => {
  const missed = async (reason: 'nobody_home' | 'unable') => {
    const visit = await visited()
    await onTheDay()
    const miss = await act(visit, { verb: 'miss', reason })
    expect(await send(asFemi, await act(visit, { verb: 'set_off' }), miss)).toEqual(['done', 'done'])
    return visit
  }
  const own = async ({ order }: Visit) => (await asAda(readVisit, { params: { reference: order } })).data
  const another = () => ({
    date: new Date(clock.now().getTime() + 3 * day).toISOString().slice(0, 10),
    time: '09:00',
  })

  test('waits for another day, which the patient chooses at no charge, and stays the same visit', async () => {
    const visit = await missed('nobody_home')
    expect(await own(visit)).toMatchObject({ state: 'missed', missedReason: 'nobody_home', canRebook: true })
    await catchUp()
    expect((await at(visit.orderId)).state).toBe('missed')
    const { order: reference } = visit
    const body = another()
    for (let turn = 0; turn < 2; turn += 1)
      expect((await asAda(rebookVisit, { params: { reference }, body })).httpStatus).toBe(200)
    expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', visit_on: body.date, id: visit.id })
    expect((await eventsOf(visit)).map(({ verb }) => verb).slice(-3)).toEqual(['miss', 'rebook', 'assign'])
    const order = (await asAda(readOrder, { params: { reference } })).data
    expect(order).toMatchObject({ collectionDate: body.date, total: order.total })
    expect(order.cancelTerms).toMatchObject({ keptFee: 6000 })
    expect((await (await world.as(chidi))(rebookVisit, { params: { reference }, body })).httpStatus).toBe(404)
  })

  test('for our reasons keeps no fee', async () => {
    const visit = await missed('unable')
    const { data } = await asAda(readOrder, { params: { reference: visit.order } })
    expect(data.cancelTerms).toMatchObject({ keptFee: 0 })
    expect(data.may.moveVisit).toBe(true)
    await asAda(moveVisit, { params: { reference: visit.order }, body: another() })
    await follow(visit.orderId)
    expect((await at(visit.orderId)).state).toBe('assigned')
  })

  test('cannot be rebooked while the phlebotomist is on the way, nor once the sample is taken', async () => {
    const visit = await visited()
    await onTheDay()
    const [setOff, ...rest] = await wholeQueue(visit)
    if (!setOff) return expect.unreachable()
    const rebook = () => asAda(rebookVisit, { params: { reference: visit.order }, body: another() })
    expect((await rebook()).code).toBe('wrong_state')
    await send(asFemi, setOff)
    expect((await rebook()).code).toBe('wrong_state')
    await send(asFemi, ...rest)
    expect((await rebook()).code).toBe('wrong_state')
  })
})

describe('an operator who moves a visit for the patient', () => {
  const asked = (days = 3, reason = 'called the patient') => ({
    date: new Date(clock.now().getTime() + days * day).toISOString().slice(0, 10),
    time: '09:00',
    reason,
  })
  const moved = async (id: string, body = asked()) =>
    await asOps(moveVisitByOperator, { params: { id }, body })
  const news = async (orderId: number) =>
    await sql`select 1 from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where identifier = 'mail-moved-patient' and (payload ->> 'orderId')::bigint = ${orderId}`
  const written = async (orderId: number, what: string) =>
    await sql`select role, account_id from audit_entry where order_id = ${orderId} and what = ${what}`

  test('charges nothing, assigns a phlebotomist, notifies the patient once, and the reason is recorded', async () => {
    const visit = await visited()
    await onTheDay()
    await send(
      asFemi,
      await act(visit, { verb: 'set_off' }),
      await act(visit, { verb: 'miss', reason: 'unable' }),
    )
    const { data: before } = await asAda(readOrder, { params: { reference: visit.order } })
    const body = asked()
    for (let turn = 0; turn < 3; turn += 1) expect((await moved(visit.id, body)).httpStatus).toBe(200)
    const stands = await at(visit.orderId)
    expect(stands).toMatchObject({
      id: visit.id,
      state: 'assigned',
      visit_on: body.date,
      visit_time: '09:00',
    })
    const { data: order } = await asAda(readOrder, { params: { reference: visit.order } })
    expect(order).toMatchObject({ collectionDate: body.date, total: before.total })
    expect(order.cancelTerms).toMatchObject({ keptFee: 0 })
    const [event] = await sql`select actor, reason from collection_event where collection_id = ${visit.id}
      and verb = 'rebook' order by id desc limit 1`
    expect(event).toEqual({ actor: 'operator', reason: body.reason })
    expect(await news(visit.orderId)).toHaveLength(1)
    expect(await written(visit.orderId, 'visit_moved')).toMatchObject([{ role: 'operator' }])
  })

  test('can move an unassigned past visit, and none whose phlebotomist is on the way or that is over', async () => {
    await serves(femiId, 40, [])
    const overdue = await visited()
    await serves(femiId, 40)
    await moveTo(asked(3).date, '12:00')
    const { data } = await asOps(listVisits, { query: {} })
    expect(data.find(({ id }) => id === overdue.id)).toMatchObject({ isOverdue: true, canMove: true })
    expect((await moved(overdue.id)).httpStatus).toBe(200)
    expect((await at(overdue.orderId)).state).toBe('assigned')
    const visit = await visited()
    await onTheDay()
    const [setOff, ...rest] = await wholeQueue(visit)
    if (!setOff) return expect.unreachable()
    await send(asFemi, setOff)
    expect(await moved(visit.id)).toMatchObject({ httpStatus: 409, code: 'wrong_state' })
    await send(asFemi, ...rest)
    expect((await moved(visit.id)).code).toBe('wrong_state')
    expect(await written(visit.orderId, 'visit_moved')).toEqual([])
  })

  test('chooses a free future time, frees the old place, and must be an operator', async () => {
    const visit = await visited()
    expect((await moved(visit.id, asked(-1))).code).toBe('day_passed')
    await sql`update lab_location set visit_places = 0`
    expect((await moved(visit.id)).code).toBe('slot_unavailable')
    await sql`update lab_location set visit_places = 100`
    expect((await moved(visit.id)).httpStatus).toBe(200)
    const places = await sql`select slot.day::text from slot_place join slot on slot.id = slot_id
      where order_id = ${visit.orderId}`
    expect(places).toEqual([{ day: (await at(visit.orderId)).visit_on }])
    const body = asked(5)
    for (const caller of [asAda, asFemi, await world.as(sola)])
      expect((await caller(moveVisitByOperator, { params: { id: visit.id }, body })).httpStatus).toBe(404)
  })

  test('at the same moment as the patient: one time counts, and the visit is at it', async () => {
    const visit = await visited()
    const params = { reference: visit.order }
    await Promise.all([
      ...[3, 4, 5].map((days) => moved(visit.id, asked(days))),
      ...[6, 7, 8].map((days) => {
        const { date, time } = asked(days)
        return asAda(moveVisit, { params, body: { date, time } })
      }),
    ])
    await follow(visit.orderId)
    const [order] = await sql`select collection_on::text as day from lab_order where id = ${visit.orderId}`
    expect((await at(visit.orderId)).visit_on).toBe(order?.day)
  })

  test('and lists visits: each order’s audit records that once a day', async () => {
    const visit = await visited()
    const query = { day: (await at(visit.orderId)).visit_on }
    for (let turn = 0; turn < 2; turn += 1) await asOps(listVisits, { query })
    const seen = await written(visit.orderId, 'visit_seen')
    expect(seen).toMatchObject([{ role: 'operator' }])
  })
})

describe('an operator', () => {
  test('sees unassigned visits first, and assigns one to any phlebotomist, with a reason', async () => {
    await serves(femiId, 40, [])
    const visit = await visited()
    expect((await at(visit.orderId)).state).toBe('requested')
    const { data } = await asOps(listVisits, { query: {} })
    expect(data.find(({ id }) => id === visit.id)).toMatchObject({ state: 'requested', area: 'Yaba' })
    const body = { phlebotomist: tundeId, reason: 'lives nearby' }
    await asOps(assignVisit, { params: { id: visit.id }, body })
    expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', staff_id: tundeId })
    expect((await eventsOf(visit)).at(-1)).toMatchObject({ verb: 'assign', actor: 'operator' })
    expect((await own(visit))?.phlebotomist).toBe('Tunde')
    const wrong = { ...body, phlebotomist: await staffId(sola.email) }
    expect((await asOps(assignVisit, { params: { id: visit.id }, body: wrong })).code).toBe(
      'unknown_phlebotomist',
    )
    const people = (await asOps(listPhlebotomists, { query: { day: (await at(visit.orderId)).visit_on } }))
      .data
    expect(people.find(({ id }) => id === tundeId)).toMatchObject({ load: 1, name: tunde.name })
  })
  const own = async ({ order }: Visit) => (await asAda(readVisit, { params: { reference: order } })).data

  test('and another who assign concurrently leave one phlebotomist, and a history of both', async () => {
    const visit = await visited()
    const ids = [femiId, tundeId]
    const assigned = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        asOps(assignVisit, {
          params: { id: visit.id },
          body: { phlebotomist: ids[turn % 2] ?? '', reason: `turn ${turn}` },
        }),
      ),
    )
    expect(assigned.every(({ httpStatus }) => httpStatus === 200)).toBe(true)
    const [last] = await sql<{ staff_id: string }[]>`
      select staff_id from collection_event where collection_id = ${visit.id} order by id desc limit 1`
    expect((await at(visit.orderId)).staff_id).toBe(last?.staff_id)
  })

  test('reassigns a visit on the way, whose earlier phlebotomist’s acts are then too late', async () => {
    const visit = await visited()
    await onTheDay()
    const [setOff, ...rest] = await wholeQueue(visit)
    if (!setOff) return expect.unreachable()
    await send(asFemi, setOff)
    const body = { phlebotomist: tundeId, reason: 'the bike broke down' }
    await asOps(assignVisit, { params: { id: visit.id }, body })
    expect(await send(asFemi, ...rest)).toEqual(['not_found', 'not_found', 'not_found'])
    expect(await send(asTunde, ...(await wholeQueue(visit)))).toEqual(['done', 'done', 'done', 'done'])
  })

  test('sets a phlebotomist’s areas, from those that a patient can choose', async () => {
    const params = { id: femiId }
    const set = (areas: { state: string; area: string }[]) =>
      asOps(setServiceAreas, { params, body: { areas, dailyVisits: 5 } })
    expect((await set([{ state: 'Lagos', area: 'Atlantis' }])).code).toBe('unknown_area')
    await set([...yabaArea, ...yabaArea, { state: 'Lagos', area: '' }])
    const { data } = await asOps(readServiceAreas, { params })
    expect(data).toMatchObject({ dailyVisits: 5, areas: [{ area: '' }, { area: 'Yaba' }] })
    expect(data.known.find(({ state }) => state === 'Lagos')?.areas).toEqual(
      expect.arrayContaining(['Yaba', 'Surulere']),
    )
    const lab = await asOps(readServiceAreas, { params: { id: await staffId(sola.email) } })
    expect(lab.httpStatus).toBe(404)
  })
})

describe('the fee of a visit', () => {
  const terms = async ({ order }: Visit) =>
    (await asAda(readOrder, { params: { reference: order } })).data.cancelTerms
  const later = async (visit: Visit, time: string) => moveTo((await at(visit.orderId)).visit_on, time)
  const miss = async (visit: Visit, reason: MissReason) =>
    send(asFemi, await act(visit, { verb: 'miss', reason }))
  const setsOff = async (visit: Visit) => send(asFemi, await act(visit, { verb: 'set_off' }))

  test('is owed once the phlebotomist sets off, two hours before the window at the earliest, until it is over', async () => {
    const visit = await visited()
    await onTheDay('04:59')
    expect(await setsOff(visit)).toEqual(['too_early'])
    expect(await terms(visit)).toMatchObject({ keptFee: 0 })
    await later(visit, '05:00')
    expect(await setsOff(visit)).toEqual(['done'])
    expect(await terms(visit)).toMatchObject({ keptFee: 6000 })
    await later(visit, '09:01')
    expect(await terms(visit)).toMatchObject({ keptFee: 0, refund: 16_000 })
  })

  test('is earned if the phlebotomist went and finds the patient absent in the window, and not by a report before it or without going', async () => {
    const visit = await visited()
    await onTheDay('06:00')
    expect(await miss(visit, 'nobody_home')).toEqual(['wrong_state'])
    expect(await miss(visit, 'not_the_patient')).toEqual(['wrong_state'])
    await setsOff(visit)
    expect(await miss(visit, 'nobody_home')).toEqual(['before_window'])
    await later(visit, '07:00')
    expect(await miss(visit, 'nobody_home')).toEqual(['done'])
    await later(visit, '12:00')
    expect(await terms(visit)).toMatchObject({ keptFee: 6000 })
  })

  test('is not earned before the window, when the patient need not be at home', async () => {
    const [one, other] = [await visited(), await visited()]
    await onTheDay('06:00')
    await setsOff(one)
    expect(await miss(one, 'not_the_patient')).toEqual(['before_window'])
    expect(await miss(one, 'declined')).toEqual(['done'])
    expect(await terms(one)).toMatchObject({ keptFee: 0 })
    await setsOff(other)
    await later(other, '07:00')
    expect(await miss(other, 'not_the_patient')).toEqual(['done'])
    expect(await terms(other)).toMatchObject({ keptFee: 6000 })
  })

  test('stays owed by a patient who opened the door in the window: waiting or cancelling does not avoid it', async () => {
    const visit = await visited()
    await onTheDay('08:50')
    const [setOff, arrive] = await wholeQueue(visit)
    if (!setOff || !arrive) return expect.unreachable()
    await send(asFemi, setOff, arrive)
    await later(visit, '09:10')
    expect(await terms(visit)).toBe(null)
    const cancel = () =>
      asAda(cancelOrder, { params: { reference: visit.order }, body: { refundTo: 'credit' } })
    expect(await cancel()).toMatchObject({ httpStatus: 409, code: 'work_begun' })
    expect(await miss(visit, 'declined')).toEqual(['done'])
    expect(await terms(visit)).toMatchObject({ keptFee: 6000 })
    expect((await cancel()).httpStatus).toBe(200)
  })

  const asked = async ({ id, order }: Visit) =>
    await sql<{ subject: string; amount_kobo: number }[]>`
      select replace(subject, ${`${id} `}, '') as subject, amount_kobo::int from money_case
      where kind = 'visit_late_word' and order_reference = ${order} and closed_at is null`

  test.each([
    ['09:19', 6000, []],
    ['09:21', 0, [{ subject: 'fee', amount_kobo: 600_000 }]],
  ] as const)(
    'is earned by a report of 08:50 that we receive at %s: %i; an operator decides about a later one',
    async (heard, keptFee, cases) => {
      const visit = await visited()
      await onTheDay('08:40')
      await setsOff(visit)
      const missed = await act(visit, { verb: 'miss', reason: 'nobody_home' })
      const said = new Date(`${(await at(visit.orderId)).visit_on}T08:50:00+01:00`).toISOString()
      await later(visit, heard)
      expect(await send(asFemi, { ...missed, at: said })).toEqual(['done'])
      expect(await terms(visit)).toMatchObject({ keptFee })
      expect(await asked(visit)).toEqual(cases)
      const [event] = await sql<{ said_at: Date; heard_at: Date }[]>`
        select said_at, heard_at from collection_event where collection_id = ${visit.id} and verb = 'miss'`
      expect(event?.said_at.toISOString()).toBe(said)
      expect(event?.heard_at.getTime()).toBeGreaterThan(Date.parse(said) + 29 * 60 * 1000)
    },
  )

  test('samples taken before a cancellation and reported after it open a case for operators', async () => {
    const [visit, other] = [await visited(), await visited()]
    await onTheDay('08:50')
    const queue = await wholeQueue(visit)
    const afterwards = await wholeQueue(other)
    await later(visit, '09:05')
    for (const { order: reference } of [visit, other])
      expect(
        (await asAda(cancelOrder, { params: { reference }, body: { refundTo: 'credit' } })).httpStatus,
      ).toBe(200)
    await follow(visit.orderId)
    await later(visit, '09:10')
    for (let turn = 0; turn < 2; turn += 1)
      expect(await send(asFemi, ...queue)).toEqual([
        ...['visit_changed', 'visit_changed', 'visit_changed', 'wrong_state'],
      ])
    expect(await asked(visit)).toEqual([{ subject: 'samples', amount_kobo: 600_000 }])
    const now = clock.now().toISOString()
    await send(asFemi, ...afterwards.map((one) => ({ ...one, at: now })))
    expect(await asked(other)).toEqual([])
  })

  test.each(['missed', 'on the way'] as const)(
    'is free also when the lab rejects another sample of the first visit while the second is %s',
    async (how) => {
      const visit = await visited()
      await onTheDay()
      await send(asFemi, ...(await wholeQueue(visit)))
      const reject = async (accession = '') => {
        const rejected = await (await world.as(sola))(rejectSample, {
          params: { accession },
          body: { reason: 'clotted' },
        })
        expect(rejected.httpStatus).toBe(200)
      }
      const [first, second] = await labelsOf(visit, 'collected')
      await reject(first)
      const date = new Date(clock.now().getTime() + 3 * day).toISOString().slice(0, 10)
      const params = { reference: visit.order }
      expect((await asAda(moveVisit, { params, body: { date, time: '09:00' } })).httpStatus).toBe(200)
      await follow(visit.orderId)
      await moveTo(date, '09:30')
      expect(await setsOff(visit)).toEqual(['done'])
      if (how === 'missed') expect(await miss(visit, 'nobody_home')).toEqual(['done'])
      expect(await terms(visit)).toMatchObject({ keptFee: 6000 })
      await reject(second)
      expect(await terms(visit)).toMatchObject({ keptFee: how === 'missed' ? 0 : 6000 })
      expect(await brokenInvariants(db)).toEqual([])
    },
  )

  test('is not earned by a phlebotomist who comes after the window', async () => {
    const visit = await visited()
    await onTheDay('08:50')
    await setsOff(visit)
    await later(visit, '09:10')
    expect(await miss(visit, 'nobody_home')).toEqual(['done'])
    expect(await terms(visit)).toMatchObject({ keptFee: 0 })
  })

  test.each(['unable', 'given away'] as const)(
    'that was earned stays so when the next visit fails for our reasons: %s',
    async (how) => {
      const visit = await visited()
      await onTheDay()
      await setsOff(visit)
      expect(await miss(visit, 'nobody_home')).toEqual(['done'])
      const date = new Date(clock.now().getTime() + 3 * day).toISOString().slice(0, 10)
      const rebooked = await asAda(rebookVisit, {
        params: { reference: visit.order },
        body: { date, time: '09:00' },
      })
      expect(rebooked.httpStatus).toBe(200)
      await moveTo(date, '09:30')
      await setsOff(visit)
      const body = { phlebotomist: tundeId, reason: 'a puncture' }
      if (how === 'unable') expect(await miss(visit, 'unable')).toEqual(['done'])
      else expect((await asOps(assignVisit, { params: { id: visit.id }, body })).httpStatus).toBe(200)
      const { data } = await asAda(readOrder, { params: { reference: visit.order } })
      expect(data.cancelTerms).toMatchObject({ keptFee: 6000 })
      expect(data.may.moveVisit).toBe(true)
    },
  )

  test('is free once the lab has rejected all that was taken', async () => {
    const visit = await visited()
    await onTheDay()
    await send(asFemi, ...(await wholeQueue(visit)))
    const asSola = await world.as(sola)
    for (const accession of await labelsOf(visit, 'collected'))
      await asSola(rejectSample, { params: { accession }, body: { reason: 'clotted' } })
    expect(await terms(visit)).toMatchObject({ keptFee: 0, refund: 16_000 })
    const cancelled = await asAda(cancelOrder, {
      params: { reference: visit.order },
      body: { refundTo: 'credit' },
    })
    expect(cancelled.data.refund?.amount).toBe(16_000)
  })
})

test('samples rejected before their visit’s time are taken at another time, which the patient chooses', async () => {
  const visit = await visited()
  await onTheDay('06:00')
  await send(asFemi, ...(await wholeQueue(visit)))
  const asSola = await world.as(sola)
  for (const accession of await labelsOf(visit, 'collected'))
    await asSola(rejectSample, { params: { accession }, body: { reason: 'clotted' } })
  await follow(visit.orderId)
  await catchUp()
  const visits = () => sql`select 1 from collection where order_id = ${visit.orderId}`
  expect(await visits()).toHaveLength(1)
  const params = { reference: visit.order }
  const date = (await at(visit.orderId)).visit_on
  expect((await asAda(moveVisit, { params, body: { date, time: '07:30' } })).code).toBe('slot_unavailable')
  expect((await asAda(moveVisit, { params, body: { date, time: '15:00' } })).httpStatus).toBe(200)
  await follow(visit.orderId)
  expect(await visits()).toHaveLength(2)
  expect(await at(visit.orderId)).toMatchObject({ state: 'assigned', visit_time: '15:00' })
})

test('the time of a phone counts only if it is after earlier events; the reported time is stored beside it', async () => {
  const visit = await visited()
  await onTheDay()
  const started = clock.now()
  const body = { phlebotomist: tundeId, reason: 'lives nearby' }
  await asOps(assignVisit, { params: { id: visit.id }, body })
  const [setOff, arrive, collect] = await wholeQueue(visit)
  if (!setOff || !arrive || !collect) return expect.unreachable()
  const early = new Date(started.getTime() - 2 * 60 * 60 * 1000).toISOString()
  const late = new Date(started.getTime() + 2 * 60 * 60 * 1000).toISOString()
  await send(asTunde, { ...setOff, at: early }, { ...arrive, at: early })
  await send(asTunde, { ...collect, at: late })
  const events = await sql<{ verb: string; at: Date; said_at: Date | null }[]>`
    select verb, at, said_at from collection_event where collection_id = ${visit.id} order by id`
  const [given, went, arrived, taken] = events.slice(-4)
  expect(events.slice(-4).map(({ verb }) => verb)).toEqual(['reassign', 'set_off', 'arrive', 'collect'])
  expect([went?.at, arrived?.at]).toEqual([given?.at, given?.at])
  expect([went, arrived, taken].map((one) => one?.said_at?.toISOString())).toEqual([early, early, late])
  expect(taken?.at.getTime()).toBeLessThanOrEqual(clock.now().getTime())
  expect(given?.said_at).toBe(null)
})

test('of concurrent collecting and cancelling one succeeds, and the other is refused as too late', async () => {
  const visits = [await visited(), await visited(), await visited(), await visited()]
  await onTheDay()
  for (const visit of visits) {
    const [setOff, arrive, collect] = await wholeQueue(visit)
    if (!setOff || !arrive || !collect) return expect.unreachable()
    await send(asFemi, setOff)
    const cancel = asAda(cancelOrder, {
      params: { reference: visit.order },
      body: { refundTo: 'credit' },
    }).then(({ httpStatus, code }) => (httpStatus === 200 ? 'done' : code))
    const [[, collected], cancelled] = await Promise.all([send(asFemi, arrive, collect), cancel])
    expect([collected, cancelled].filter((one) => one === 'done')).toHaveLength(1)
    await follow(visit.orderId)
    const { state } = await at(visit.orderId)
    expect(state).toBe(collected === 'done' ? 'collected' : 'cancelled')
    expect(await stateOf(visit)).toBe(collected === 'done' ? 'sample_collected' : 'cancelled')
  }
})

test('the patient gets a mail that a phlebotomist is on the way, with the door code, and one about a missed visit', async () => {
  const visit = await visited()
  await onTheDay()
  // The mails of all earlier payments would delay these.
  await sql`delete from graphile_worker._private_jobs`
  await world.work()
  expect(await send(asFemi, await act(visit, { verb: 'set_off' }))).toEqual(['done'])
  const code = doorCode(secret, await at(visit.orderId))
  const mails = () => world.mailTo('mama@cast.example')
  await until('the mail has come', async () => (await mails()).some(({ text }) => text.includes(code)))
  await send(asFemi, await act(visit, { verb: 'miss', reason: 'not_found' }))
  await until('the second mail has come', async () =>
    (await mails()).some(({ subject }) => subject === 'We could not take your sample'),
  )
  for (const { subject, text } of await mails()) {
    expect(subject).not.toContain(code)
    if (/on the way|take your sample/.test(subject)) expect(text).not.toMatch(/blood count|blood sugar/i)
  }
})
