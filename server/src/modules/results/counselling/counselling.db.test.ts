import {
  giveUpSamples,
  listWaitingTalks,
  noteCounselling,
  readAwaited,
  readCounselling,
  readLabOrder,
  readResults,
  rejectSample,
  releaseReport,
  withdrawConsent,
  withdrawReport,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, drBello, fbc, sola, sugar, tola } from '../../../../test/cast.ts'
import { agree, bookedForAda, verifiedValue } from '../../../../test/doctor-results.ts'
import { reportsOf } from '../../../../test/results.ts'
import { markSensitive } from '../../../../test/sensitive.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld } from '../../../../test/world.ts'
import { saySensitive } from '../analytes/repository.ts'
import { waitingTalksOf } from './repository.ts'

const world = await buildWorld()
const { sql } = world
const params = (reference: string) => ({ params: { reference } })
const said = { position: 1, test: 'fbs', note: 'Talked at the clinic, she comes with her sister' }

beforeEach(async () => {
  await markSensitive(sql, sugar.name)
  const agreed = await sql<{ reference: string }[]>`select o.reference from reading_consent join lab_order o
    on o.account_id = doctor_id and lower(o.patient_email) = reading_consent.patient_email where ended is null limit 1`
  for (const { reference } of agreed) await (await world.as(ada))(withdrawConsent, params(reference))
})

async function note(reference: string, changes: Partial<typeof said> = {}) {
  return await (await world.as(drBello))(noteCounselling, {
    ...params(reference),
    body: { ...said, ...changes },
  })
}

const look = async (reference: string) =>
  (await (await world.as(drBello))(readCounselling, params(reference))).data

async function release(reference: string, counselledBy: 'lab' | 'doctor' | null, words?: string) {
  const asTola = await world.as(tola)
  const [report] = await reportsOf(asTola, reference)
  const body = { counselledBy, ...(words && { note: words }) }
  return await asTola(releaseReport, { params: { id: report?.id ?? '' }, body })
}

/** An order of Dr Bello's for Ada, who lets him read sensitive results too, with its value verified. */
async function verified(): Promise<string> {
  const reference = await bookedForAda(world)
  await agree(world, reference, true)
  await verifiedValue(world, reference, '5.1')
  return reference
}

const entriesOf = (reference: string) => sql`select role from audit_entry where what = 'counselling_noted'
  and order_id = (select id from lab_order where reference = ${reference})`

describe('a doctor who booked', () => {
  test('notes a talk, which the verifier sees and releases with; the patient reads who talks, and not the note', async () => {
    const reference = await verified()
    expect(await release(reference, 'doctor')).toMatchObject({ code: 'counselling_needed' })
    expect(await note(reference)).toMatchObject({ httpStatus: 200 })
    const [report] = await reportsOf(await world.as(tola), reference)
    expect(report?.doctorTalked).toMatchObject({ talks: 'doctor', by: drBello.name, note: said.note })
    expect(await release(reference, 'doctor')).toMatchObject({ httpStatus: 200 })
    const [out] = await reportsOf(await world.as(tola), reference)
    expect(out?.versions[0]?.counselling).toMatchObject({
      talks: 'doctor',
      by: drBello.name,
      note: said.note,
    })
    const { data } = await (await world.as(ada))(readResults, params(reference))
    expect(data.results[0]?.counselledBy).toBe('doctor')
    expect(JSON.stringify(data)).not.toContain('sister')
    expect(await entriesOf(reference)).toEqual([{ role: 'doctor' }])
  })

  test('learns nothing about findings: the answer is the same before the sample came and after verification', async () => {
    const reference = await bookedForAda(world)
    await agree(world, reference, true)
    const before = await look(reference)
    expect(before).toEqual({
      ...{ agreed: true, isOpen: true },
      tests: [{ position: 1, test: 'fbs', name: sugar.name, because: 'by hand', isOut: false, noted: null }],
    })
    await verifiedValue(world, reference, '29')
    expect(await look(reference)).toEqual(before)
    const { data } = await (await world.as(drBello))(listWaitingTalks)
    expect(data.find((one) => one.reference === reference)).toEqual({
      ...{ reference, patientName: ada.name, lab: 'Yaba Lab', tests: [sugar.name] },
    })
    await note(reference)
    const after = await (await world.as(drBello))(listWaitingTalks)
    expect(after.data.some((one) => one.reference === reference)).toBe(false)
  })

  test('cannot note a talk without consent to sensitive tests, nor after it was withdrawn', async () => {
    const reference = await bookedForAda(world)
    expect(await note(reference)).toMatchObject({ httpStatus: 403, code: 'consent_needed' })
    await agree(world, reference, false)
    expect(await note(reference)).toMatchObject({ code: 'consent_needed' })
    expect(await look(reference)).toMatchObject({ agreed: false, tests: [{ isOut: false }] })
    expect((await (await world.as(drBello))(listWaitingTalks)).data).toEqual([])
    await agree(world, reference, true)
    await (await world.as(ada))(withdrawConsent, params(reference))
    expect(await note(reference)).toMatchObject({ code: 'consent_needed' })
  })

  test('does not learn that a result is released which the patient keeps private', async () => {
    const reference = await bookedForAda(world)
    await verifiedValue(world, reference, '5.1')
    const before = await look(reference)
    expect(await release(reference, 'lab', 'Called her')).toMatchObject({ httpStatus: 200 })
    expect(await look(reference)).toEqual(before)
  })

  test('does not learn of later steps after the patient withdrew the consent', async () => {
    const reference = await verified()
    await note(reference)
    const asAda = await world.as(ada)
    await asAda(withdrawConsent, params(reference))
    const before = await look(reference)
    expect(before).toMatchObject({ agreed: false, tests: [{ noted: { note: said.note } }] })
    expect(await release(reference, 'lab', 'Called her')).toMatchObject({ httpStatus: 200 })
    expect(await look(reference)).toEqual(before)
    const asTola = await world.as(tola)
    const [report] = await reportsOf(asTola, reference)
    const body = { number: 1, because: 'other' as const, note: 'tubes were mixed up' }
    await asTola(withdrawReport, { params: { id: report?.id ?? '' }, body })
    expect(await look(reference)).toEqual(before)
  })

  test('must write words: a note of two emoji is refused', async () => {
    const reference = await verified()
    expect(await note(reference, { note: '👍👍' })).toMatchObject({ httpStatus: 400, code: 'invalid' })
    expect(await note(reference, { note: '👍👍👍' })).toMatchObject({ httpStatus: 200 })
    expect(await release(reference, 'lab', '👍👍')).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('sees waiting orders first, however many newer orders do not wait', async () => {
    const waits = await bookedForAda(world)
    await agree(world, waits, true)
    const noted = await bookedForAda(world)
    expect(await note(noted)).toMatchObject({ httpStatus: 200 })
    await bookedForAda(world, { test: [{ ...fbc }] })
    const [bello] = await sql<{ id: number }[]>`select id::int from account where email = ${drBello.email}`
    const waitingTalks = async () => {
      const found = await waitingTalksOf(world.db, bello?.id ?? 0, world.clock.now(), 1)
      return found.map(({ reference }) => reference)
    }
    expect(await waitingTalks()).toEqual([waits])
    const asBello = await world.as(drBello)
    const later = await book(asBello, bookingForm({ name: ada.name, email: ada.email, test: [{ ...sugar }] }))
    await pay(world, later.payment)
    // Of that no sample has come.
    expect(await waitingTalks()).toEqual([waits])
    await note(waits)
    expect((await waitingTalks())[0]).not.toBe(waits)
  })

  test('is not asked for a talk about a cancelled test', async () => {
    const reference = await bookedForAda(world, { test: [{ ...fbc }, { ...sugar }] })
    await agree(world, reference, true)
    const asSola = await world.as(sola)
    const { data } = await asSola(readLabOrder, params(reference))
    const spoilt = data.specimens.find(({ tests }) => tests.includes(sugar.name))?.accession ?? ''
    await asSola(rejectSample, { params: { accession: spoilt }, body: { reason: 'clotted', note: null } })
    const asBello = await world.as(drBello)
    const isWaiting = async () =>
      (await asBello(listWaitingTalks)).data.some((one) => one.reference === reference)
    expect(await isWaiting()).toBe(true)
    const awaited = (await asBello(readAwaited, params(reference))).data.samples
    const body = { accessions: awaited.map(({ accession }) => accession) }
    expect((await asBello(giveUpSamples, { ...params(reference), body })).httpStatus).toBe(200)
    expect(await isWaiting()).toBe(false)
    expect((await look(reference)).tests).toEqual([])
    expect(await note(reference, { position: 2 })).toMatchObject({ httpStatus: 404 })
  })

  test('sees a withdrawn result, also after all results of the order were released', async () => {
    const reference = await verified()
    await note(reference)
    await release(reference, 'doctor')
    const asBello = await world.as(drBello)
    const asTola = await world.as(tola)
    const [report] = await reportsOf(asTola, reference)
    const body = { number: 1, because: 'other' as const, note: 'tubes were mixed up' }
    await asTola(withdrawReport, { params: { id: report?.id ?? '' }, body })
    const { data } = await asBello(listWaitingTalks)
    expect(data.find((one) => one.reference === reference)).toMatchObject({ tests: [sugar.name] })
  })

  test('cannot talk after the patient withdrew the consent; then the lab does', async () => {
    const reference = await verified()
    await note(reference)
    await (await world.as(ada))(withdrawConsent, params(reference))
    const [report] = await reportsOf(await world.as(tola), reference)
    expect(report).toMatchObject({ doctorMayTalk: false, doctorTalked: { note: said.note } })
    expect(await release(reference, 'doctor')).toMatchObject({ code: 'counselling_needed' })
    expect(await release(reference, 'doctor', 'he said so')).toMatchObject({ code: 'counselling_needed' })
    expect(await release(reference, 'lab')).toMatchObject({ code: 'counselling_needed' })
    expect(await release(reference, 'lab', 'Called her')).toMatchObject({ httpStatus: 200 })
  })

  test('can note talks only about sensitive tests of the order', async () => {
    const reference = await bookedForAda(world, { test: [{ ...fbc }, { ...sugar }] })
    await agree(world, reference, true)
    for (const other of [{ position: 1 }, { position: 1, test: 'fbc' }, { position: 2, test: 'hbsag' }])
      expect(await note(reference, other)).toMatchObject({ httpStatus: 404 })
    expect(await note(reference, { position: 2 })).toMatchObject({ httpStatus: 200 })
    expect(await note(reference, { position: 2, note: 'a' })).toMatchObject({ httpStatus: 400 })
  })
})

describe('no other user', () => {
  test('can note a talk: neither the patient nor the lab, nor the doctor of an unpaid order', async () => {
    const reference = await verified()
    const asked = { ...params(reference), body: said }
    for (const person of [ada, sola, tola])
      expect((await (await world.as(person))(noteCounselling, asked)).httpStatus).toBe(404)
    const own = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }] })
    expect((await note(own)).httpStatus).toBe(404)
    const unpaid = await book(await world.as(drBello), bookingForm({ test: [{ ...sugar }] }))
    expect((await note(unpaid.order)).httpStatus).toBe(404)
    expect((await (await world.as(drBello))(readCounselling, params(unpaid.order))).httpStatus).toBe(404)
  })
})

describe('before a result is released', () => {
  test('a note is stored once, however often it is sent, and is never overwritten', async () => {
    const reference = await verified()
    const answers = await Promise.all(Array.from({ length: 20 }, () => note(reference)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ data }) => data.at)).size).toBe(1)
    expect(await note(reference, { note: 'Something else' })).toMatchObject({ code: 'wrong_state' })
    expect((await look(reference)).tests[0]?.noted?.note).toBe(said.note)
    expect(await entriesOf(reference)).toHaveLength(1)
  })

  test('of twenty different notes at once one is stored', async () => {
    const reference = await verified()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => note(reference, { note: `Talked, number ${index}` })),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'wrong_state')).toHaveLength(19)
  })

  test('a note and a release at once: the release has the note, or the note is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const reference = await verified()
      const [released, noted] = await Promise.all([release(reference, 'doctor'), note(reference)])
      expect(noted.httpStatus).toBe(200)
      expect([200, 409]).toContain(released.httpStatus)
      if (released.httpStatus === 409) expect(released.code).toBe('counselling_needed')
    }
    for (let round = 0; round < 4; round += 1) {
      const reference = await verified()
      const [released, noted] = await Promise.all([release(reference, 'lab', 'Called her'), note(reference)])
      expect(released.httpStatus).toBe(200)
      if (noted.httpStatus !== 200) expect(noted.code).toBe('wrong_state')
      const [kept] = await sql`select noted_at from doctor_counselling
        join lab_order o on o.id = order_id where reference = ${reference}`
      expect(Boolean(kept)).toBe(noted.httpStatus === 200)
    }
  }, 60_000)

  test('a note is refused after the release; after a withdrawal it is for the next version', async () => {
    const reference = await verified()
    await note(reference)
    await release(reference, 'doctor')
    expect(await look(reference)).toMatchObject({ tests: [{ isOut: true, noted: { note: said.note } }] })
    expect(await note(reference, { note: 'Talked again' })).toMatchObject({ code: 'wrong_state' })
    const asTola = await world.as(tola)
    const [report] = await reportsOf(asTola, reference)
    const body = { number: 1, because: 'other' as const, note: 'tubes were mixed up' }
    await asTola(withdrawReport, { params: { id: report?.id ?? '' }, body })
    expect(await look(reference)).toMatchObject({ tests: [{ isOut: false, noted: null }] })
    await verifiedValue(world, reference, '5.3')
    expect(await release(reference, 'doctor')).toMatchObject({ code: 'counselling_needed' })
    expect(await note(reference, { note: 'Talked again' })).toMatchObject({ httpStatus: 200 })
    expect(await release(reference, 'doctor')).toMatchObject({ httpStatus: 200 })
  })

  test('a correction needs a note of its own', async () => {
    const reference = await verified()
    await note(reference)
    await release(reference, 'doctor')
    await verifiedValue(world, reference, '5.9')
    expect(await note(reference, { note: 'Talked again' })).toMatchObject({ code: 'wrong_state' })
    expect(await release(reference, 'doctor')).toMatchObject({ code: 'counselling_needed' })
    expect(await release(reference, 'doctor', 'Dr Bello calls her')).toMatchObject({ httpStatus: 200 })
  })
})

describe('a test that becomes sensitive, or no longer is', () => {
  const say = (because: string | null, counselling?: boolean) =>
    world.db
      .transaction()
      .execute((tx) =>
        saySensitive(tx, [{ testCode: 'urinalysis', because, counselling }], world.clock.now()),
      )
  const urine = { test: [{ name: 'Urinalysis', amount: 2500 }] }

  test('counts as sensitive at the release of earlier bookings, and for bookings made while it was sensitive', async () => {
    const asAda = await world.as(ada)
    const before = await orderAtBench(world, asAda, { ...urine, person: 'self', name: ada.name })
    await say('A new rule', true)
    const during = await orderAtBench(world, asAda, { ...urine, person: 'self', name: ada.name })
    for (const reference of [before, during]) {
      await verifiedValue(world, reference, null)
      expect(await release(reference, null)).toMatchObject({ code: 'counselling_needed' })
    }
    world.clock.moveOn(1000)
    await say(null)
    const after = await orderAtBench(world, asAda, { ...urine, person: 'self', name: ada.name })
    await verifiedValue(world, after, null)
    expect(await release(during, null)).toMatchObject({ code: 'counselling_needed' })
    expect(await release(during, 'lab', 'Called her')).toMatchObject({ httpStatus: 200 })
    expect(await release(after, null)).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, params(during))
    expect(data.results[0]?.sensitive).toBe(true)
  })

  test('that stays sensitive and no longer needs counselling still needs it for bookings made before', async () => {
    const asAda = await world.as(ada)
    await say('A new rule', true)
    const during = await orderAtBench(world, asAda, { ...urine, person: 'self', name: ada.name })
    world.clock.moveOn(1000)
    await say('A new rule', false)
    const after = await orderAtBench(world, asAda, { ...urine, person: 'self', name: ada.name })
    for (const reference of [during, after]) await verifiedValue(world, reference, null)
    expect(await release(during, null)).toMatchObject({ code: 'counselling_needed' })
    expect(await release(after, null)).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, params(after))
    expect(data.results[0]?.sensitive).toBe(true)
    await say(null)
  })
})
