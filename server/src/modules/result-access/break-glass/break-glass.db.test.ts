import {
  breakGlass,
  decideLicence,
  downloadReport,
  exportOrder,
  listInbox,
  makeShare,
  type PhoneChannel,
  readOrder,
  readTrends,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { codeOf, glassOf, immediate, patientNo, usual, why } from '../../../../test/break-glass.ts'
import { ada, drBello, fbc, femi, ops, sola, sugar, tola } from '../../../../test/cast.ts'
import { bookedForAda, bornOn } from '../../../../test/doctor-results.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld } from '../../../../test/world.ts'
import { orderByReference } from '../../orders/index.ts'
import { readInbox } from '../inbox/inbox.ts'
import { countAtPace } from '../pace.ts'
import { breakGlassStatus, breakGlass as openByBreakGlass } from './break-glass.ts'

const world = await buildWorld()
const { sql, clock } = world
const glass = glassOf(world)
const { params, bello, open, read, status, release, openingsOf, fetched } = glass
const hour = 60 * 60 * 1000
const both = { test: [{ ...fbc }, { ...sugar }] }

/** Another patient in each test. */
let people = 0
let patient = patientNo(people, 'glass')
const released = (value: string, changes: object = {}) => glass.released(value, { ...patient, ...changes })
const needsAction = async () =>
  (await (await bello())(listInbox)).data.needsAction.map(({ reference }) => reference)

beforeEach(() => {
  people += 1
  patient = patientNo(people, 'glass')
})

describe('break-glass', () => {
  test('opens an immediate result to the verified doctor who booked, without consent, for 72 hours', async () => {
    const reference = await released(immediate)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
    expect((await status(reference)).data).toMatchObject({
      ...{ mayOpen: true, verified: true, consent: 'asked', patientName: patient.name, lab: 'Yaba Lab' },
    })
    const { data } = await open(reference)
    expect(new Date(data.until).getTime() - clock.now().getTime()).toBeGreaterThan(71.9 * hour)
    expect((await status(reference)).data.mayOpen).toBe(false)
    const opened = await read(reference)
    expect(opened.data).toMatchObject({ readBy: 'doctor', keptPrivate: 0, breakGlassUntil: data.until })
    expect(opened.data.results[0]?.values[0]).toMatchObject({ value: immediate, tier: 'immediate' })
    expect((await (await bello())(readOrder, params(reference))).data.may.readResults).toBe(true)
    expect((await fetched(downloadReport, reference, opened.data.results[0]?.id)).status).toBe(200)
    clock.moveOn(71 * hour)
    expect((await read(reference)).httpStatus).toBe(200)
    clock.moveOn(2 * hour)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
    expect((await (await bello())(readOrder, params(reference))).data.may.readResults).toBe(false)
    expect((await status(reference)).data.mayOpen).toBe(true)
    expect((await open(reference)).httpStatus).toBe(200)
    expect((await read(reference)).httpStatus).toBe(200)
    expect(await openingsOf(reference)).toHaveLength(2)
  }, 60_000)

  test('opens exactly the reports with an immediate value, and no others of the order', async () => {
    const reference = await released(immediate, both)
    await releaseAll(world, reference, ({ test }) => test === fbc.name)
    await open(reference)
    const { results, keptPrivate, waiting } = (await read(reference)).data
    expect([results.map((one) => one.test), keptPrivate, waiting]).toEqual([[sugar.name], 1, []])
    const other = (await reportsOf(await world.as(sola), reference)).find((one) => one.test === fbc.name)
    expect((await fetched(downloadReport, reference, other?.id)).status).toBe(404)
  })

  test('does not cover an immediate result that comes later: that needs its own opening', async () => {
    const reference = await released(immediate, both)
    await open(reference)
    // Of white cells: a call within 24 hours. Then so that life may be in danger.
    await release(reference, '1.9', fbc.name)
    expect((await status(reference)).data.mayOpen).toBe(false)
    expect((await read(reference)).data.results).toHaveLength(1)
    await sql`update critical_limit set tier = 'immediate' where code = 'white-cells-low'`
    await release(reference, '1.8', fbc.name)
    await sql`update critical_limit set tier = 'urgent' where code = 'white-cells-low'`
    expect((await status(reference)).data.mayOpen).toBe(true)
    expect((await read(reference)).data.results).toHaveLength(1)
    await open(reference)
    expect((await read(reference)).data.results).toHaveLength(2)
    expect(await openingsOf(reference)).toHaveLength(2)
  }, 60_000)

  test('never covers trends, shares, or an export to another system', async () => {
    const reference = await released(immediate)
    await open(reference)
    const id = (await read(reference)).data.results[0]?.id ?? ''
    const asBello = await bello()
    const share = { reports: [id], lasts: 'day' as const }
    expect((await asBello(makeShare, { ...params(reference), body: share })).httpStatus).toBe(404)
    expect((await asBello(readTrends, params(reference))).httpStatus).toBe(404)
    const bundle = (await (await fetched(exportOrder, reference)).json()) as {
      entry: { resource: { resourceType: string } }[]
    }
    const types = bundle.entry.map(({ resource }) => resource.resourceType)
    expect(types).toContain('ServiceRequest')
    expect(types).not.toContain('Observation')
  })

  test('needs a recent password', async () => {
    const reference = await released(immediate)
    const asBello = await bello()
    clock.moveOn(16 * 60 * 1000)
    for (const answer of [await open(reference, asBello), await status(reference, asBello)])
      expect(codeOf(answer)).toBe('403 sign_in_again')
  })

  test.each(['', 'no', 'x'.repeat(301), 'a\nb line', '   '])('takes no reason like %j', async (reason) => {
    const body = { ...why, reason }
    const wrong = await (await bello())(breakGlass, { ...params('LB-0000-0000-0000-0000'), body })
    expect(codeOf(wrong)).toBe('400 invalid')
  })
})

describe('break-glass is refused', () => {
  test('to another doctor, the patient, the lab, an operator and a phlebotomist, who do not find it', async () => {
    const reference = await released(immediate)
    const other = await glass.doctor(1, true)
    const others = await Promise.all([ada, sola, tola, ops, femi].map((one) => world.as(one)))
    for (const as of [await other.as(), ...others]) {
      expect(codeOf(await open(reference, as))).toBe('404 not_found')
      expect(codeOf(await status(reference, as))).toBe('404 not_found')
    }
    expect(await openingsOf(reference)).toEqual([])
  })

  test('to a doctor who is not, or no longer, verified, also for reading on: the answer reveals no immediate result', async () => {
    const doctor = await glass.doctor(2, false)
    const form = { ...patient, dob: bornOn, test: [{ ...sugar }] }
    const reference = await orderAtBench(world, await doctor.as(), form)
    await release(reference, immediate)
    const refused = async () => {
      expect(codeOf(await open(reference, await doctor.as()))).toBe('403 licence_needed')
      const { data } = await status(reference, await doctor.as())
      expect(data).toMatchObject({ mayOpen: false, verified: false })
      expect((await (await doctor.as())(listInbox)).data.needsAction).toEqual([])
    }
    await refused()
    await sql`insert into doctor_licence (id, account_id, name, folio_number, practising_year, document_type,
        document_hash, state, submitted_at, decided_at)
      values (gen_random_uuid(), ${doctor.id}, 'Bisi Lawal', 'MDCN/R/99887', 2026, 'image/jpeg',
        decode(repeat('00', 32), 'hex'), 'accepted', now(), now())`
    expect((await (await doctor.as())(listInbox)).data.needsAction).toHaveLength(1)
    expect((await open(reference, await doctor.as())).httpStatus).toBe(200)
    expect((await read(reference, await doctor.as())).httpStatus).toBe(200)
    await sql`update doctor_licence set state = 'expired' where account_id = ${doctor.id}`
    expect(codeOf(await read(reference, await doctor.as()))).toBe('403 consent_needed')
    await refused()
  }, 60_000)

  test('to a doctor whom an operator suspends, from the next reading on', async () => {
    const doctor = await glass.doctor(3, true)
    const form = { ...patient, dob: bornOn, test: [{ ...sugar }] }
    const reference = await orderAtBench(world, await doctor.as(), form)
    await release(reference, immediate)
    await open(reference, await doctor.as())
    const [licence] = await sql<{ id: string }[]>`
      select id from doctor_licence where account_id = ${doctor.id} and state = 'accepted'`
    const act = { params: { id: licence?.id ?? '' }, body: { act: 'suspend' as const, note: 'under review' } }
    expect((await (await world.as(ops))(decideLicence, act)).httpStatus).toBe(200)
    expect(codeOf(await read(reference, await doctor.as()))).toBe('403 consent_needed')
  })

  test('for an urgent value, which can wait for the patient, and for a normal one', async () => {
    const urgent = await bookedForAda(world, { ...patient, test: [{ ...fbc }] })
    await release(urgent, '1.9', fbc.name)
    for (const reference of [urgent, await released(usual)]) {
      expect(codeOf(await open(reference))).toBe('409 no_immediate_result')
      expect((await status(reference)).data.mayOpen).toBe(false)
      expect(await needsAction()).not.toContain(reference)
    }
  })

  test('before the result is released, and for one that was withdrawn', async () => {
    const reference = await bookedForAda(world, patient)
    expect(codeOf(await open(reference))).toBe('409 no_immediate_result')
    await release(reference, immediate)
    await glass.takeBack(reference)
    expect(codeOf(await open(reference))).toBe('409 no_immediate_result')
    expect((await status(reference)).data.mayOpen).toBe(false)
    expect(await needsAction()).not.toContain(reference)
  })

  test('for a version that was corrected and is no longer critical', async () => {
    const reference = await released(immediate)
    await release(reference, usual)
    expect(codeOf(await open(reference))).toBe('409 no_immediate_result')
  })

  test('after the patient has refused, whatever the result says: the answer is the same', async () => {
    const [grave, harmless] = [await released(immediate), await released(usual)]
    await glass.refuse(grave)
    for (const reference of [grave, harmless]) {
      expect(codeOf(await open(reference))).toBe('403 consent_refused')
      expect((await status(reference)).data).toMatchObject({ mayOpen: false, consent: 'withdrawn' })
    }
    expect(await needsAction()).not.toContain(grave)
    await glass.agree(grave)
    expect((await read(grave)).data).toMatchObject({ breakGlassUntil: null, results: [{}] })
  }, 60_000)

  test('once a patient refuses after an opening: access ends', async () => {
    const reference = await released(immediate)
    await open(reference)
    expect((await read(reference)).httpStatus).toBe(200)
    await glass.refuse(reference)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
    expect(codeOf(await open(reference))).toBe('403 consent_refused')
  })

  test('when the order names the doctor’s own email and phone, as the patient could not be told', async () => {
    const reference = await released(immediate, { email: drBello.email, phone: drBello.phone })
    expect(codeOf(await open(reference))).toBe('403 no_patient_contact')
    expect((await status(reference)).data).toMatchObject({ mayOpen: false, consent: 'nobody_to_ask' })
    expect(await needsAction()).not.toContain(reference)
  })

  test('not where the patient has no email and a phone of their own: they get a message there', async () => {
    const reference = await released(immediate, { email: '' })
    expect((await status(reference)).data).toMatchObject({ mayOpen: true, consent: 'nobody_to_ask' })
    expect(await needsAction()).toContain(reference)
    expect((await open(reference)).httpStatus).toBe(200)
    expect((await read(reference)).httpStatus).toBe(200)
  })

  test('where the patient has no email and a landline, which gets no message', async () => {
    const reference = await released(immediate, { email: '', phone: '+234 170 000 7700' })
    expect((await status(reference)).data).toMatchObject({ mayOpen: false, consent: 'nobody_to_ask' })
    expect(await needsAction()).not.toContain(reference)
    expect(codeOf(await open(reference))).toBe('403 no_patient_contact')
  })

  test('where the patient has no email and we send no SMS: nothing would reach them', async () => {
    const reference = await released(immediate, { email: '', phone: '0803 000 0078' })
    const order = (await orderByReference(world.db, reference)) ?? expect.unreachable()
    const toOpen = { order, accountId: order.account_id }
    const shown = async (offers: readonly PhoneChannel[]) => {
      const deps = { db: world.db, clock, messenger: { offers } }
      const inbox = await readInbox(deps, order.account_id, undefined)
      const { mayOpen } = await breakGlassStatus(deps, toOpen)
      return [mayOpen, inbox.needsAction.some((one) => one.reference === reference)]
    }
    expect(await shown(['sms'])).toEqual([true, true])
    for (const offers of [[], ['whatsapp']] as const) {
      expect(await shown(offers)).toEqual([false, false])
      const { secret } = world.parts
      const opening = openByBreakGlass({ db: world.db, clock, secret, messenger: { offers } }, toOpen, why)
      await expect(opening).rejects.toMatchObject({ code: 'no_patient_contact' })
    }
    expect(await openingsOf(reference)).toEqual([])
  })

  test('thirty days after the release, as it is no emergency any more', async () => {
    const reference = await released(immediate)
    clock.moveOn(31 * 24 * hour)
    expect((await status(reference)).data.mayOpen).toBe(false)
    expect(codeOf(await open(reference))).toMatch(/no_immediate_result$/)
  })

  /** Dr Bello makes all the openings that a day allows. */
  async function useUpOpenings(): Promise<void> {
    const [doctor] = await sql<{ id: number }[]>`select id::int from account where email = ${drBello.email}`
    for (let done = 0; done < 20; done += 1)
      await world.db
        .transaction()
        .execute((tx) => countAtPace(tx, world.parts.secret, 'glass', String(doctor?.id), clock.now()))
        .catch(() => undefined)
  }

  test('for the twenty-first opening of a day', async () => {
    const reference = await released(immediate)
    await useUpOpenings()
    expect(codeOf(await open(reference))).toBe('429 too_many')
    expect(await openingsOf(reference)).toEqual([])
    clock.moveOn(25 * hour)
    expect((await open(reference)).httpStatus).toBe(200)
  })

  test('after the openings of a day, whatever the result says: the answer reveals no immediate result', async () => {
    const [grave, harmless] = [await released(immediate), await released(usual)]
    await useUpOpenings()
    for (const reference of [grave, harmless]) expect(codeOf(await open(reference))).toBe('429 too_many')
    clock.moveOn(25 * hour)
    expect(codeOf(await open(harmless))).toBe('409 no_immediate_result')
  }, 60_000)
})
