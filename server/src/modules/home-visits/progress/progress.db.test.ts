import { randomUUID } from 'node:crypto'
import {
  addDays,
  cancelOrder,
  collectSamples,
  lagosDate,
  readLabOrder,
  readOrder,
  rebookVisit,
  receiveSample,
  rejectSample,
  setServiceAreas,
  syncVisits,
  trackOrder,
  type VisitActSent,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, femi, ops, sola, sugar } from '../../../../test/cast.ts'
import { bringTo, pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { doorCode } from '../door-code.ts'
import { newestVisit } from '../repository.ts'
import { followOrder } from '../visits.ts'

const world = await buildWorld()
const { db, clock, sql } = world
const contact = '0803 000 0009'
let asAda: Caller
let asFemi: Caller
let asSola: Caller

beforeAll(async () => {
  await sql`update lab_location set visit_places = 100`
})
beforeEach(async () => {
  await signIn()
  await setFemisAreas([{ state: 'Lagos', area: 'Yaba' }])
})

/** Where Femi, the only phlebotomist, goes. */
async function setFemisAreas(areas: { state: string; area: string }[]): Promise<void> {
  const [member] = await sql<{ id: string }[]>`select id from staff_member where email = ${femi.email}`
  const body = { areas, dailyVisits: 40 }
  const set = await (await world.as(ops))(setServiceAreas, { params: { id: member?.id ?? '' }, body })
  expect(set.httpStatus).toBe(200)
}

async function signIn(): Promise<void> {
  asAda = await world.as(ada)
  asFemi = await world.as(femi)
  asSola = await world.as(sola)
}

/** A paid home visit with a phlebotomist. */
async function visited(by: Caller = asAda) {
  const type = homeVisit(clock.now())
  const form = bookingForm({ type, dob: '1961-04-12', test: [{ ...fbc }, { ...sugar }] })
  const { order, payment } = await book(by, form)
  await pay(world, payment)
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${order}`
  const id = row?.id ?? expect.unreachable()
  await db.transaction().execute((tx) => followOrder(tx, id, clock.now()))
  return { order, id }
}
type Visit = Awaited<ReturnType<typeof visited>>

const at = async ({ id }: Visit) => (await newestVisit(db, id)) ?? expect.unreachable()

/** It is that time of the visit’s day, in Lagos; the signed-in user is signed in again. */
async function onTheDay(visit: Visit, time: string): Promise<void> {
  const { visit_on: on } = await at(visit)
  clock.moveOn(new Date(`${on}T${time}:00+01:00`).getTime() - clock.now().getTime())
  await signIn()
}

async function send(visit: Visit, done: Partial<VisitActSent> & { verb: VisitActSent['verb'] }) {
  const { id, round } = await at(visit)
  const act = { id: randomUUID(), visit: id, round, at: clock.now().toISOString(), ...done } as VisitActSent
  const { data } = await asFemi(syncVisits, { body: { acts: [act] } })
  expect(data.outcomes.map(({ code }) => code)).toEqual([null])
}
const enter = async (visit: Visit) => {
  await send(visit, { verb: 'set_off' })
  await send(visit, { verb: 'arrive', code: doorCode(world.parts.secret, await at(visit)) })
}
async function labels({ id }: Visit, state = 'expected'): Promise<string[]> {
  const found = await sql<{ accession: string }[]>`
    select accession from specimen where order_id = ${id} and state = ${state} order by accession`
  return found.map(({ accession }) => accession)
}
async function collectAll(visit: Visit): Promise<void> {
  await send(visit, { verb: 'collect', isPatient: true, accessions: await labels(visit) })
}

async function read({ order }: Pick<Visit, 'order'>, by: Caller = asAda) {
  return (await by(readOrder, { params: { reference: order } })).data.progress
}
async function track({ order }: Pick<Visit, 'order'>) {
  return (await world.nobody(trackOrder, { body: { reference: order, contact } })).data.progress
}
const nextFor = async (visit: Visit) => {
  const [owner, tracked] = [await read(visit), await track(visit)]
  expect(tracked.next).toBe(owner.next)
  return owner.next
}

describe('the progress of an order', () => {
  test('shows each stage and each sample, with actor and time, until the results are released', async () => {
    const visit = await visited()
    expect(await read(visit)).toMatchObject({
      next: 'visit',
      reached: [{ stage: 'scheduled', by: null }],
      samples: [
        { kind: 'Venous blood', state: 'expected', steps: [] },
        { kind: 'Venous blood', state: 'expected', steps: [] },
      ],
    })
    await onTheDay(visit, '08:05')
    await enter(visit)
    await collectAll(visit)
    const femiDid = { role: 'phlebotomist', name: 'Femi' }
    clock.moveOn(60_000)
    const [first = '', second = ''] = await labels(visit, 'collected')
    await asSola(receiveSample, { params: { accession: first } })
    const solaDid = { role: 'lab', name: 'Sola' }
    const part = await read(visit)
    const takenAt = part.reached.at(-1)?.at
    expect(part.reached.at(-1)).toEqual({ stage: 'sample_collected', at: expect.any(String), by: femiDid })
    expect(part.samples.find(({ state }) => state === 'received')?.steps).toEqual([
      { what: 'collected', at: takenAt, by: femiDid },
      { what: 'received', at: expect.any(String), by: solaDid },
    ])
    expect(part.next).toBe('to_lab')
    await asSola(receiveSample, { params: { accession: second } })
    expect(await read(visit)).toMatchObject({ next: 'results' })
    await bringTo(world, visit.order, 'results_ready')
    const { next, reached } = await read(visit)
    expect([next, reached.map(({ stage }) => stage)]).toEqual([
      'read',
      ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'],
    ])
    expect(reached.at(-1)?.by).toMatchObject({ role: 'lab', name: expect.any(String) })
  })

  test('names no person and no kind of sample to a visitor who has not signed in', async () => {
    const visit = await visited()
    await onTheDay(visit, '08:05')
    await enter(visit)
    await collectAll(visit)
    const [first = ''] = await labels(visit, 'collected')
    await asSola(receiveSample, { params: { accession: first } })
    const tracked = await track(visit)
    expect(tracked.samples.map(({ kind }) => kind)).toEqual([null, null])
    expect(tracked.samples.flatMap(({ steps }) => steps.map(({ by }) => by))).toContainEqual({
      role: 'phlebotomist',
      name: null,
    })
    expect(tracked.reached.at(-1)?.by).toEqual({ role: 'phlebotomist', name: null })
    const said = JSON.stringify(tracked)
    for (const word of ['Femi', 'Sola', 'lood', first, fbc.name, sugar.name]) expect(said).not.toContain(word)
  })

  test('is for the booker only, also a doctor', async () => {
    const asDoctor = await world.as(drBello)
    const visit = await visited(asDoctor)
    expect((await read(visit, asDoctor)).samples).toHaveLength(2)
    for (const other of [asAda, await world.as(chidi), asSola, asFemi]) {
      const { httpStatus } = await other(readOrder, { params: { reference: visit.order } })
      expect(httpStatus).toBe(404)
    }
  })
})

test('a retained fee shows its reason: a phlebotomist is on the way, or went in vain before the next visit', async () => {
  const visit = await visited()
  const termsNow = async () =>
    (await asAda(readOrder, { params: { reference: visit.order } })).data.cancelTerms ?? expect.unreachable()
  expect(await termsNow()).toMatchObject({ keptFee: 0, keptFor: null })
  await onTheDay(visit, '08:05')
  await send(visit, { verb: 'set_off' })
  expect(await termsNow()).toMatchObject({ keptFee: 6000, keptFor: 'on_the_way' })
  await send(visit, { verb: 'miss', reason: 'nobody_home' })
  const body = { date: addDays(lagosDate(clock.now()), 3), time: '09:00' }
  await asAda(rebookVisit, { params: { reference: visit.order }, body })
  expect(await termsNow()).toMatchObject({ keptFee: 6000, keptFor: 'went_in_vain' })
})

describe('the next step is right', () => {
  test('from a booked visit to a phlebotomist at the door, and to a visit without a report', async () => {
    const visit = await visited()
    expect(await nextFor(visit)).toBe('visit')
    await onTheDay(visit, '07:30')
    await send(visit, { verb: 'set_off' })
    expect(await nextFor(visit)).toBe('on_the_way')
    await send(visit, { verb: 'arrive', code: doorCode(world.parts.secret, await at(visit)) })
    expect(await nextFor(visit)).toBe('with_patient')
    await onTheDay(visit, '14:00')
    expect(await nextFor(visit)).toBe('unheard')
  })

  test('after a missed visit, also days later, and once it has another day', async () => {
    const visit = await visited()
    await onTheDay(visit, '08:05')
    await send(visit, { verb: 'set_off' })
    await send(visit, { verb: 'miss', reason: 'nobody_home' })
    expect(await nextFor(visit)).toBe('missed')
    await onTheDay(visit, '20:00')
    expect(await nextFor(visit)).toBe('missed')
    const date = addDays(lagosDate(clock.now()), 3)
    const body = { date, time: '09:00' }
    await asAda(rebookVisit, { params: { reference: visit.order }, body })
    expect(await nextFor(visit)).toBe('visit')
  })

  test('after the lab rejected a sample, which stays one sample with its history', async () => {
    const visit = await visited()
    await onTheDay(visit, '08:05')
    await enter(visit)
    await collectAll(visit)
    const [first = '', second = ''] = await labels(visit, 'collected')
    clock.moveOn(60_000)
    await asSola(receiveSample, { params: { accession: second } })
    const body = { reason: 'clotted', note: null } as const
    await asSola(rejectSample, { params: { accession: first }, body })
    expect(await nextFor(visit)).toBe('again')
    const { samples } = await read(visit)
    expect(samples.map(({ state }) => state).toSorted()).toEqual(['again', 'received'])
    const again = samples.find(({ state }) => state === 'again')
    expect(again?.steps.map(({ what, by }) => [what, by?.name])).toEqual([
      ['collected', 'Femi'],
      ['rejected', 'Sola'],
    ])
  })

  test('after a part was taken', async () => {
    const visit = await visited()
    await onTheDay(visit, '08:05')
    await enter(visit)
    const [first = '', second = ''] = await labels(visit)
    const notTaken = [{ accession: second, reason: 'no_vein', note: null } as const]
    await send(visit, { verb: 'collect', isPatient: true, accessions: [first], notTaken })
    expect(await nextFor(visit)).toBe('left_out')
    const left = (await read(visit)).samples.find(({ state }) => state === 'again')
    expect(left?.steps).toMatchObject([{ what: 'not_taken', by: { role: 'phlebotomist', name: 'Femi' } }])
  })
})

describe('in an area that has lost its phlebotomists', () => {
  const params = ({ order }: Visit) => ({ params: { reference: order } })
  const atDesk = async (visit: Visit) => await asSola(collectSamples, { ...params(visit), body: {} })
  const mine = async (visit: Visit) => (await asAda(readOrder, params(visit))).data

  test('the page says so, the lab takes the sample at its desk, and the visit’s price is refunded once', async () => {
    const visit = await visited()
    await send(visit, { verb: 'miss', reason: 'unable' })
    expect(await nextFor(visit)).toBe('missed')
    expect((await atDesk(visit)).code).toBe('wrong_state')
    expect((await asSola(readLabOrder, params(visit))).data.may.collect).toBe(false)
    await setFemisAreas([])
    expect(await nextFor(visit)).toBe('nobody_goes')
    expect((await mine(visit)).cancelTerms).toMatchObject({ refund: 16_000, keptFee: 0 })
    expect((await asSola(readLabOrder, params(visit))).data.may.collect).toBe(true)
    // One after the other, and then all at once.
    const [one = ''] = await labels(visit)
    const body = { accessions: [one] }
    expect((await asSola(collectSamples, { ...params(visit), body })).httpStatus).toBe(200)
    expect((await mine(visit)).refunds).toMatchObject([{ amount: 6000 }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => atDesk(visit)))
    expect(answers.some(({ httpStatus }) => httpStatus === 200)).toBe(true)
    const taken = await mine(visit)
    expect(taken.state).toBe('sample_collected')
    expect(taken.refunds).toMatchObject([{ amount: 6000 }])
    await db.transaction().execute((tx) => followOrder(tx, visit.id, clock.now()))
    expect((await at(visit)).state).toBe('cancelled')
    expect(await brokenInvariants(db)).toEqual([])
    // The refund is made once, also when all of the rest is refunded later.
    const [first = '', second = ''] = await labels(visit, 'collected')
    for (const accession of [first, second])
      await asSola(rejectSample, { params: { accession }, body: { reason: 'clotted', note: null } })
    expect(await nextFor(visit)).toBe('nobody_goes')
    expect((await mine(visit)).cancelTerms).toMatchObject({ refund: 10_000, keptFee: 0 })
    expect((await asAda(cancelOrder, { ...params(visit), body: { refundTo: 'source' } })).httpStatus).toBe(
      200,
    )
    expect((await mine(visit)).refunds.map(({ amount }) => amount).toSorted()).toEqual([10_000, 6000])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('an earned fee is retained: a phlebotomist went in vain', async () => {
    const visit = await visited()
    await onTheDay(visit, '08:05')
    await send(visit, { verb: 'set_off' })
    await send(visit, { verb: 'miss', reason: 'nobody_home' })
    await setFemisAreas([])
    expect(await nextFor(visit)).toBe('nobody_goes')
    expect((await mine(visit)).cancelTerms).toMatchObject({ keptFee: 6000 })
    expect((await atDesk(visit)).httpStatus).toBe(200)
    expect(await mine(visit)).toMatchObject({ state: 'sample_collected', refunds: [] })
  })

  test('a phlebotomist assigned by hand still comes, and the desk cannot take the samples', async () => {
    const visit = await visited()
    await setFemisAreas([])
    expect(await nextFor(visit)).toBe('visit')
    expect((await atDesk(visit)).code).toBe('wrong_state')
  })
})
