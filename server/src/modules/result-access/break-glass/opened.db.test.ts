import { acknowledgeResults, listInbox, listReaders, provePatient, readOrder } from '@labalaba/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, glassOf, immediate, patientNo, usual, why } from '../../../../test/break-glass.ts'
import { ada, chidi, drBello, fbc, sugar } from '../../../../test/cast.ts'
import { bornOn } from '../../../../test/doctor-results.ts'
import { releaseAll } from '../../../../test/results.ts'
import { markSensitive } from '../../../../test/sensitive.ts'
import { buildWorld, until } from '../../../../test/world.ts'
import { remindOfCriticalResults } from '../inbox/inbox.ts'

const world = await buildWorld()
await world.work()
const { sql, clock } = world
const glass = glassOf(world)
const { params, bello, open, read, status, release, openingsOf } = glass
const hour = 60 * 60 * 1000

let people = 0
let patient = patientNo(people, 'opened')
const released = (value: string, changes: object = {}) => glass.released(value, { ...patient, ...changes })
const valueIn = async (reference: string) => (await read(reference)).data.results[0]?.values[0]?.value
const inbox = async () => (await (await bello())(listInbox)).data
const itemOf = async (reference: string) => (await inbox()).items.find((one) => one.reference === reference)
const waits = async (reference: string) =>
  (await inbox()).needsAction.some((one) => one.reference === reference)

beforeEach(() => {
  people += 1
  patient = patientNo(people, 'opened')
})

afterEach(async () => {
  await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
})

describe('a sensitive result', () => {
  test('is opened only if life is in danger by its own value', async () => {
    await markSensitive(sql, sugar.name)
    const reference = await released(immediate)
    await open(reference)
    expect(await valueIn(reference)).toBe(immediate)
  }, 60_000)

  test('is not opened by the immediate value of another test', async () => {
    await markSensitive(sql, fbc.name)
    const reference = await released(immediate, { test: [{ ...fbc }, { ...sugar }] })
    await releaseAll(world, reference, (report) => report.test === fbc.name)
    await open(reference)
    const { results, keptPrivate } = (await read(reference)).data
    expect([results.map((one) => one.test), keptPrivate]).toEqual([[sugar.name], 1])
  })

  test('is opened beside what the patient’s consent gives, if the consent leaves it out', async () => {
    await markSensitive(sql, sugar.name)
    const reference = await released(immediate, { test: [{ ...fbc }, { ...sugar }] })
    await releaseAll(world, reference, (report) => report.test === fbc.name)
    await glass.agree(reference)
    expect((await read(reference)).data).toMatchObject({ results: [{ test: fbc.name }], keptPrivate: 1 })
    expect(await waits(reference)).toBe(false)
    await open(reference)
    expect((await read(reference)).data).toMatchObject({ results: [{}, {}], keptPrivate: 0 })
    const grounds = await sql`select consent_id is not null as consent, break_glass_id is not null as glass
      from result_opened where reader = 'doctor' order by id desc limit 2`
    expect(grounds).toContainEqual({ consent: true, glass: false })
    expect(grounds).toContainEqual({ consent: false, glass: true })
    await glass.agree(reference, true)
    expect((await read(reference)).data.breakGlassUntil).toBe(null)
    expect(codeOf(await open(reference))).toBe('409 no_immediate_result')
  }, 60_000)
})

describe('before it is opened, a sensitive result', () => {
  /** What a doctor is shown of an order that they cannot read. */
  async function shown(reference: string) {
    const { items, needsAction } = await inbox()
    const theirs = [...items, ...needsAction].filter((one) => one.reference === reference)
    const { data, ...answer } = await read(reference)
    const order = (await (await bello())(readOrder, params(reference))).data
    return { theirs, status: (await status(reference)).data, reading: codeOf(answer), may: order.may, data }
  }

  test('that needs action looks the same as one that does not, and can be opened', async () => {
    await markSensitive(sql, sugar.name)
    const harmless = await shown(await released(usual))
    const reference = await released(immediate)
    const grave = await shown(reference)
    expect(grave).toEqual(harmless)
    expect(grave).toMatchObject({ theirs: [], status: { mayOpen: false, verified: true } })
    expect((await open(reference)).httpStatus).toBe(200)
    expect(await valueIn(reference)).toBe(immediate)
  }, 60_000)

  test('looks the same beside another that needs action', async () => {
    await markSensitive(sql, fbc.name)
    await sql`update critical_limit set tier = 'immediate' where code = 'white-cells-low'`
    const both = { test: [{ ...fbc }, { ...sugar }] }
    const [harmless, grave] = [await released(immediate, both), await released(immediate, both)]
    await releaseAll(world, harmless, (report) => report.test === fbc.name)
    clock.moveOn(hour / 60)
    await release(grave, '1.8', fbc.name)
    await sql`update critical_limit set tier = 'urgent' where code = 'white-cells-low'`
    expect((await status(grave)).data).toEqual((await status(harmless)).data)
    const since = async (reference: string) =>
      (await inbox()).needsAction.find((one) => one.reference === reference)?.releasedAt
    const [sugars] = await sql<{ at: Date }[]>`select released_at as at from report_version version
      join report on report.id = version.report_id join lab_order o on o.id = report.order_id
      where o.reference = ${grave} and report.test_name = ${sugar.name}`
    // The time is of the other result, too.
    expect(await since(grave)).toBe(sugars?.at.toISOString())
    await open(grave)
    expect((await read(grave)).data.results).toHaveLength(2)
    expect((await status(grave)).data.mayOpen).toBe(false)
  }, 60_000)
})

describe('what happens to a result after it was opened', () => {
  test('its correction can be read too, even if it is no longer critical', async () => {
    const reference = await released(immediate)
    await open(reference)
    await read(reference)
    await release(reference, usual)
    expect(await valueIn(reference)).toBe(usual)
  })

  test('a correction after the 72 hours is open for 72 more to a doctor who had read the first', async () => {
    const reference = await released(immediate)
    await open(reference)
    await read(reference)
    clock.moveOn(100 * hour)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
    await release(reference, usual)
    await until('the mail has come', async () =>
      (await world.mailTo(drBello.email)).some((one) => one.subject === 'A result waits for you'),
    )
    expect(await valueIn(reference)).toBe(usual)
    expect((await itemOf(reference))?.tests).toEqual([sugar.name])
    clock.moveOn(73 * hour)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
  }, 60_000)

  test('but not to a doctor who never read the first', async () => {
    const reference = await released(immediate)
    await open(reference)
    clock.moveOn(100 * hour)
    await release(reference, usual)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
  })

  test('its withdrawal is shown to the doctor, without the value', async () => {
    const reference = await released(immediate)
    await open(reference)
    await read(reference)
    clock.moveOn(80 * hour)
    await glass.takeBack(reference)
    const { data } = await read(reference)
    expect(data).toMatchObject({ results: [], withdrawn: [{ test: sugar.name, because: 'wrong_patient' }] })
    const seen = data.toAcknowledge
    expect(
      (await (await bello())(acknowledgeResults, { ...params(reference), body: { seen } })).httpStatus,
    ).toBe(200)
  })
})

describe('at once', () => {
  test('twenty openings are one, with one entry and one mail', async () => {
    const reference = await released(immediate)
    const asBello = await bello()
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(reference, asBello)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ data }) => data.until)).size).toBe(1)
    expect(await openingsOf(reference)).toHaveLength(1)
    expect(
      await sql`select 1 from audit_entry where what = 'break_glass'
        and order_id = (select id from lab_order where reference = ${reference})`,
    ).toHaveLength(1)
    await until('the mail has come', async () =>
      (await world.mailTo(patient.email)).some(({ subject }) => subject.includes('opened')),
    )
  }, 60_000)

  test('a refusal among openings and readings ends them: after it nothing is read', async () => {
    const reference = await released(immediate)
    await glass.agree(reference)
    const asBello = await bello()
    const answers = await Promise.all([
      glass.withdraw(reference),
      ...Array.from({ length: 10 }, () => open(reference, asBello)),
      ...Array.from({ length: 10 }, () => read(reference, asBello)),
    ])
    for (const { httpStatus } of answers) expect([200, 403, 409]).toContain(httpStatus)
    expect(codeOf(await read(reference))).toBe('403 consent_needed')
    expect(codeOf(await open(reference))).toBe('403 consent_refused')
    expect(await openingsOf(reference)).toEqual([])
  }, 60_000)

  test('a withdrawal of the result and openings: each opening was of a released version', async () => {
    const reference = await released(immediate)
    const asBello = await bello()
    const [, ...answers] = await Promise.all([
      glass.takeBack(reference),
      ...Array.from({ length: 10 }, () => open(reference, asBello)),
    ])
    for (const { httpStatus } of answers) expect([200, 409]).toContain(httpStatus)
    const shown = await read(reference)
    if (shown.httpStatus === 200) expect(shown.data.results).toEqual([])
  }, 60_000)
})

describe('the patient', () => {
  test('sees who opened it, when and why; the mail has neither test, value nor reason', async () => {
    const email = ada.email
    const reference = await released(immediate, { email, name: ada.name })
    const asAda = await world.as(ada)
    await asAda(provePatient, { ...params(reference), body: { answer: bornOn } })
    await open(reference)
    await until('the mail has come', async () =>
      (await world.mailTo(email)).some(({ subject }) => subject.includes('opened')),
    )
    const glassIn = async () =>
      (await asAda(listReaders, params(reference))).data.find(({ role }) => role === 'doctor')
    const [opening] = await openingsOf(reference)
    expect(await glassIn()).toMatchObject({
      ...{ name: 'Dr Bello', times: 0, saved: false },
      breakGlass: [{ ...why, at: opening?.at.toISOString() }],
    })
    await read(reference)
    expect(await glassIn()).toMatchObject({ times: 1, breakGlass: [{ reason: why.reason }] })
    const mail = (await world.mailTo(email)).find(({ subject }) => subject.includes('opened'))
    expect(mail?.text).toContain('What you can do')
    for (const private_ of [sugar.name, immediate, why.reason, 'mmol'])
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(private_)
    expect(codeOf(await (await world.as(chidi))(listReaders, params(reference)))).toBe('404 not_found')
  }, 60_000)

  test('at an unconfirmed address gets a mail without names, and the doctor gets none', async () => {
    const reference = await released(immediate, { name: 'Zikora Tellingname' })
    await open(reference)
    await until('the mail has come', async () =>
      (await world.mailTo(patient.email)).some(({ subject }) => subject.includes('opened')),
    )
    const mail = (await world.mailTo(patient.email)).find(({ subject }) => subject.includes('opened'))
    for (const name of ['Zikora', 'Bello', 'Yaba Lab']) expect(mail?.text).not.toContain(name)
    expect((await world.mailTo(drBello.email)).filter(({ subject }) => subject.includes('opened'))).toEqual(
      [],
    )
  })
})

describe('the inbox', () => {
  test('says that a result needs action now, without test or value; then shows it like others', async () => {
    const reference = await released(immediate)
    const { needsAction } = await inbox()
    const found = needsAction.find((one) => one.reference === reference)
    expect(found).toEqual({
      ...{ reference, patientName: patient.name, lab: 'Yaba Lab', releasedAt: expect.any(String) },
    })
    expect(await itemOf(reference)).toBeUndefined()
    await open(reference)
    expect(await waits(reference)).toBe(false)
    expect(await itemOf(reference)).toMatchObject({ tests: [sugar.name], critical: true, unread: true })
    const { toAcknowledge: seen } = (await read(reference)).data
    expect(
      (await (await bello())(acknowledgeResults, { ...params(reference), body: { seen } })).httpStatus,
    ).toBe(200)
    expect(await itemOf(reference)).toMatchObject({ critical: false, unread: false, acknowledged: true })
    clock.moveOn(73 * hour)
    expect(await itemOf(reference)).toBeUndefined()
    expect(await waits(reference)).toBe(false)
    expect((await status(reference)).data.mayOpen).toBe(true)
  }, 60_000)

  test('has it again after 72 hours if the doctor has not acknowledged it', async () => {
    const reference = await released(immediate)
    await open(reference)
    await read(reference)
    clock.moveOn(73 * hour)
    expect(await waits(reference)).toBe(true)
  })

  test('counts the other tests of the order as private', async () => {
    const reference = await released(immediate, { test: [{ ...fbc }, { ...sugar }] })
    await open(reference)
    expect(await itemOf(reference)).toMatchObject({ keptPrivate: 1 })
  })

  test('a doctor who opened a result and did not acknowledge it is reminded once', async () => {
    const reference = await released(immediate)
    await open(reference)
    clock.moveOn(3 * hour)
    await remindOfCriticalResults({ db: world.db, clock })
    await remindOfCriticalResults({ db: world.db, clock })
    expect(
      await sql`select 1 from result_reminded reminded join report on report.id = reminded.report_id
        join lab_order o on o.id = report.order_id where o.reference = ${reference}`,
    ).toHaveLength(1)
  })
})
