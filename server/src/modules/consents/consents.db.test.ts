import {
  askConsentAgain,
  deleteAccount,
  downloadReport,
  exportOrder,
  giveConsent,
  giveLinkedConsent,
  listConsents,
  listPatients,
  listReaders,
  listShares,
  makeShare,
  provePatient,
  readingConsentVersion,
  readLinkedConsent,
  readOrder,
  readResults,
  withdrawConsent,
  withdrawLinkedConsent,
} from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../test/bench.ts'
import { ada, castPassword, chidi, drBello, fbc, femi, ops, sola, sugar } from '../../../test/cast.ts'
import { agree, bookedForAda, bornOn, proveAda, releasedForAda } from '../../../test/doctor-results.ts'
import { releaseAll } from '../../../test/results.ts'
import { book, bookingForm, buildWorld, until } from '../../../test/world.ts'
import { consentSignature } from './link.ts'

const world = await buildWorld()
const { sql, nobody } = world
const day = 24 * 60 * 60 * 1000
const both = { test: [{ ...fbc }, { ...sugar }] }
const version = readingConsentVersion

const params = (reference: string) => ({ params: { reference } })
const readAs = async (person: Parameters<typeof world.as>[0], reference: string) =>
  await (await world.as(person))(readResults, params(reference))

async function fileAs(
  person: Parameters<typeof world.as>[0],
  endpoint: { path: string },
  reference: string,
  report = '',
): Promise<Response> {
  const path = endpoint.path.replace(':reference', reference).replace(':report', report)
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  return await fetch(`${world.publicUrl}${path}`, { headers })
}

async function observationsFor(reference: string): Promise<number> {
  const answer = await fileAs(drBello, exportOrder, reference)
  const { entry } = (await answer.json()) as { entry: { resource: { resourceType: string } }[] }
  return entry.filter(({ resource }) => resource.resourceType === 'Observation').length
}

async function markSensitive(name: string): Promise<void> {
  await sql`update test set sensitive = 'by hand', sensitive_until = null where name = ${name}`
}

beforeEach(async () => {
  const asAda = await world.as(ada)
  for (const { reference } of (await asAda(listConsents)).data)
    await asAda(withdrawConsent, params(reference))
  await sql`update test set sensitive_until = '-infinity' where sensitive = 'by hand'`
})

describe('a doctor who booked', () => {
  test('reads nothing until the patient agrees, and sees only the progress of the order', async () => {
    const reference = await releasedForAda(world)
    const asBello = await world.as(drBello)
    expect(await readAs(drBello, reference)).toMatchObject({ httpStatus: 403, code: 'consent_needed' })
    expect((await asBello(readOrder, params(reference))).data).toMatchObject({
      state: 'results_ready',
      may: { readResults: false },
    })
    expect(await observationsFor(reference)).toBe(0)
    await agree(world, reference)
    expect((await asBello(readOrder, params(reference))).data.may.readResults).toBe(true)
    const { data } = await readAs(drBello, reference)
    expect(data).toMatchObject({ readBy: 'doctor', keptPrivate: 0, acknowledgedAt: null })
    expect(data.results).toHaveLength(1)
    expect(await observationsFor(reference)).toBeGreaterThan(0)
  })

  test('reads earlier and later orders of the patient by one consent, and of no other patient', async () => {
    const before = await releasedForAda(world)
    const others = await releasedForAda(world, { name: 'Chidi Eze', email: chidi.email })
    await agree(world, before)
    const after = await releasedForAda(world)
    expect([
      ...[(await readAs(drBello, before)).httpStatus, (await readAs(drBello, after)).httpStatus],
      (await readAs(drBello, others)).httpStatus,
    ]).toEqual([200, 200, 403])
    const own = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }], email: ada.email })
    await releaseAll(world, own)
    expect((await readAs(drBello, own)).httpStatus).toBe(404)
  })

  test('has no values anywhere once the patient has withdrawn: screen, PDF, FHIR, inbox', async () => {
    const reference = await releasedForAda(world)
    await agree(world, reference)
    const { data } = await readAs(drBello, reference)
    const report = data.results[0]?.id ?? ''
    expect((await fileAs(drBello, downloadReport, reference, report)).status).toBe(200)
    expect((await (await world.as(ada))(withdrawConsent, params(reference))).httpStatus).toBe(200)
    expect((await readAs(drBello, reference)).code).toBe('consent_needed')
    expect((await fileAs(drBello, downloadReport, reference, report)).status).toBe(403)
    expect(await observationsFor(reference)).toBe(0)
    expect((await (await world.as(drBello))(readOrder, params(reference))).data.may.readResults).toBe(false)
  })

  test('neither shares results nor sees who else has read them', async () => {
    const reference = await releasedForAda(world)
    await agree(world, reference)
    const { data } = await readAs(drBello, reference)
    const asBello = await world.as(drBello)
    const body = { reports: data.results.map(({ id }) => id), lasts: 'day' as const }
    expect([
      (await asBello(makeShare, { ...params(reference), body })).httpStatus,
      (await asBello(listShares, params(reference))).httpStatus,
      (await asBello(listReaders, params(reference))).httpStatus,
    ]).toEqual([404, 404, 404])
  })

  test('has sensitive tests only if the patient has agreed to them explicitly', async () => {
    const reference = await releasedForAda(world, both)
    await markSensitive(sugar.name)
    await agree(world, reference)
    const without = (await readAs(drBello, reference)).data
    expect([without.results.map(({ test }) => test), without.keptPrivate]).toEqual([[fbc.name], 1])
    const protectedOne = (await readAs(ada, reference)).data.results.find(({ test }) => test === sugar.name)
    expect((await fileAs(drBello, downloadReport, reference, protectedOne?.id)).status).toBe(404)
    const some = await observationsFor(reference)
    await agree(world, reference, true)
    expect((await readAs(drBello, reference)).data).toMatchObject({ results: [{}, {}], keptPrivate: 0 })
    expect(await observationsFor(reference)).toBeGreaterThan(some)
    expect((await fileAs(drBello, downloadReport, reference, protectedOne?.id)).status).toBe(200)
  })

  test('cannot be their own patient, whatever they type', async () => {
    const reference = await releasedForAda(world, { name: 'Dr Bello', email: drBello.email })
    expect((await readAs(drBello, reference)).code).toBe('consent_needed')
    const asBello = await world.as(drBello)
    const body = { sensitive: true, version }
    expect((await asBello(giveConsent, { ...params(reference), body })).httpStatus).toBe(404)
    const signature = consentSignature(world.parts.secret, reference)
    const linked = await nobody(giveLinkedConsent, {
      body: { reference, signature, answer: bornOn, ...body },
    })
    expect(linked.httpStatus).toBe(404)
    expect((await asBello(listPatients, { body: { q: 'dr bel' } })).data.patients[0]).toMatchObject({
      email: null,
      consent: 'nobody_to_ask',
      askBy: null,
    })
  })
})

describe('a consent', () => {
  test('is the patient’s alone to give and to withdraw', async () => {
    const reference = await releasedForAda(world)
    const body = { sensitive: false, version }
    for (const person of [chidi, drBello, ops, sola, femi]) {
      const asThem = await world.as(person)
      expect((await asThem(giveConsent, { ...params(reference), body })).httpStatus).toBe(404)
      expect((await asThem(withdrawConsent, params(reference))).httpStatus).toBe(404)
    }
    const asAda = await world.as(ada)
    expect((await asAda(giveConsent, { ...params(reference), body })).code).toBe('patient_unproven')
    const unpaid = await book(await world.as(drBello), bookingForm({ email: ada.email, dob: bornOn }))
    expect((await asAda(giveConsent, { ...params(unpaid.order), body })).httpStatus).toBe(404)
    const own = await orderAtBench(world, asAda, { email: ada.email })
    expect((await asAda(giveConsent, { ...params(own), body })).httpStatus).toBe(404)
  })

  test('is to the text that was read, and records which', async () => {
    const reference = await releasedForAda(world)
    await proveAda(world, reference)
    const body = { sensitive: false, version: '2020-01-01' }
    const old = await (await world.as(ada))(giveConsent, { ...params(reference), body })
    expect(old).toMatchObject({ httpStatus: 409, code: 'words_changed' })
    await agree(world, reference)
    const [kept] = await sql`select words_version from reading_consent where ended is null`
    expect(kept?.words_version).toBe(version)
  })

  test('stays as it was given', async () => {
    await agree(world, await releasedForAda(world))
    const change = sql`update reading_consent set person = 'another' where ended is null`
    await expect(change).rejects.toThrow('a consent stays as it was given')
  })

  test('shows the patient when the doctor has read, and among those who have', async () => {
    const reference = await releasedForAda(world, both)
    await agree(world, reference)
    await readAs(drBello, reference)
    const asAda = await world.as(ada)
    const [own] = (await asAda(listConsents)).data
    expect(own).toMatchObject({ doctor: 'Dr Bello', reference, state: 'given', sensitive: false })
    expect(own?.opened[0]).toMatchObject({ results: 2, saved: false })
    expect((await asAda(listReaders, params(reference))).data[0]).toMatchObject({
      role: 'doctor',
      name: 'Dr Bello',
      times: 1,
    })
  })

  test('given by twenty at once is one, and replaced the others', async () => {
    const reference = await releasedForAda(world)
    await proveAda(world, reference)
    const asAda = await world.as(ada)
    const body = { sensitive: false, version }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asAda(giveConsent, { ...params(reference), body })),
    )
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(20).fill(200))
    expect(await sql`select 1 from reading_consent where ended is null`).toHaveLength(1)
  })

  test('withdrawn during twenty readings ends them: each is before it, or is refused', async () => {
    const reference = await releasedForAda(world)
    await agree(world, reference)
    const [asAda, asBello] = [await world.as(ada), await world.as(drBello)]
    const [, ...answers] = await Promise.all([
      asAda(withdrawConsent, params(reference)),
      ...Array.from({ length: 20 }, () => asBello(readResults, params(reference))),
    ])
    for (const { httpStatus } of answers) expect([200, 403]).toContain(httpStatus)
    expect((await asBello(readResults, params(reference))).httpStatus).toBe(403)
    const late =
      await sql`select 1 from result_opened opened join reading_consent consent on consent.id = consent_id
      where opened.at > consent.ended_at`
    expect(late).toHaveLength(0)
  })
})

describe('the link in the mail', () => {
  test('gives and withdraws without an account, and opens for its own order alone', async () => {
    const email = 'mama@cast.example'
    const reference = await releasedForAda(world, { name: 'Mama Obi', email })
    const signature = consentSignature(world.parts.secret, reference)
    const link = { reference, signature }
    expect((await nobody(readLinkedConsent, { body: link })).data).toMatchObject({
      doctor: 'Dr Bello',
      patient: 'Mama Obi',
      state: 'asked',
      mayGive: true,
    })
    const answer = { ...link, answer: bornOn, sensitive: false, version }
    expect((await nobody(giveLinkedConsent, { body: answer })).data.state).toBe('given')
    expect((await readAs(drBello, reference)).httpStatus).toBe(200)
    expect((await nobody(withdrawLinkedConsent, { body: link })).data.state).toBe('withdrawn')
    expect((await readAs(drBello, reference)).httpStatus).toBe(403)
    const other = await bookedForAda(world)
    const wrong = { reference: other, signature }
    for (const asked of [
      nobody(readLinkedConsent, { body: wrong }),
      nobody(giveLinkedConsent, { body: { ...answer, reference: other } }),
      nobody(withdrawLinkedConsent, { body: wrong }),
    ])
      expect((await asked).httpStatus).toBe(404)
    expect(world.logged.join('')).not.toContain(signature)
  })

  test('asks for ninety days, and withdraws for as long as the consent holds', async () => {
    const reference = await releasedForAda(world, { name: 'Mama Obi', email: 'papa@cast.example' })
    const link = { reference, signature: consentSignature(world.parts.secret, reference) }
    const answer = { ...link, answer: bornOn, sensitive: false, version }
    await nobody(giveLinkedConsent, { body: answer })
    world.clock.moveOn(91 * day)
    expect((await nobody(readLinkedConsent, { body: link })).data).toMatchObject({
      state: 'given',
      mayGive: false,
    })
    expect((await nobody(giveLinkedConsent, { body: answer })).httpStatus).toBe(404)
    expect((await nobody(withdrawLinkedConsent, { body: link })).data.state).toBe('withdrawn')
  })

  test('is mailed once when the order is paid, and once more at the doctor’s request', async () => {
    await world.work()
    const email = 'asked@cast.example'
    const reference = await bookedForAda(world, { name: 'Asked Person', email })
    const asking = async () =>
      (await world.mailTo(email)).filter(({ subject }) => /to read results$/.test(subject))
    await until('the patient is asked', async () => (await asking()).length === 1)
    const [mail] = await asking()
    expect(mail?.text).toContain(`/consent#${reference}.${consentSignature(world.parts.secret, reference)}`)
    const asBello = await world.as(drBello)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => asBello(askConsentAgain, params(reference))),
    )
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['not_to_be_asked']))
    await until('they are asked again', async () => (await asking()).length === 2)
    const later = await bookedForAda(world, { name: 'Asked Person', email })
    expect((await asBello(askConsentAgain, params(later))).code).toBe('not_to_be_asked')
    world.clock.moveOn(8 * day)
    const afterAWeek = await world.as(drBello)
    expect((await afterAWeek(askConsentAgain, params(later))).httpStatus).toBe(200)
    expect((await (await world.as(ada))(askConsentAgain, params(later))).httpStatus).toBe(404)
  })

  test('is not mailed again after a withdrawal', async () => {
    const reference = await releasedForAda(world)
    await agree(world, reference)
    await (await world.as(ada))(withdrawConsent, params(reference))
    expect((await (await world.as(drBello))(askConsentAgain, params(reference))).code).toBe('not_to_be_asked')
  })
})

describe('a person who deletes their account', () => {
  test('withdraws their consents', async () => {
    const reference = await releasedForAda(world, { name: 'Chidi Eze', email: chidi.email })
    const asChidi = await world.as(chidi)
    await asChidi(provePatient, { ...params(reference), body: { answer: bornOn } })
    await asChidi(giveConsent, { ...params(reference), body: { sensitive: true, version } })
    expect((await readAs(drBello, reference)).httpStatus).toBe(200)
    expect((await asChidi(deleteAccount, { body: { password: castPassword } })).httpStatus).toBe(200)
    expect((await readAs(drBello, reference)).code).toBe('consent_needed')
    const [ended] = await sql`select ended from reading_consent where patient_email = ${chidi.email}`
    expect(ended?.ended).toBe('account_deleted')
  })
})

describe('a year', () => {
  test('is how long it holds, and not a moment longer', async () => {
    const reference = await releasedForAda(world)
    await agree(world, reference)
    const [{ until: end } = { until: null }] = (await (await world.as(ada))(listConsents)).data
    world.clock.moveOn(new Date(end ?? '').getTime() - world.clock.now().getTime() - 60_000)
    expect((await readAs(drBello, reference)).httpStatus).toBe(200)
    world.clock.moveOn(60_000)
    expect((await readAs(drBello, reference)).code).toBe('consent_needed')
    const [own] = (await (await world.as(ada))(listConsents)).data
    expect(own).toMatchObject({ state: 'expired', sensitive: false, until: end })
    await agree(world, reference)
    expect((await readAs(drBello, reference)).httpStatus).toBe(200)
  })
})
