import {
  deleteAccount,
  giveConsent,
  giveLinkedConsent,
  listConsents,
  provePatient,
  readingConsentVersion,
  readLinkedConsent,
  readResults,
  withdrawConsent,
  withdrawLinkedConsent,
} from '@labalaba/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { ada, castPassword, drBello, sugar } from '../../../test/cast.ts'
import { agree, bornOn, releasedForAda } from '../../../test/doctor-results.ts'
import { buildWorld } from '../../../test/world.ts'
import { type Device, newDevice } from '../../infra/http/device.ts'
import { readBreaches } from '../../invariants.ts'
import { createVerifiedAccount } from '../accounts/index.ts'
import { consentSignature } from './link.ts'

const world = await buildWorld()
const { sql, nobody } = world
const version = readingConsentVersion
const params = (reference: string) => ({ params: { reference } })
const minute = 60 * 1000
let people = 0

const linkOf = (reference: string) => ({
  reference,
  signature: consentSignature(world.parts.secret, reference),
})
const giveBy = async (reference: string, answer: string) =>
  await nobody(giveLinkedConsent, { body: { ...linkOf(reference), answer, sensitive: true, version } })
const consentsOf = async (email: string) =>
  await sql`select ended from reading_consent where patient_email = ${email}`
const doctorReads = async (reference: string) =>
  await (await world.as(drBello))(readResults, params(reference))

/** A new user with a confirmed email, signed in. */
async function joinedAs(email: string, name: string = ada.name) {
  const person = { ...ada, name, email, phone: `23480412345${String(people).padStart(2, '0')}` }
  people += 1
  await createVerifiedAccount(world.db, world.parts, {
    ...person,
    password: castPassword,
    address: 'Yaba, Lagos',
  })
  return await world.as(person)
}

/** An order for a new patient, whose mail may be misdirected. */
async function released(changes: Record<string, unknown> = {}) {
  people += 1
  const email = `proven-${people}@cast.example`
  return { email, reference: await releasedForAda(world, { email, ...changes }) }
}

afterEach(async () => {
  await sql`update account set state = 'active' where email = ${drBello.email} and state = 'suspended'`
})

describe('the reader of a misdirected mail', () => {
  test('cannot give consent without the patient’s date of birth, and must wait after five wrong ones, even with the right one', async () => {
    const { email, reference } = await released()
    for (let tried = 0; tried < 5; tried += 1)
      expect((await giveBy(reference, '1985-03-28')).code).toBe('not_the_patient')
    expect((await giveBy(reference, bornOn)).code).toBe('too_many')
    expect(await consentsOf(email)).toHaveLength(0)
    expect((await doctorReads(reference)).code).toBe('consent_needed')
    expect((await nobody(readLinkedConsent, { body: linkOf(reference) })).data.state).toBe('asked')
    world.clock.moveOn(61 * minute)
    expect((await giveBy(reference, bornOn)).data.state).toBe('given')
  })

  test('has five wrong answers among fifty concurrent ones, by the link and signed in together', async () => {
    const { reference } = await released({ email: ada.email })
    const asAda = await world.as(ada)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? giveBy(reference, '1999-01-01')
          : asAda(provePatient, { ...params(reference), body: { answer: '1999-01-01' } }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'not_the_patient')).toHaveLength(5)
    const tried = await sql`select 1 from audit_entry where what = 'patient_refused'
      and order_id = (select id from lab_order where reference = ${reference})`
    expect(tried).toHaveLength(5)
  })

  test('is shut out after fifteen, and each answer is written down', async () => {
    const { email, reference } = await released()
    for (let tried = 0; tried < 15; tried += 1) {
      await giveBy(reference, '1985-03-28')
      if (tried % 5 === 4) world.clock.moveOn(61 * minute)
    }
    expect((await giveBy(reference, bornOn)).code).toBe('proof_closed')
    expect(await consentsOf(email)).toHaveLength(0)
    expect(await readBreaches(world.db)).toEqual([])
  })

  test('cannot give consent if the booking has no date of birth, even with its phone', async () => {
    const { reference } = await released({ dob: '' })
    const { data } = await nobody(readLinkedConsent, { body: linkOf(reference) })
    expect(data).toMatchObject({ asked: 'account', mayGive: false })
    const [order] = await sql`select patient_phone from lab_order where reference = ${reference}`
    expect((await giveBy(reference, String(order?.patient_phone))).httpStatus).toBe(404)
    expect((await doctorReads(reference)).code).toBe('consent_needed')
  })

  test('with an account of that email too, finds no doctor of an order until they prove to be its patient', async () => {
    const stranger = await joinedAs('stranger@cast.example')
    const { reference } = await released({ email: 'stranger@cast.example' })
    expect((await stranger(listConsents)).data).toEqual([])
    const body = { sensitive: false, version }
    expect((await stranger(giveConsent, { ...params(reference), body })).code).toBe('patient_unproven')
  })
})

describe('a twin with access to the family’s mailbox', () => {
  test('reads nothing and gives no consent with an account of their own name', async () => {
    const twin = await joinedAs('family@cast.example', 'Taiwo Adeleke')
    const { reference } = await released({ email: 'family@cast.example', name: 'Kehinde Adeleke' })
    const answer = { ...params(reference), body: { answer: bornOn } }
    const refused = await twin(provePatient, answer)
    expect(refused).toMatchObject({ httpStatus: 400, code: 'not_the_patient' })
    expect(refused.message).toContain('the name of your account')
    expect((await twin(readResults, params(reference))).code).toBe('patient_unproven')
    const body = { sensitive: false, version }
    expect((await twin(giveConsent, { ...params(reference), body })).code).toBe('patient_unproven')
  })
})

describe('a doctor who tries to agree for the patient', () => {
  test('gets no consent for another address of their own mailbox, nor for their own phone', async () => {
    for (const own of [{ email: 'Bello+patient@cast.example' }, { phone: drBello.phone }]) {
      const { reference } = await released(own)
      expect((await giveBy(reference, bornOn)).httpStatus).toBe(404)
      expect((await doctorReads(reference)).code).toBe('consent_needed')
    }
  })

  test('is refused in a browser in which they have logged in', async () => {
    const { reference } = await released()
    const [doctors, patients] = [newDevice(), newDevice()]
    await sql`insert into account_device (account_id, device_hash, browser, first_at, last_at)
      select id, ${doctors.hash}, 'Chrome on Android', now(), now() from account where email = ${drBello.email}`
    const give = async ({ token }: Device) => {
      const answer = await fetch(`${world.publicUrl}${giveLinkedConsent.path}`, {
        method: giveLinkedConsent.method,
        headers: { 'content-type': 'application/json', cookie: `device=${token}` },
        body: JSON.stringify({ ...linkOf(reference), answer: bornOn, sensitive: true, version }),
      })
      const { code, data } = JSON.parse(await answer.text())
      return { status: answer.status, code, state: data?.state }
    }
    expect(await give(doctors)).toMatchObject({ status: 403, code: 'doctors_browser' })
    expect((await doctorReads(reference)).code).toBe('consent_needed')
    expect(await give(patients)).toMatchObject({ status: 200, state: 'given' })
  })
})

describe('the doctors of a patient', () => {
  test('have only the orders whose patient has proven their identity, including by mail', async () => {
    const asked = await joinedAs('answered@cast.example')
    const first = await released({ email: 'answered@cast.example' })
    expect((await giveBy(first.reference, bornOn)).data.state).toBe('given')
    const later = await released({ email: 'answered@cast.example' })
    expect((await asked(listConsents)).data).toEqual([])
    await asked(provePatient, { ...params(later.reference), body: { answer: bornOn } })
    expect((await asked(listConsents)).data).toMatchObject([
      {
        patient: ada.name,
        reference: later.reference,
        orders: [later.reference],
        state: 'given',
        sensitive: true,
        mayGive: true,
      },
    ])
    expect((await asked(withdrawConsent, params(first.reference))).httpStatus).toBe(200)
    expect((await doctorReads(later.reference)).code).toBe('consent_needed')
  })
})

describe('a suspended doctor', () => {
  test('gets no new consent, and existing ones can be withdrawn', async () => {
    const { reference } = await released({ email: ada.email })
    await agree(world, reference)
    const [asAda, asBello] = [await world.as(ada), await world.as(drBello)]
    await sql`update account set state = 'suspended' where email = ${drBello.email}`
    expect((await asBello(readResults, params(reference))).httpStatus).toBe(401)
    const body = { sensitive: true, version }
    expect((await asAda(giveConsent, { ...params(reference), body })).httpStatus).toBe(404)
    expect((await giveBy(reference, bornOn)).httpStatus).toBe(404)
    expect((await nobody(readLinkedConsent, { body: linkOf(reference) })).data.mayGive).toBe(false)
    expect((await asAda(listConsents)).data[0]).toMatchObject({ state: 'given', mayGive: false })
    expect((await nobody(withdrawLinkedConsent, { body: linkOf(reference) })).data.state).toBe('withdrawn')
  })
})

describe('a consent given while its account is deleted', () => {
  test('is given before and then withdrawn, or is refused: no consent of a deleted account is in force', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 10; round += 1) {
      const email = `leaves-${round}@cast.example`
      const them = await joinedAs(email)
      const { reference } = await released({ email, test: [{ ...sugar }] })
      await them(provePatient, { ...params(reference), body: { answer: bornOn } })
      const body = { sensitive: false, version }
      const [, given] = await Promise.all([
        them(deleteAccount, { body: { password: castPassword } }),
        them(giveConsent, { ...params(reference), body }),
      ])
      outcomes.add(given.httpStatus)
      expect(
        await sql`select 1 from reading_consent where patient_email = ${email} and ended is null`,
      ).toEqual([])
    }
    // Refused before the deletion was seen, or after: the session is over, or the order is no longer theirs.
    for (const status of outcomes) expect([200, 401, 404]).toContain(status)
  }, 60_000)
})
