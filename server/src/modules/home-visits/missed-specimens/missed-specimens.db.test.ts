import { randomUUID } from 'node:crypto'
import {
  cancelOrder,
  cancelOrderFor,
  checkIn,
  collectSamples,
  enterResults,
  giveUpSamples,
  listCases,
  listWorklist,
  type MissedSpecimen,
  moveVisit,
  readAwaited,
  readLabOrder,
  readLeftOut,
  readOrder,
  readRound,
  receiveSample,
  refundPayment,
  rejectSample,
  releaseReport,
  setServiceAreas,
  syncVisits,
  type UntakenReason,
  type VisitActSent,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, chidi, drBello, fbc, femi, ops, sola, sugar, tola, urine } from '../../../../test/cast.ts'
import { plausible, reportsOf } from '../../../../test/results.ts'
import { bringTo, pay } from '../../../../test/stages.ts'
import { patience, watchOutstanding } from '../../../../test/watches.ts'
import {
  book,
  bookingForm,
  buildWorld,
  type Caller,
  type Form,
  homeVisit,
  until,
} from '../../../../test/world.ts'
import { brokenInvariants } from '../../../invariants.ts'
import { doorCode } from '../door-code.ts'
import { newestVisit } from '../repository.ts'
import { followOrder } from '../visits.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const world = await buildWorld()
const { db, clock, sql } = world
let asAda: Caller
let asOps: Caller
let asFemi: Caller
let asSola: Caller
let asTola: Caller

async function signInCast(): Promise<void> {
  asAda = await world.as(ada)
  asOps = await world.as(ops)
  asFemi = await world.as(femi)
  asSola = await world.as(sola)
  asTola = await world.as(tola)
}

beforeAll(async () => {
  await sql`update lab_location set visit_places = 100`
})
beforeEach(signInCast)

/** A paid home visit whose phlebotomist is in the patient's home. */
async function atTheDoor(changes: Partial<Form> = {}, by: Caller = asAda) {
  const [member] = await sql<{ id: string }[]>`select id from staff_member where email = ${femi.email}`
  const areas = [{ state: 'Lagos', area: 'Yaba' }]
  await asOps(setServiceAreas, { params: { id: member?.id ?? '' }, body: { areas, dailyVisits: 40 } })
  const booked = await book(by, bookingForm({ type: homeVisit(clock.now()), ...changes }))
  await pay(world, booked.payment)
  const [row] = await sql<{ id: number }[]>`select id::int from lab_order where reference = ${booked.order}`
  const visit = { ...booked, id: row?.id ?? 0, params: { reference: booked.order } }
  await follow(visit)
  await enter(visit)
  return visit
}

type Visit = Awaited<ReturnType<typeof atTheDoor>>

const follow = ({ id }: Pick<Visit, 'id'>) =>
  db.transaction().execute((tx) => followOrder(tx, id, clock.now()))
const at = async ({ id }: Pick<Visit, 'id'>) => (await newestVisit(db, id)) ?? expect.unreachable()

/** On the day of the newest visit, its phlebotomist has set off and is let in. */
async function enter(visit: Pick<Visit, 'id'>): Promise<void> {
  const { visit_on: on } = await at(visit)
  clock.moveOn(new Date(`${on}T07:30:00+01:00`).getTime() - clock.now().getTime())
  await signInCast()
  const code = doorCode(world.parts.secret, await at(visit))
  expect(
    await send(await act(visit, { verb: 'set_off' }), await act(visit, { verb: 'arrive', code })),
  ).toEqual(['done', 'done'])
}

type Done = Partial<VisitActSent> & { readonly verb: VisitActSent['verb'] }

async function act(visit: Pick<Visit, 'id'>, done: Done): Promise<VisitActSent> {
  const { id, round } = await at(visit)
  return { id: randomUUID(), visit: id, round, at: clock.now().toISOString(), ...done } as VisitActSent
}

async function send(...acts: VisitActSent[]): Promise<(string | null)[]> {
  const { data, code, message } = await asFemi(syncVisits, { body: { acts } })
  // A busy machine may refuse some requests, which are then repeated.
  if (code === 'busy') return await send(...acts)
  if (!data) throw new Error(message)
  return data.outcomes.map(({ isDone, code }) => (isDone ? 'done' : code))
}

async function labelsOf({ id }: Pick<Visit, 'id'>, state = 'expected'): Promise<string[]> {
  const found = await sql<{ accession: string }[]>`
    select accession from specimen where order_id = ${id} and state = ${state} order by accession`
  return found.map(({ accession }) => accession)
}

/** Takes the first sample and misses the others. */
async function partly(visit: Visit, reason: UntakenReason = 'not_fasted', note: string | null = null) {
  const [first = '', ...others] = await labelsOf(visit)
  const notTaken = others.map((accession) => ({ accession, reason, note }))
  return await act(visit, { verb: 'collect', isPatient: true, accessions: [first], notTaken })
}

/** A visit at which one sample was taken and the others were missed. */
async function takenInPart(changes: Partial<Form> = {}, by?: Caller): Promise<Visit> {
  const visit = await atTheDoor(changes, by)
  expect(await send(await partly(visit))).toEqual(['done'])
  return visit
}

const stateOf = async ({ id }: Visit) =>
  (await sql<{ state: string }[]>`select state from lab_order where id = ${id}`)[0]?.state
const leftOut = async ({ params }: Visit) => (await asAda(readLeftOut, { params })).data
const awaited = async ({ params }: Visit) => (await asAda(readAwaited, { params })).data
/** Cancels all missed samples of the visit, and no others. */
const cancelMissed = async (visit: Visit, by: Caller = asAda) => {
  const { params } = visit
  const found = await sql<
    { accession: string }[]
  >`select accession from specimen s where order_id = ${visit.id}
    and (state = 'given_up' or state = 'expected') order by accession`
  const accessions = found.length > 0 ? found.map(({ accession }) => accession) : ['26ZZ-00001']
  const { httpStatus, code } = await by(giveUpSamples, { params, body: { accessions } })
  return httpStatus === 200 ? 'done' : code
}
const cancel = async ({ params }: Visit) => {
  const { httpStatus, code } = await asAda(cancelOrder, { params, body: { refundTo: 'credit' } })
  return httpStatus === 200 ? 'done' : code
}

async function receiveAll(visit: Visit): Promise<void> {
  for (const accession of await labelsOf(visit, 'collected'))
    expect((await asSola(receiveSample, { params: { accession } })).httpStatus).toBe(200)
}

/** Enters, verifies and releases all reports that are ready for it. */
async function releaseReady(visit: Visit): Promise<void> {
  for (const report of await reportsOf(asSola, visit.order)) {
    const params = { id: report.id }
    const body = { values: plausible(report), basedOn: null }
    if ((await asSola(enterResults, { params, body })).httpStatus !== 200) continue
    const entered = (await reportsOf(asSola, visit.order)).find(({ id }) => id === report.id)?.versions[0]
    await asTola(verifyReport, { params, body: { seen: entered?.enteredAt ?? '' } })
    const released = await asTola(releaseReport, { params, body: { counselledBy: null } })
    expect(released.httpStatus).toBe(200)
  }
}

/** Another time, two days from now. */
async function anotherTime(visit: Visit): Promise<void> {
  const date = new Date(clock.now().getTime() + 2 * day).toISOString().slice(0, 10)
  const moved = await asAda(moveVisit, { params: visit.params, body: { date, time: '09:00' } })
  expect(moved.httpStatus).toBe(200)
  await follow(visit)
}

describe('a visit that takes a part of the samples', () => {
  test('records why each other is missing, and the order waits for those', async () => {
    const visit = await atTheDoor()
    expect(await send(await partly(visit, 'other', 'She felt faint after the first tube.'))).toEqual(['done'])
    expect(await at(visit)).toMatchObject({ state: 'collected', collected_at: expect.any(Date) })
    expect(await stateOf(visit)).toBe('scheduled')
    const { samples, taken } = await leftOut(visit)
    expect(taken).toBe(1)
    expect(await awaited(visit)).toMatchObject({ canGiveUp: true, refund: sugar.amount })
    expect(samples).toEqual([
      {
        specimen: 'Venous blood',
        tests: [sugar.name],
        reason: 'other',
        state: 'expected',
        note: 'She felt faint after the first tube.',
        at: expect.any(String),
      } satisfies MissedSpecimen,
    ])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('is handed over and counted alone, received, worked on, and its result is released before the rest is taken', async () => {
    const visit = await takenInPart()
    const round = (await asFemi(readRound)).data.visits.find(({ place }) => place.area === 'Yaba')
    expect(round?.tubes.map(({ state }) => state)).toEqual(['collected'])
    expect(await send(await act(visit, { verb: 'deliver', count: 2 }))).toEqual(['wrong_labels'])
    expect(await send(await act(visit, { verb: 'deliver', count: 1 }))).toEqual(['done'])
    await receiveAll(visit)
    const over = (await asFemi(readRound)).data.visits.find(({ delivered }) => delivered !== null)
    expect(over?.delivered).toEqual({ count: 1, received: 1 })
    await releaseReady(visit)
    expect(await stateOf(visit)).toBe('scheduled')
    const { data } = await asAda(readOrder, { params: visit.params })
    expect(data).toMatchObject({ wantsNewTime: true, may: { readResults: true, moveVisit: true } })
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('leaves the rest to another visit, which costs nothing more and uses the same label', async () => {
    const visit = await takenInPart()
    const wanting = await labelsOf(visit)
    const before = (await asAda(readOrder, { params: visit.params })).data.total
    await anotherTime(visit)
    expect(await at(visit)).toMatchObject({ state: 'assigned' })
    expect((await asAda(readOrder, { params: visit.params })).data.wantsNewTime).toBe(false)
    await enter(visit)
    // As an older page says it: no sample is missed.
    expect(await send(await act(visit, { verb: 'collect', isPatient: true, accessions: wanting }))).toEqual([
      'done',
    ])
    expect(await stateOf(visit)).toBe('sample_collected')
    expect(await send(await act(visit, { verb: 'deliver', count: 2 }))).toEqual(['wrong_labels'])
    expect(await send(await act(visit, { verb: 'deliver', count: 1 }))).toEqual(['done'])
    await receiveAll(visit)
    expect(await stateOf(visit)).toBe('lab_processing')
    expect((await asAda(readOrder, { params: visit.params })).data.total).toBe(before)
    expect((await leftOut(visit)).samples.map(({ state }) => state)).toEqual(['received'])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('leaves the rest to the desk, which sees the reason, and cancels a further visit', async () => {
    const visit = await takenInPart()
    await anotherTime(visit)
    const again = await asSola(listWorklist, { body: { stage: 'again' } })
    expect(again.data.map(({ reference }) => reference)).toContain(visit.order)
    const { data } = await asSola(readLabOrder, { params: visit.params })
    expect(data.specimens.find(({ state }) => state === 'expected')?.untaken).toMatchObject({
      reason: 'not_fasted',
    })
    expect(data.may.collect).toBe(true)
    expect((await asSola(checkIn, { params: visit.params })).httpStatus).toBe(200)
    expect((await asSola(collectSamples, { params: visit.params, body: {} })).httpStatus).toBe(200)
    expect(await stateOf(visit)).toBe('sample_collected')
    await follow(visit)
    expect((await at(visit)).state).toBe('cancelled')
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('opens a case after two weeks without another visit, and not while one is planned', async () => {
    // The first is a day or more before the other.
    const [moved, visit] = [await takenInPart(), await takenInPart()]
    const sinceOf = async (one: Visit) => new Date((await leftOut(one)).samples[0]?.at ?? '').getTime()
    const due = [(await sinceOf(moved)) + patience, (await sinceOf(visit)) + patience] as const
    const casesAt = async (moment: number) => {
      clock.moveOn(moment - clock.now().getTime())
      await signInCast()
      await watchOutstanding({ db, clock })
      const found = await sql<{ subject: string }[]>`select subject from money_case
        where kind = 'sample_awaited' and subject in (${moved.order}, ${visit.order})`
      return found.map(({ subject }) => subject)
    }
    expect(await casesAt(due[0] - hour)).toEqual([])
    await anotherTime(moved)
    expect(await casesAt(due[0] + hour)).toEqual([])
    expect(await casesAt(due[1] - hour)).toEqual([])
    expect(await casesAt(due[1] + hour)).toEqual([visit.order])
  })

  test('is followed up from the last visit that missed the sample, and not from the first', async () => {
    const visit = await takenInPart({ test: [{ ...fbc }, { ...sugar }, { ...urine }] })
    const first = new Date((await leftOut(visit)).samples[0]?.at ?? '').getTime()
    clock.moveOn(first + patience - 3 * 24 * hour - clock.now().getTime())
    await signInCast()
    await anotherTime(visit)
    await enter(visit)
    expect(await send(await partly(visit, 'not_produced'))).toEqual(['done'])
    const last = (await leftOut(visit)).samples.find(({ state }) => state === 'expected')?.at ?? ''
    const casesAt = async (moment: number) => {
      clock.moveOn(moment - clock.now().getTime())
      await watchOutstanding({ db, clock })
      return await sql`select subject from money_case where kind = 'sample_awaited' and subject = ${visit.order}`
    }
    expect(await casesAt(first + patience + hour)).toEqual([])
    expect(await casesAt(new Date(last).getTime() + patience - hour)).toEqual([])
    expect(await casesAt(new Date(last).getTime() + patience + hour)).toHaveLength(1)
  })

  test('may miss the sample again at the next visit', async () => {
    const visit = await takenInPart({ test: [{ ...fbc }, { ...sugar }, { ...urine }] })
    await anotherTime(visit)
    await enter(visit)
    expect(await send(await partly(visit, 'not_produced'))).toEqual(['done'])
    expect(
      (await leftOut(visit)).samples.map(({ reason, state }) => `${reason} ${state}`).toSorted(),
    ).toEqual(['not_fasted collected', 'not_produced expected'])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('names each sample once, takes at least one, and explains “other” in words', async () => {
    const visit = await atTheDoor()
    const [first = '', second = ''] = await labelsOf(visit)
    const left = (accession: string) => ({ accession, reason: 'declined' as const, note: null })
    const collect = (accessions: string[], notTaken: ReturnType<typeof left>[]) =>
      act(visit, { verb: 'collect', isPatient: true, accessions, notTaken })
    for (const wrong of [
      await collect([first], []),
      await collect([first, second], [left(second)]),
      await collect([first], [left(second), left(second)]),
      await collect([first], [left(second), left('26ZZ-00009')]),
    ])
      expect(await send(wrong)).toEqual(['wrong_labels'])
    expect(await send(await partly(visit, 'other'))).toEqual(['invalid'])
    const none = await collect([], [left(first), left(second)])
    expect((await asFemi(syncVisits, { body: { acts: [none] } })).httpStatus).toBe(400)
    expect(await at(visit)).toMatchObject({ state: 'on_the_way' })
    expect(await sql`select 1 from visit_sample where order_id = ${visit.id}`).toEqual([])
  })

  test('is mailed once to the patient and to the booker, and names no test', async () => {
    await sql`delete from graphile_worker._private_jobs`
    await sql`delete from mailbox`
    const visit = await atTheDoor({ email: 'left@cast.example' })
    const collect = await partly(visit, 'no_vein')
    await Promise.all(Array.from({ length: 10 }, () => send(collect)))
    await world.work()
    const mails = async (to: string) =>
      (await world.mailTo(to)).filter(({ subject }) => /still needed/.test(subject))
    await until('both mails have come', async () =>
      (await Promise.all(['left@cast.example', ada.email].map(mails))).every(({ length }) => length > 0),
    )
    const [[toPatient, ...more], [toBooker, ...others]] = [
      await mails('left@cast.example'),
      await mails(ada.email),
    ]
    expect([...more, ...others]).toEqual([])
    // The address is not confirmed as the patient’s.
    expect(toPatient?.text).not.toContain('vein')
    expect(toBooker?.text).toContain('1 of 2 samples')
    expect(toBooker?.text).toContain('we could not find a vein')
    for (const mail of [toPatient, toBooker])
      expect(mail?.text).not.toMatch(/blood count|blood sugar|full blood/i)
  })
})

describe('two phones', () => {
  test('that report a part and all of the same visit, twenty at once, end in one of the two', async () => {
    for (const turn of [0, 1]) {
      const visit = await atTheDoor()
      const accessions = await labelsOf(visit)
      const acts = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === turn
            ? partly(visit, 'no_container')
            : act(visit, { verb: 'collect', isPatient: true, accessions }),
        ),
      )
      const outcomes = await Promise.all(acts.map(async (one) => (await send(one))[0]))
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
      expect(outcomes.every((one) => ['done', 'wrong_state', 'visit_changed'].includes(one ?? ''))).toBe(true)
      const done = acts[outcomes.indexOf('done')]
      const isWhole = done?.verb === 'collect' && done.accessions.length === 2
      expect(await stateOf(visit)).toBe(isWhole ? 'sample_collected' : 'scheduled')
      expect(await labelsOf(visit, 'collected')).toHaveLength(isWhole ? 2 : 1)
      expect(await sql`select 1 from visit_sample where order_id = ${visit.id}`).toHaveLength(2)
    }
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('and a patient who cancels meanwhile: the visit has begun once the phlebotomist is let in', async () => {
    const visit = await atTheDoor()
    const collect = await partly(visit)
    const [sent, cancelled] = await Promise.all([send(collect), cancel(visit)])
    expect([sent, cancelled]).toEqual([['done'], 'work_begun'])
  })
})

describe('a booking with some samples taken', () => {
  test('cannot be cancelled by its booker, neither before the lab has them nor after', async () => {
    const visit = await takenInPart()
    expect(await cancel(visit)).toBe('work_begun')
    expect((await asAda(readOrder, { params: visit.params })).data.cancelTerms).toBe(null)
    await receiveAll(visit)
    expect(await cancel(visit)).toBe('work_begun')
  })

  test('is cancelled by the lab with a full refund, and its samples are no longer received', async () => {
    const visit = await takenInPart()
    const body = { onBehalfOf: 'lab', reason: 'We cannot do it.' } as const
    const { data } = await asOps(cancelOrderFor, { params: visit.params, body })
    expect(data).toMatchObject({ state: 'cancelled', refund: { amount: 16_000 } })
    const [taken = ''] = await labelsOf(visit, 'collected')
    expect((await asSola(receiveSample, { params: { accession: taken } })).code).toBe('wrong_state')
    expect(await cancelMissed(visit)).toBe('wrong_state')
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('is cancelled without the fee once the lab has rejected all samples taken', async () => {
    const visit = await takenInPart()
    const [taken = ''] = await labelsOf(visit, 'collected')
    await asSola(rejectSample, { params: { accession: taken }, body: { reason: 'clotted' } })
    const { data } = await asAda(readOrder, { params: visit.params })
    expect(data.cancelTerms).toMatchObject({ keptFee: 0, refund: 16_000 })
    expect(await cancelMissed(visit)).toBe('wrong_state')
    expect(await cancel(visit)).toBe('done')
    expect(await brokenInvariants(db)).toEqual([])
  })
})

describe('cancelling missed samples', () => {
  const casesOf = async ({ order }: Visit) =>
    (await asOps(listCases, { query: { limit: '50' } })).data.filter(
      ({ kind, orderReference }) => kind === 'samples_given_up' && orderReference === order,
    )

  test.each([
    ['taken', 'sample_collected'],
    ['received', 'lab_processing'],
    ['out', 'results_ready'],
  ] as const)('lets an order continue whose other sample is %s: it is %s', async (how, state) => {
    const visit = await takenInPart({}, await world.as(drBello))
    asAda = await world.as(drBello)
    if (how !== 'taken') await receiveAll(visit)
    if (how === 'out') await releaseReady(visit)
    expect(await stateOf(visit)).toBe('scheduled')
    expect(await cancelMissed(visit)).toBe('done')
    expect(await stateOf(visit)).toBe(state)
    await receiveAll(visit)
    await releaseReady(visit)
    expect(await stateOf(visit)).toBe('results_ready')
    expect((await leftOut(visit)).samples.map((one) => one.state)).toEqual(['given_up'])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('opens a case for operators with the tests’ price, once for twenty concurrent requests', async () => {
    const visit = await takenInPart()
    await anotherTime(visit)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancelMissed(visit)))
    expect(new Set(answers)).toEqual(new Set(['done']))
    expect(await casesOf(visit)).toMatchObject([{ amount: sugar.amount }])
    const events = await sql`select 1 from specimen_event join specimen on specimen.id = specimen_id
      where order_id = ${visit.id} and verb = 'give_up' and actor = 'patient'`
    expect(events).toHaveLength(1)
    await follow(visit)
    expect((await at(visit)).state).toBe('cancelled')
    expect(await sql`select 1 from slot_place where order_id = ${visit.id}`).toEqual([])
    const body = { amount: sugar.amount, reason: 'Not taken at the visit.', key: 'given-up' }
    const refunded = await asOps(refundPayment, { params: { reference: visit.payment }, body })
    expect(refunded.httpStatus).toBe(200)
    expect(await stateOf(visit)).toBe('sample_collected')
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('is refused to other users, and while a phlebotomist is on the way for them', async () => {
    const visit = await takenInPart()
    const asChidi = await world.as(chidi)
    expect(await cancelMissed(visit, asChidi)).toBe('not_found')
    expect((await asChidi(readLeftOut, { params: visit.params })).httpStatus).toBe(404)
    await anotherTime(visit)
    await enter(visit)
    expect((await awaited(visit)).canGiveUp).toBe(false)
    expect(await cancelMissed(visit)).toBe('wrong_state')
    expect(await casesOf(visit)).toEqual([])
  })

  test.each(['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const)(
    'is refused for an order that is %s and without a missed sample',
    async (state) => {
      const { order, payment } = await book(asAda)
      await pay(world, payment)
      if (state !== 'scheduled') await bringTo(world, order, state)
      const body = { accessions: ['26ZZ-00001'] }
      expect((await asAda(giveUpSamples, { params: { reference: order }, body })).code).toBe('wrong_state')
    },
  )
})
