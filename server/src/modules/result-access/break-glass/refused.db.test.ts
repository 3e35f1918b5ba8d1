import {
  askConsentAgain,
  downloadReport,
  giveConsent,
  listConsents,
  listInbox,
  listPatients,
  provePatient,
  readingConsentVersion,
  readLinkedConsent,
  readOrder,
  withdrawConsent,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { codeOf, glassOf, immediate, patientNo, usual } from '../../../../test/break-glass.ts'
import { castPassword, sugar } from '../../../../test/cast.ts'
import { bookedForAda, bornOn } from '../../../../test/doctor-results.ts'
import { buildWorld, until } from '../../../../test/world.ts'
import { createVerifiedAccount } from '../../accounts/index.ts'
import { consentSignature } from '../../consents/link.ts'

const world = await buildWorld()
await world.work()
const { sql, clock } = world
const glass = glassOf(world)
const { params, bello, open, read, status, release } = glass
const minute = 60 * 1000
const day = 24 * 60 * minute

let people = 0
let patient = patientNo(people, 'refused')
const released = (value: string, changes: object = {}) => glass.released(value, { ...patient, ...changes })
const waits = async (reference: string) => {
  const inbox = await (await bello())(listInbox)
  expect(codeOf(inbox)).toMatch(/^200/)
  return inbox.data.needsAction.some((one) => one.reference === reference)
}
const sayNo = async (reference: string) => {
  const said = await glass.withdraw(reference)
  expect(said.httpStatus).toBe(200)
  return said.data
}
const linked = async (reference: string) => {
  const signature = consentSignature(world.parts.secret, reference)
  return (await world.nobody(readLinkedConsent, { body: { reference, signature } })).data
}
const answersOf = async (email: string) =>
  await sql<{ ended: string | null; given_at: Date }[]>`
    select ended, given_at from reading_consent where patient_email = ${email} order by given_at`

const asking = async () =>
  (await world.mailTo(patient.email)).filter(({ subject }) => /to read results$/.test(subject))
const untilAllAsked = async () =>
  await until('the jobs are done', async () => {
    const waiting = await sql`select 1 from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'mail-consent'`
    return waiting.length === 0
  })

/** The patient of this test, with an account; or another person with their phone. */
async function joined({ name, email }: { name: string; email: string } = patient) {
  const person = { name, email, type: 'user' } as const
  const phone = `234${patient.phone.slice(1).replaceAll(' ', '')}`
  const account = { ...person, phone, password: castPassword, address: 'Yaba, Lagos' }
  await createVerifiedAccount(world.db, world.parts, account)
  return await world.as(person)
}

/** The doctor neither opens nor learns anything, whatever the result says. */
async function expectRefused(reference: string): Promise<void> {
  expect(codeOf(await open(reference))).toBe('403 consent_refused')
  expect((await status(reference)).data.mayOpen).toBe(false)
  expect(await waits(reference)).toBe(false)
  expect(codeOf(await read(reference))).toBe('403 consent_needed')
}

beforeEach(() => {
  // An account reads results sixty times an hour.
  clock.moveOn(61 * minute)
  people += 1
  patient = patientNo(people, 'refused')
})

describe('a patient who has never agreed', () => {
  test('says no by the link of the mail: it is stored, break-glass is refused, and a later yes counts', async () => {
    const reference = await released(immediate)
    expect(await sayNo(reference)).toMatchObject({ state: 'refused', since: null, until: expect.any(String) })
    expect(await linked(reference)).toMatchObject({ state: 'refused', mayGive: true })
    await expectRefused(reference)
    expect((await status(reference)).data.consent).toBe('refused')
    await glass.agree(reference)
    expect((await read(reference)).httpStatus).toBe(200)
    expect((await linked(reference)).state).toBe('given')
  }, 60_000)

  test('says no signed in, sees that it holds, and changes it', async () => {
    const asPatient = await joined()
    const reference = await released(immediate)
    await asPatient(provePatient, { ...params(reference), body: { answer: bornOn } })
    expect((await asPatient(withdrawConsent, params(reference))).httpStatus).toBe(200)
    expect((await asPatient(listConsents)).data).toMatchObject([
      { doctor: 'Dr Bello', reference, state: 'refused', since: null, sensitive: false, mayGive: true },
    ])
    await expectRefused(reference)
    const body = { sensitive: true, version: readingConsentVersion }
    expect((await asPatient(giveConsent, { ...params(reference), body })).httpStatus).toBe(200)
    expect((await asPatient(listConsents)).data[0]?.state).toBe('given')
    expect((await read(reference)).httpStatus).toBe(200)
  }, 60_000)

  test('says no before the result is out, and for what the doctor books later', async () => {
    const first = await bookedForAda(world, patient)
    await sayNo(first)
    await release(first, immediate)
    for (const reference of [first, await released(immediate)]) await expectRefused(reference)
  }, 60_000)

  test('ends what break-glass has opened, at once and by every way', async () => {
    const reference = await released(immediate)
    await open(reference)
    const { results } = (await read(reference)).data
    expect(results).toHaveLength(1)
    await sayNo(reference)
    await expectRefused(reference)
    expect((await glass.fetched(downloadReport, reference, results[0]?.id)).status).toBe(403)
    expect((await (await bello())(readOrder, params(reference))).data.may.readResults).toBe(false)
    const { items } = (await (await bello())(listInbox)).data
    expect(items.some((one) => one.reference === reference)).toBe(false)
  })

  test('says no twice, and it is one answer for good', async () => {
    const reference = await bookedForAda(world, patient)
    await Promise.all(Array.from({ length: 10 }, () => sayNo(reference)))
    expect((await answersOf(patient.email)).map(({ ended }) => ended)).toEqual(['refused'])
  })

  test('is shown to the doctor as one who said no, and is asked no more, also for another order', async () => {
    const reference = await bookedForAda(world, patient)
    await until('the patient is asked', async () => (await asking()).length === 1)
    await sayNo(reference)
    const later = await bookedForAda(world, patient)
    for (const one of [reference, later])
      expect((await (await bello())(askConsentAgain, params(one))).code).toBe('not_to_be_asked')
    const { patients } = (await (await bello())(listPatients, { body: { q: patient.name } })).data
    expect(patients).toMatchObject([{ consent: 'refused', askBy: null, until: null, orderCount: 2 }])
    await untilAllAsked()
    expect(await asking()).toHaveLength(1)
  }, 60_000)

  test('is asked no more for an order without a date of birth, but others at their email are', async () => {
    await sayNo(await bookedForAda(world, { ...patient, dob: '' }))
    await untilAllAsked()
    const before = (await asking()).length
    const again = await bookedForAda(world, { ...patient, dob: '' })
    await untilAllAsked()
    expect(await asking()).toHaveLength(before)
    expect((await (await bello())(askConsentAgain, params(again))).code).toBe('not_to_be_asked')
    await bookedForAda(world, { ...patient, name: 'Quite Different', dob: '' })
    await untilAllAsked()
    expect(await asking()).toHaveLength(before + 1)
  }, 60_000)

  test('without a date of birth on the order: the no holds after they have stated the date', async () => {
    const asPatient = await joined()
    const reference = await released(immediate, { dob: '' })
    expect((await sayNo(reference)).state).toBe('refused')
    await expectRefused(reference)
    const body = { answer: patient.phone, bornOn }
    expect((await asPatient(provePatient, { ...params(reference), body })).httpStatus).toBe(200)
    await expectRefused(reference)
    expect((await asPatient(listConsents)).data).toMatchObject([{ reference, state: 'refused' }])
    const agreed = { sensitive: false, version: readingConsentVersion }
    await asPatient(giveConsent, { ...params(reference), body: agreed })
    expect((await asPatient(listConsents)).data[0]?.state).toBe('given')
    expect((await read(reference)).httpStatus).toBe(200)
  }, 60_000)

  test('without a date of birth on the order: the no ends an older consent once they have stated the date', async () => {
    const asPatient = await joined()
    const first = await released(usual)
    await glass.agree(first)
    expect((await read(first)).httpStatus).toBe(200)
    clock.moveOn(1000)
    const second = await released(usual, { dob: '' })
    await sayNo(second)
    clock.moveOn(1000)
    const body = { answer: patient.phone, bornOn }
    expect((await asPatient(provePatient, { ...params(second), body })).httpStatus).toBe(200)
    await asPatient(provePatient, { ...params(first), body: { answer: bornOn } })
    expect((await asPatient(listConsents)).data).toMatchObject([{ state: 'refused' }])
    for (const reference of [first, second]) expect(codeOf(await read(reference))).toBe('403 consent_needed')
    const { items } = (await (await bello())(listInbox)).data
    expect(items.some(({ reference }) => reference === first || reference === second)).toBe(false)
    expect((await answersOf(patient.email)).map(({ ended }) => ended)).toEqual(['withdrawn', 'refused'])
    clock.moveOn(1000)
    await glass.agree(first)
    for (const reference of [first, second]) expect((await read(reference)).httpStatus).toBe(200)
  }, 60_000)

  test('without a date of birth on the order: a consent since the no holds after they have stated the date', async () => {
    const asPatient = await joined()
    const unclear = await released(usual, { dob: '' })
    await sayNo(unclear)
    clock.moveOn(1000)
    const reference = await released(usual)
    await glass.agree(reference)
    clock.moveOn(1000)
    const body = { answer: patient.phone, bornOn }
    expect((await asPatient(provePatient, { ...params(unclear), body })).httpStatus).toBe(200)
    for (const one of [unclear, reference]) expect((await read(one)).httpStatus).toBe(200)
  }, 60_000)

  test('without a date of birth on the order: a yes after they have stated the date lifts the no', async () => {
    const asPatient = await joined()
    const first = await released(usual, { dob: '' })
    await sayNo(first)
    clock.moveOn(1000)
    const body = { answer: patient.phone, bornOn }
    await asPatient(provePatient, { ...params(first), body })
    const agreed = { sensitive: false, version: readingConsentVersion }
    expect((await asPatient(giveConsent, { ...params(first), body: agreed })).httpStatus).toBe(200)
    const again = await released(immediate, { dob: '' })
    expect((await open(again)).httpStatus).toBe(200)
    clock.moveOn(1000)
    await asPatient(withdrawConsent, params(first))
    await expectRefused(again)
  }, 60_000)
})

describe('a refusal holds for a patient whom the doctor books in another way', () => {
  const others = { phone: '0807 000 0001', email: '', dob: '' }
  test.each([
    ['with the name alone', () => ({ ...patient, ...others })],
    [
      'with a title, and the names in another order',
      () => ({
        ...{ ...patient, ...others },
        name: `Mrs. ${patient.name.split(' ').reverse().join(' ')}`,
      }),
    ],
    ['with the phone alone', () => ({ ...others, name: 'Quite Different', phone: patient.phone })],
    ['with the email alone', () => ({ ...others, name: 'Quite Different', email: patient.email })],
    [
      'with the same birth date and another spelling',
      () => ({
        ...{ ...others, dob: bornOn },
        name: `${patient.name}h`,
      }),
    ],
  ])(
    '%s',
    async (_, form) => {
      const before = await glass.released(immediate, form())
      expect((await open(before)).httpStatus).toBe(200)
      await sayNo(await bookedForAda(world, patient))
      for (const reference of [before, await glass.released(immediate, form())])
        await expectRefused(reference)
      const harmless = await glass.released(usual, form())
      await expectRefused(harmless)
    },
    60_000,
  )

  test('with the phone of any order of theirs, not only of the one by which they answered', async () => {
    const phone = '0807 000 0002'
    await bookedForAda(world, { ...patient, phone })
    await sayNo(await bookedForAda(world, patient))
    await expectRefused(await glass.released(immediate, { ...others, name: 'Quite Different', phone }))
  })

  test('with another spelling, and the birth date that the patient stated for the order of the no', async () => {
    const asPatient = await joined()
    const refused = await released(usual, { dob: '' })
    await sayNo(refused)
    const body = { answer: patient.phone, bornOn }
    expect((await asPatient(provePatient, { ...params(refused), body })).httpStatus).toBe(200)
    await expectRefused(await glass.released(immediate, { ...others, dob: bornOn, name: `${patient.name}h` }))
  }, 60_000)

  test('with another spelling, and the birth date that the patient stated for this order', async () => {
    await sayNo(await bookedForAda(world, patient))
    const email = `respelt-${people}@cast.example`
    const reference = await glass.released(immediate, { ...others, email, name: `${patient.name}h` })
    const asPatient = await joined({ name: `${patient.name}h`, email })
    const body = { answer: others.phone, bornOn }
    expect((await asPatient(provePatient, { ...params(reference), body })).httpStatus).toBe(200)
    await expectRefused(reference)
  }, 60_000)

  test('until they let the doctor read: then their own orders are as those of others', async () => {
    const first = await bookedForAda(world, patient)
    await sayNo(first)
    const other = { ...others, name: patient.name, phone: patient.phone }
    const reference = await glass.released(immediate, other)
    await expectRefused(reference)
    clock.moveOn(1000)
    await glass.agree(first)
    expect((await open(reference)).httpStatus).toBe(200)
  })

  test('and not for another patient, nor for another doctor', async () => {
    await sayNo(await bookedForAda(world, patient))
    const stranger = await glass.released(immediate, patientNo(people + 100, 'stranger'))
    expect((await open(stranger)).httpStatus).toBe(200)
    const other = await glass.doctor(people, true)
    const form = { ...patient, dob: bornOn, test: [{ ...sugar }] }
    const reference = await orderAtBench(world, await other.as(), form)
    await release(reference, immediate)
    expect((await open(reference, await other.as())).httpStatus).toBe(200)
  })

  test('a namesake who has let the doctor read since is believed', async () => {
    await sayNo(await bookedForAda(world, patient))
    clock.moveOn(1000)
    const namesake = { ...patient, email: `namesake-${people}@cast.example`, phone: '0807 000 0003' }
    const reference = await glass.released(immediate, namesake)
    await expectRefused(reference)
    await glass.agree(reference)
    expect((await status(reference)).data.consent).toBe('given')
    expect((await read(reference)).httpStatus).toBe(200)
  })
})

describe('at the same moment', () => {
  test.each([
    ['of this order', () => ({ ...patient })],
    ['of an order without an email', () => ({ ...patient, email: '', dob: '' })],
  ])(
    'a refusal among openings and readings %s ends them: none is later',
    async (_, form) => {
      const refused = await bookedForAda(world, patient)
      const reference = await glass.released(immediate, form())
      const asBello = await bello()
      await open(reference, asBello)
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => read(reference, asBello)),
        glass.withdraw(refused),
        ...Array.from({ length: 8 }, () => open(reference, asBello)),
        ...Array.from({ length: 8 }, () => read(reference, asBello)),
      ])
      // On a slow machine some are asked to come again (503).
      for (const { httpStatus } of answers) expect([200, 403, 503]).toContain(httpStatus)
      expect((await sayNo(refused)).state).toBe('refused')
      await expectRefused(reference)
      const [refusal] = await answersOf(patient.email)
      const late = await sql`
      select 1 from result_opened opened join report on report.id = opened.report_id
        join lab_order o on o.id = report.order_id
      where o.reference = ${reference} and opened.reader = 'doctor' and opened.at > ${refusal?.given_at ?? null}`
      expect(late).toEqual([])
    },
    60_000,
  )

  test('a no and a yes: the one that was given later counts', async () => {
    const reference = await released(immediate)
    await Promise.all([
      ...Array.from({ length: 5 }, () => glass.withdraw(reference)),
      ...Array.from({ length: 5 }, () => glass.agree(reference)),
    ])
    const { state } = await linked(reference)
    const answers = await answersOf(patient.email)
    expect(answers.filter(({ ended }) => ended === null)).toHaveLength(state === 'given' ? 1 : 0)
    expect((await read(reference)).httpStatus).toBe(state === 'given' ? 200 : 403)
  })
})

/** Last, as a year goes by. */
describe('a patient whose consent is over', () => {
  test.each([
    [
      'as the doctor was suspended',
      async () =>
        await sql`update reading_consent set ended = 'doctor_suspended', ended_at = now() + interval '3 years'
        where patient_email = ${patient.email}`,
      'refused',
    ],
    ['by its year', async () => clock.moveOn(366 * day), 'withdrawn'],
  ] as const)('%s: says no like one who never agreed', async (_, end, state) => {
    const reference = await bookedForAda(world, patient)
    await glass.agree(reference)
    await end()
    await release(reference, immediate)
    expect((await status(reference)).data).toMatchObject({ mayOpen: true, consent: 'expired' })
    expect((await sayNo(reference)).state).toBe(state)
    await expectRefused(reference)
  })
})
