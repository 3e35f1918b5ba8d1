import { randomUUID } from 'node:crypto'
import {
  cancelOrderFor,
  confirmHandover,
  type Duty,
  listCases,
  listHandovers,
  listWorklist,
  readRound,
  receiveSample,
  setServiceAreas,
  syncVisits,
  type VisitActSent,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, femi, ops, sola, yaba } from '../../../../test/cast.ts'
import { hire } from '../../../../test/lab-staff.ts'
import { pay } from '../../../../test/stages.ts'
import { watchMissing } from '../../../../test/watches.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit } from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { doorCode } from '../door-code.ts'
import { newestVisit } from '../repository.ts'
import { followOrder } from '../visits.ts'

const hour = 60 * 60 * 1000
const world = await buildWorld()
const { db, clock, sql } = world
let asAda: Caller
let asOps: Caller
let asFemi: Caller
let asSola: Caller

async function signInCast(): Promise<void> {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asFemi = await world.as(femi)
  asSola = await world.as(sola)
}
beforeEach(signInCast)

type Visit = Awaited<ReturnType<typeof taken>>

/** A home visit with both of its samples taken. */
async function taken() {
  const visit = await assigned()
  const on = await newest(visit)
  clock.moveOn(new Date(`${on.visit_on}T07:30:00+01:00`).getTime() - clock.now().getTime())
  await signInCast()
  await act(visit, { verb: 'set_off' })
  await act(visit, { verb: 'arrive', code: doorCode(world.parts.secret, await newest(visit)) })
  await act(visit, { verb: 'collect', isPatient: true, accessions: visit.labels })
  return visit
}

async function assigned() {
  const [member] = await sql<{ id: string }[]>`select id from staff_member where email = ${femi.email}`
  const areas = [{ state: 'Lagos', area: 'Yaba' }]
  await asOps(setServiceAreas, { params: { id: member?.id ?? '' }, body: { areas, dailyVisits: 40 } })
  const booked = await book(asAda, bookingForm({ type: homeVisit(clock.now()) }))
  await pay(world, booked.payment)
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${booked.order}`
  const order = row?.id ?? 0
  await db.transaction().execute((tx) => followOrder(tx, order, clock.now()))
  const labels = await sql<
    { accession: string }[]
  >`select accession from specimen where order_id = ${order} order by 1`
  const id = (await newestVisit(db, order))?.id ?? ''
  return { id, order, reference: booked.order, labels: labels.map(({ accession }) => accession) }
}

const newest = async ({ order }: { order: number }) => (await newestVisit(db, order)) ?? expect.unreachable()

type Done = Partial<VisitActSent> & { readonly verb: VisitActSent['verb'] }
async function act(visit: { order: number }, done: Done): Promise<void> {
  const { id, round } = await newest(visit)
  const sent = { id: randomUUID(), visit: id, round, at: clock.now().toISOString(), ...done } as VisitActSent
  const { data } = await asFemi(syncVisits, { body: { acts: [sent] } })
  expect(data.outcomes).toMatchObject([{ isDone: true }])
}

const deliver = (visit: Visit, count = 2) => act(visit, { verb: 'deliver', count })
async function confirm(
  visit: Pick<Visit, 'id'>,
  found: string[],
  by: Caller = asSola,
): Promise<string | { found: number; missing: number } | undefined> {
  const { id } = visit
  const answer = await by(confirmHandover, { params: { visit: id }, body: { found } })
  // A busy machine may refuse some requests, which are then repeated.
  if (answer.code === 'busy') return await confirm(visit, found, by)
  return answer.httpStatus === 200 ? answer.data : answer.code
}
const listed = async ({ id }: Visit, by: Caller = asSola, location?: string) =>
  (await by(listHandovers, { query: location === undefined ? {} : { location } })).data.find(
    ({ visit }) => visit === id,
  )
const casesOf = async ({ id }: Visit) =>
  (await asOps(listCases, { query: { limit: '50' } })).data.filter(
    ({ kind, subject }) => kind === 'samples_missing' && subject === id,
  )
const inWorklist = async ({ reference }: Visit) =>
  (await asSola(listWorklist, { body: { q: reference } })).data.find((one) => one.reference === reference)
    ?.handover
const receive = (accession: string) => asSola(receiveSample, { params: { accession } })

describe('the samples of a home visit', () => {
  test('are in transit, handed over and counted, with the name of the person who counted', async () => {
    const visit = await taken()
    expect(await listed(visit)).toMatchObject({
      state: 'on_its_way',
      given: null,
      deliveredAt: null,
      phlebotomist: 'Femi',
      isLate: false,
      samples: visit.labels.map((accession) => ({ accession, state: 'collected', isMissing: false })),
    })
    expect(await inWorklist(visit)).toBe('on_its_way')
    await deliver(visit)
    expect(await listed(visit)).toMatchObject({ state: 'handed_over', given: 2 })
    expect(await inWorklist(visit)).toBe('handed_over')
    expect(await confirm(visit, visit.labels)).toEqual({ found: 2, missing: 0 })
    expect(await listed(visit)).toBe(undefined)
    expect(await inWorklist(visit)).toBe('confirmed')
    const [kept] = await sql`select a.email, found_count from handover h join account a on a.id = h.account_id
      where collection_id = ${visit.id}`
    expect(kept).toEqual({ email: sola.email, found_count: 2 })
    const [entry] = await sql`select role from audit_entry where order_id = ${visit.order}
      order by number desc limit 1`
    expect(entry).toEqual({ role: 'lab' })
    expect(await casesOf(visit)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('can be counted by the lab before the phone’s report, which then changes nothing', async () => {
    const visit = await taken()
    expect(await confirm(visit, visit.labels)).toEqual({ found: 2, missing: 0 })
    await deliver(visit)
    expect(await inWorklist(visit)).toBe('confirmed')
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('missing at the count open a case that names the labels, and it closes once they have come', async () => {
    const visit = await taken()
    await deliver(visit, 1)
    const [first = '', second = ''] = visit.labels
    expect(await confirm(visit, [first])).toEqual({ found: 1, missing: 1 })
    const [found] = await casesOf(visit)
    expect(JSON.stringify(found?.found)).toContain(second)
    expect(JSON.stringify(found?.found)).not.toContain(first)
    expect(await listed(visit)).toMatchObject({
      state: 'missing',
      given: 1,
      confirmed: { found: 1, by: 'Sola' },
    })
    expect(await inWorklist(visit)).toBe('missing')
    await watchMissing({ db, clock })
    expect(await casesOf(visit)).toHaveLength(1)
    expect((await receive(second)).httpStatus).toBe(200)
    await watchMissing({ db, clock })
    expect(await casesOf(visit)).toEqual([])
    expect(await listed(visit)).toBe(undefined)
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('may be received before the count: received samples have arrived', async () => {
    const visit = await taken()
    const [first = '', second = ''] = visit.labels
    await receive(first)
    expect(await confirm(visit, [])).toEqual({ found: 1, missing: 1 })
    expect(JSON.stringify((await casesOf(visit))[0]?.found)).toContain(second)
  })

  test('are looked for a day after they were taken, unless the lab has them; once, and not before', async () => {
    // Each is a day after the one before.
    const [received, counted, visit] = [await taken(), await taken(), await taken()]
    for (const label of received.labels) await receive(label)
    await confirm(counted, counted.labels)
    await deliver(visit)
    clock.moveOn(23 * hour)
    await watchMissing({ db, clock })
    await signInCast()
    expect(await casesOf(visit)).toEqual([])
    clock.moveOn(4 * 24 * hour)
    await watchMissing({ db, clock })
    await watchMissing({ db, clock })
    await signInCast()
    expect(await casesOf(visit)).toHaveLength(1)
    for (const label of visit.labels) expect(JSON.stringify(await casesOf(visit))).toContain(label)
    expect(await listed(visit)).toMatchObject({ isLate: true })
    expect([...(await casesOf(received)), ...(await casesOf(counted))]).toEqual([])
    await sql`update money_case set closed_at = ${clock.now()}, close_note = 'found' where subject = ${visit.id}`
    await watchMissing({ db, clock })
    expect(await casesOf(visit)).toEqual([])
    const [first = ''] = visit.labels
    await confirm(visit, [first])
    expect(await casesOf(visit)).toHaveLength(1)
    expect(JSON.stringify(await casesOf(visit))).not.toContain(first)
  })
})

describe('the count', () => {
  test('is the same however often and by whomever it is repeated', async () => {
    const visit = await taken()
    const [first = ''] = visit.labels
    const counts = await Promise.all(
      Array.from({ length: 24 }, (_, index) => confirm(visit, index % 2 === 0 ? visit.labels : [first])),
    )
    const said = new Set(counts.map((one) => JSON.stringify(one)))
    expect(said.size).toBe(2)
    expect(said).toContain('"wrong_state"')
    expect(await sql`select from handover where collection_id = ${visit.id}`).toHaveLength(1)
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('names labels of that visit, each once', async () => {
    const [visit, other] = [await taken(), await taken()]
    const [first = ''] = visit.labels
    expect(await confirm(visit, [first, first])).toBe('wrong_labels')
    expect(await confirm(visit, [first, ...other.labels])).toBe('wrong_labels')
    expect(await sql`select from handover where collection_id = ${visit.id}`).toEqual([])
  })

  test.each(['assigned', 'cancelled'] as const)(
    'is refused for a visit of an order that is %s',
    async (state) => {
      const visit = state === 'assigned' ? await assigned() : await taken()
      if (state === 'cancelled') {
        const body = { onBehalfOf: 'lab', reason: 'We cannot do it.' } as const
        const params = { reference: visit.reference }
        // Cancelling is impossible once all samples are taken, so it is done by hand.
        await asOps(cancelOrderFor, { params, body })
        await sql`update lab_order set state = 'cancelled' where id = ${visit.order}`
      }
      expect(await confirm(visit, visit.labels)).toBe('wrong_state')
      if (state === 'cancelled')
        await sql`update lab_order set state = 'sample_collected' where id = ${visit.order}`
    },
  )

  test.each([
    [['desk'], 'done'],
    [['scientist'], 'done'],
    [['verifier'], 'not_your_duty'],
    [['manager'], 'not_your_duty'],
  ] as [Duty[], string][])('by a member with the duties %s is %s', async (duties, outcome) => {
    const visit = await taken()
    const answer = await confirm(visit, visit.labels, await hire(world, yaba.slug, duties))
    expect(typeof answer === 'string' ? answer : 'done').toBe(outcome)
  })

  test('is not found by another lab, at another location, or by users who are not lab staff', async () => {
    const visit = await taken()
    const stranger = await hire(world, 'ikeja-lab', ['desk', 'scientist'])
    const atAnnex = await hire(world, yaba.slug, ['desk'], [yaba.annex])
    for (const by of [stranger, atAnnex]) {
      expect(await confirm(visit, visit.labels, by)).toBe('not_found')
      expect(await listed(visit, by)).toBe(undefined)
    }
    for (const by of [asAda, asOps, asFemi]) expect(await confirm(visit, visit.labels, by)).toBe('not_found')
    expect(await listed(visit, asSola, yaba.annex)).toBe(undefined)
    expect(await listed(visit, asSola, yaba.main)).toMatchObject({ state: 'on_its_way' })
    const unknown = await asSola(listHandovers, { query: { location: '9 Nowhere Street' } })
    expect(unknown.httpStatus).toBe(404)
    expect(await confirm({ id: randomUUID() }, [])).toBe('not_found')
  })
})

test('the phlebotomist sees on the round how many samples the lab has counted', async () => {
  const visit = await taken()
  const counted = async () => (await asFemi(readRound)).data.visits.find(({ id }) => id === visit.id)?.counted
  expect(await counted()).toBe(null)
  const [first = ''] = visit.labels
  const confirmed = await asSola(confirmHandover, { params: { visit: visit.id }, body: { found: [first] } })
  expect(confirmed.httpStatus).toBe(200)
  expect(await counted()).toEqual({ found: 1, of: 2 })
  await act(visit, { verb: 'deliver', count: 2 })
  expect(await counted()).toEqual({ found: 1, of: 2 })
})
