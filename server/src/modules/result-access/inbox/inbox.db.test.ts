import {
  acknowledgeResults,
  giveLinkedConsent,
  listInbox,
  listPatients,
  readingConsentVersion,
  readResults,
  withdrawLinkedConsent,
  withdrawReport,
} from '@labalaba/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, drBello, fbc, sola, sugar, tola, urine } from '../../../../test/cast.ts'
import { bookedForAda, bornOn, releasedForAda, releaseValue } from '../../../../test/doctor-results.ts'
import { releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, until } from '../../../../test/world.ts'
import { endConsentsOf } from '../../consents/consents.ts'
import { consentSignature } from '../../consents/link.ts'
import { remindOfCriticalResults } from './inbox.ts'

const world = await buildWorld()
await world.work()
const { sql } = world
const minute = 60 * 1000
const params = (reference: string) => ({ params: { reference } })
/** Of glucose, in mmol/L; far above what is usual. */
const grave = '29'
const usual = '5.1'

const inbox = async (query: Record<string, string> = {}) =>
  (await (await world.as(drBello))(listInbox, { query })).data

async function read(reference: string) {
  const { data } = await (await world.as(drBello))(readResults, params(reference))
  return data.results.map(({ id, version }) => ({ report: id, version }))
}

async function released(value: string): Promise<string> {
  const reference = await bookedForAda(world, patient)
  await releaseValue(world, reference, value)
  return reference
}

const waits = async () =>
  (await world.mailTo(drBello.email)).filter(({ subject }) => subject === 'A result waits for you')

/** A new patient in each test, so that Dr Bello’s inbox has nothing of earlier tests. */
let patient = { name: ada.name, email: ada.email as string }
let people = 0

beforeEach(async () => {
  people += 1
  patient = { name: ada.name, email: `ada-${people}@cast.example` }
  const [doctor] = await sql<{ id: number }[]>`select id::int from account where email = ${drBello.email}`
  const at = world.clock.now()
  await world.db.transaction().execute((tx) => endConsentsOf(tx, doctor?.id ?? 0, at))
})

const linkOf = (reference: string) => ({
  reference,
  signature: consentSignature(world.parts.secret, reference),
})

async function agree(reference: string): Promise<void> {
  const body = { ...linkOf(reference), answer: bornOn, sensitive: false, version: readingConsentVersion }
  expect((await world.nobody(giveLinkedConsent, { body })).httpStatus).toBe(200)
}

const withdraw = (reference: string) => world.nobody(withdrawLinkedConsent, { body: linkOf(reference) })

const itemsOf = async (reference: string) =>
  (await inbox()).items.filter((item) => item.reference === reference)

const jobsLeft = async () => {
  const [left] = await sql`select count(*)::int as jobs from graphile_worker.jobs where run_at <= now()`
  return Number(left?.jobs)
}

async function withdrawResult(reference: string, number: number): Promise<void> {
  const [report] = await reportsOf(await world.as(sola), reference)
  const body = { number, because: 'wrong_patient' as const, note: 'tubes were mixed up' }
  const asked = { params: { id: report?.id ?? '' }, body }
  expect((await (await world.as(tola))(withdrawReport, asked)).httpStatus).toBe(200)
}

describe('the inbox', () => {
  test('has critical results first, then unread ones, each with the newest first', async () => {
    const first = await released(usual)
    const critical = await released(grave)
    const second = await released(usual)
    await agree(first)
    await read(first)
    const third = await released(usual)
    expect((await inbox()).items.map(({ reference }) => reference)).toEqual([critical, third, second, first])
    expect((await inbox()).items[0]).toMatchObject({
      ...{ patientName: ada.name, tests: [sugar.name], critical: true, unread: true, acknowledged: false },
    })
    await read(critical)
    expect((await inbox()).items[0]).toMatchObject({ reference: critical, critical: true, unread: false })
  }, 60_000)

  test('shows a critical finding in words first too, and reminds of it by mail', async () => {
    await sql`insert into critical_limit (code, analyte, from_amount, from_unit, choices, tier, source, source_read)
      values ('test-colour', 'urinalysis/1', 0, 'days', '{Brown}', 'urgent', 'A test', false)`
    const finding = await bookedForAda(world, { ...patient, test: [{ ...urine }] })
    await releaseValue(world, finding, 'Brown')
    const newer = await released(usual)
    await agree(finding)
    const { items } = await inbox()
    expect(items.map(({ reference }) => reference)).toEqual([finding, newer])
    expect(items[0]).toMatchObject({ tests: [urine.name], critical: true, unread: true })
    const before = (await waits()).length
    world.clock.moveOn(121 * minute)
    await remindOfCriticalResults({ db: world.db, clock: world.clock })
    await until('the doctor has the mail', async () => (await waits()).length > before)
  }, 60_000)

  test('shows results during the consent, and none after it', async () => {
    const reference = await releasedForAda(world, { ...patient, test: [{ ...fbc }, { ...sugar }] })
    expect((await inbox()).items.some((item) => item.reference === reference)).toBe(false)
    await agree(reference)
    await sql`update test set sensitive = 'by hand', sensitive_until = null where name = ${sugar.name}`
    const found = (await inbox()).items.find((item) => item.reference === reference)
    expect(found).toMatchObject({ tests: [fbc.name], keptPrivate: 1 })
    await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
    await withdraw(reference)
    expect((await inbox()).items).toEqual([])
  })

  test('continues after a cursor, and refuses a malformed one', async () => {
    const orders = []
    for (let index = 0; index < 3; index += 1) orders.unshift(await released(usual))
    await agree(orders[0] ?? '')
    const [newest] = (await inbox()).items
    const after = `2.${new Date(newest?.releasedAt ?? '').getTime()}.${newest?.reference}`
    expect((await inbox({ after })).items.map(({ reference }) => reference)).toEqual(orders.slice(1))
    const wrong = await (await world.as(drBello))(listInbox, { query: { after: 'nowhere' } })
    expect(wrong).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('needs a recent password', async () => {
    const asBello = await world.as(drBello)
    world.clock.moveOn(16 * minute)
    expect((await asBello(listInbox)).code).toBe('sign_in_again')
  })
})

describe('acknowledging', () => {
  test('removes a critical result from the top, is recorded in the order’s audit, and twenty times counts once', async () => {
    const reference = await released(grave)
    await agree(reference)
    const seen = await read(reference)
    const asBello = await world.as(drBello)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asBello(acknowledgeResults, { ...params(reference), body: { seen } })),
    )
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(20).fill(200))
    const entries = await sql`select role from audit_entry where what = 'report_acknowledged'
      and order_id = (select id from lab_order where reference = ${reference})`
    expect(entries).toEqual([{ role: 'doctor' }])
    const [item] = (await inbox()).items.filter((one) => one.reference === reference)
    expect(item).toMatchObject({ critical: false, acknowledged: true })
    const { data } = await asBello(readResults, params(reference))
    expect(data.acknowledgedAt).not.toBeNull()
  })

  test('covers the version that was read: not one that was never opened, nor one corrected since', async () => {
    const reference = await released(usual)
    await agree(reference)
    const asBello = await world.as(drBello)
    const [report] = await sql`select report.id from report join lab_order on lab_order.id = order_id
      where reference = ${reference}`
    const unread = { seen: [{ report: String(report?.id), version: 1 }] }
    expect((await asBello(acknowledgeResults, { ...params(reference), body: unread })).code).toBe(
      'result_changed',
    )
    const seen = await read(reference)
    await releaseValue(world, reference, grave)
    expect((await asBello(acknowledgeResults, { ...params(reference), body: { seen } })).code).toBe(
      'result_changed',
    )
    expect((await inbox()).items[0]).toMatchObject({ unread: true, corrected: true, critical: true })
    const told = async () => (await waits()).length
    await until('the doctor hears of the correction', async () => (await told()) > 0)
  })

  test('needs a consent in force', async () => {
    const reference = await released(usual)
    await agree(reference)
    const seen = await read(reference)
    await withdraw(reference)
    const asBello = await world.as(drBello)
    const refused = await asBello(acknowledgeResults, { ...params(reference), body: { seen } })
    expect(refused.code).toBe('consent_needed')
  })
})

describe('a withdrawn result', () => {
  test('is shown without its value to the doctor who read it, until they acknowledge that too', async () => {
    const reference = await released(grave)
    await agree(reference)
    const asBello = await world.as(drBello)
    const seen = await read(reference)
    await asBello(acknowledgeResults, { ...params(reference), body: { seen } })
    await withdrawResult(reference, 1)
    const [item] = await itemsOf(reference)
    expect(item).toMatchObject({ tests: [], withdrawn: [sugar.name], takenBack: true, acknowledged: false })
    expect(item).toMatchObject({ critical: false, unread: false })
    const { data } = await asBello(readResults, params(reference))
    expect(data).toMatchObject({ results: [], withdrawn: [{ test: sugar.name }], acknowledgedAt: null })
    // Acknowledging the result does not acknowledge its withdrawal.
    const before = await asBello(acknowledgeResults, { ...params(reference), body: { seen } })
    expect(before.code).toBe('result_changed')
    const { toAcknowledge } = data
    expect(toAcknowledge).toEqual([{ ...seen[0], withdrawn: true }])
    const body = { seen: toAcknowledge }
    for (const _ of ['once', 'twice'])
      expect((await asBello(acknowledgeResults, { ...params(reference), body })).httpStatus).toBe(200)
    expect((await itemsOf(reference))[0]).toMatchObject({ takenBack: false, acknowledged: true })
    expect((await asBello(readResults, params(reference))).data.acknowledgedAt).not.toBeNull()
    await releaseValue(world, reference, usual)
    expect((await itemsOf(reference))[0]).toMatchObject({
      tests: [sugar.name],
      withdrawn: [],
      corrected: true,
    })
  }, 30_000)

  test('comes after critical and before unread ones, and is not shown to a doctor who never read it', async () => {
    const first = await released(usual)
    await agree(first)
    await read(first)
    const [unread, unreadToo, critical] = [
      await released(usual),
      await released(usual),
      await released(grave),
    ]
    await withdrawResult(first, 1)
    await withdrawResult(unreadToo, 1)
    expect((await inbox()).items.map(({ reference }) => reference)).toEqual([critical, first, unread])
    const { data } = await (await world.as(drBello))(readResults, params(unreadToo))
    expect(data).toMatchObject({ withdrawn: [{ test: sugar.name }], toAcknowledge: [], acknowledgedAt: null })
  }, 30_000)
})

describe('a sensitive test that the patient keeps private', () => {
  const protect = () =>
    sql`update test set sensitive = 'by hand', sensitive_until = null where name = ${sugar.name}`
  afterEach(async () => {
    await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
  })

  test('reveals nothing of its findings: the count is the same before and after, and does not show what waits', async () => {
    const reference = await bookedForAda(world, { ...patient, test: [{ ...fbc }, { ...sugar }] })
    await protect()
    const asBello = await world.as(drBello)
    await agree(reference)
    await releaseAll(world, reference, (report) => report.test === fbc.name)
    const before = await asBello(readResults, params(reference))
    expect(before.data).toMatchObject({ keptPrivate: 1, waiting: [] })
    expect((await itemsOf(reference))[0]).toMatchObject({ keptPrivate: 1, tests: [fbc.name] })
    await releaseAll(world, reference)
    const after = await asBello(readResults, params(reference))
    expect({ ...after.data, acknowledgedAt: null }).toEqual(before.data)
    expect((await itemsOf(reference))[0]).toMatchObject({ keptPrivate: 1, tests: [fbc.name] })
  }, 30_000)

  test('causes no mail: neither corrected, nor withdrawn, nor critical, also if it was read before', async () => {
    const reference = await released(usual)
    await agree(reference)
    await read(reference)
    await protect()
    const mails = async () => (await world.mailTo(drBello.email)).length
    const before = await mails()
    await releaseValue(world, reference, grave)
    await withdrawResult(reference, 2)
    world.clock.moveOn(121 * minute)
    await remindOfCriticalResults({ db: world.db, clock: world.clock })
    await until('its patient is told', async () => (await jobsLeft()) === 0)
    expect(await mails()).toBe(before)
    expect(await itemsOf(reference)).toEqual([])
  }, 30_000)
})

describe('a critical result that waits', () => {
  test('causes one mail after two hours, which names neither patient nor test', async () => {
    const before = (await waits()).length
    const reference = await released(grave)
    await agree(reference)
    const deps = { db: world.db, clock: world.clock }
    await remindOfCriticalResults(deps)
    world.clock.moveOn(121 * minute)
    await Promise.all(Array.from({ length: 20 }, () => remindOfCriticalResults(deps)))
    await until('the doctor has the mail', async () => (await waits()).length > before)
    await remindOfCriticalResults(deps)
    expect(await waits()).toHaveLength(before + 1)
    const mail = (await waits()).at(-1)
    const [words] = (mail?.text ?? '').split('--')
    for (const word of [ada.name, 'Obi', sugar.name, 'Yaba', reference, 'critical'])
      expect(`${mail?.subject} ${words}`).not.toContain(word)
  })

  test('causes no mail if it was acknowledged or may no longer be read', async () => {
    const before = (await waits()).length
    const [done, closed] = [await released(grave), await released(grave)]
    await agree(done)
    const asBello = await world.as(drBello)
    await asBello(acknowledgeResults, { ...params(done), body: { seen: await read(done) } })
    await asBello(acknowledgeResults, { ...params(closed), body: { seen: await read(closed) } })
    world.clock.moveOn(121 * minute)
    await remindOfCriticalResults({ db: world.db, clock: world.clock })
    const [told] = await sql`select count(*)::int as told from result_reminded where report_id in
      (select report.id from report join lab_order on lab_order.id = order_id where reference in (${done}, ${closed}))`
    expect([told?.told, (await waits()).length]).toEqual([0, before])
  })
})

describe('the patients of a doctor', () => {
  test('are distinguished by name and email, found by a part of a name, and shown with their consents', async () => {
    const reference = await released(usual)
    await bookedForAda(world, { name: 'Kelechi Obi', email: 'kelechi@cast.example' })
    await agree(reference)
    const asBello = await world.as(drBello)
    const found = async (q: string) => (await asBello(listPatients, { body: { q } })).data.patients
    expect((await found('')).slice(0, 2).map(({ name }) => name)).toEqual(['Kelechi Obi', ada.name])
    const [own] = await found('ÁDA o')
    expect(own).toMatchObject({ email: patient.email, consent: 'given', sensitive: false, askBy: null })
    expect(own?.orders[0]).toMatchObject({ reference, readable: true, state: 'results_ready' })
    expect((await found('kelechi'))[0]).toMatchObject({ consent: 'asked', askBy: expect.any(String) })
    const { data: rest } = await asBello(listPatients, { body: { after: (await found(''))[0]?.id ?? '' } })
    expect(rest.patients[0]).toMatchObject({ id: reference, name: ada.name })
    const asAda = await world.as(ada)
    expect((await asAda(listPatients, { body: {} })).httpStatus).toBe(404)
  })
})
