import {
  deleteAccount,
  downloadReport,
  exportOrder,
  giveConsent,
  giveLinkedConsent,
  listConsents,
  listInbox,
  listPatients,
  listReaders,
  listShares,
  makeShare,
  openShare,
  provePatient,
  readingConsentVersion,
  readLinkedConsent,
  readOrder,
  readOwnPeople,
  readResults,
  readTrends,
  withdrawConsent,
  withdrawLinkedConsent,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { readBreaches } from '../src/invariants.ts'
import { createVerifiedAccount } from '../src/modules/accounts/index.ts'
import { consentSignature } from '../src/modules/consents/link.ts'
import { isTheirAddress } from '../src/modules/result-access/index.ts'
import { orderAtBench } from './bench.ts'
import { ada, castPassword, drBello, sola, sugar } from './cast.ts'
import { releaseAll, reportsOf } from './results.ts'
import { buildWorld, type Caller, type Form, until } from './world.ts'

const world = await buildWorld()
const { sql, nobody } = world
await world.work()
const version = readingConsentVersion
const params = (reference: string) => ({ params: { reference } })

/** What a doctor types about a patient. */
type Patient = Pick<Form, 'name' | 'gender' | 'dob'>

/** A family that shares one mailbox and one phone. */
type Family = { readonly email: string; readonly phone: string } & Readonly<
  Record<'husband' | 'wife' | 'child', Patient>
>

let families = 0
function family(): Family {
  families += 1
  return {
    email: `family-${families}@cast.example`,
    phone: `0805000${String(families).padStart(4, '0')}`,
    husband: { name: 'Emeka Okafor', gender: 'Male', dob: '1980-02-01' },
    wife: { name: 'Ngozi Okafor', gender: 'Female', dob: '1984-06-09' },
    child: { name: 'Zara Okafor', gender: 'Female', dob: '2019-03-04' },
  }
}

/** Dr Bello's order for one of a family, with its result out. */
async function ordered(of: Family, patient: Patient): Promise<string> {
  const form = { ...patient, email: of.email, phone: of.phone, test: [{ ...sugar }] }
  const reference = await orderAtBench(world, await world.as(drBello), form)
  await releaseAll(world, reference)
  return reference
}

const linkOf = (reference: string) => ({
  reference,
  signature: consentSignature(world.parts.secret, reference),
})
const yes = async (reference: string, answer = '', sensitive = false) =>
  await nobody(giveLinkedConsent, { body: { ...linkOf(reference), answer, sensitive, version } })

/** The wife's account, of the mailbox that all share. */
async function joined(of: Family) {
  const person = { ...ada, email: of.email, name: of.wife.name, phone: `234${of.phone.slice(1)}` }
  await createVerifiedAccount(world.db, world.parts, {
    ...person,
    password: castPassword,
    address: 'Yaba, Lagos',
  })
  return { asWife: await world.as(person), token: await world.tokenOf(person) }
}

const prove = async (caller: Caller, reference: string, answer: string, bornOn?: string) =>
  await caller(provePatient, { ...params(reference), body: { answer, ...(bornOn && { bornOn }) } })

/** The views in which Dr Bello reads results: which of these orders each one shows. */
async function openToDoctor(references: readonly string[]): Promise<Record<string, string[]>> {
  const asBello = await world.as(drBello)
  const token = await world.tokenOf(drBello)
  const roads: Record<string, string[]> = { screen: [], file: [], fhir: [], order: [], inbox: [], list: [] }
  const inbox = (await asBello(listInbox, { query: {} })).data.items.map(({ reference }) => reference)
  const patients = (await asBello(listPatients, { body: { q: 'okafor' } })).data.patients
  const readable = patients
    .flatMap(({ orders }) => orders)
    .flatMap((one) => (one.readable ? [one.reference] : []))
  for (const reference of references) {
    const [{ id = '' } = {}] = await sql<{ id: string }[]>`select id from report where order_id =
      (select id from lab_order where reference = ${reference})`
    if ((await asBello(readResults, params(reference))).httpStatus === 200) roads.screen?.push(reference)
    if ((await ask(downloadReport.path, reference, token, id)).status === 200) roads.file?.push(reference)
    const bundle = await (await ask(exportOrder.path, reference, token)).text()
    if (bundle.includes('"Observation"')) roads.fhir?.push(reference)
    if ((await asBello(readOrder, params(reference))).data.may.readResults) roads.order?.push(reference)
    if (inbox.includes(reference)) roads.inbox?.push(reference)
    if (readable.includes(reference)) roads.list?.push(reference)
  }
  return roads
}

async function ask(path: string, reference: string, token: string, report = ''): Promise<Response> {
  const address = path.replace(':reference', reference).replace(':report', report)
  return await fetch(`${world.publicUrl}${address}`, { headers: { authorization: `Bearer ${token}` } })
}

const onAllRoads = (references: string[]) => ({
  screen: references,
  file: references,
  fhir: references,
  order: references,
  inbox: references,
  list: references,
})

describe('a consent by mail, to a mailbox that a family shares', () => {
  test('opens the results of its own person, in every view of the doctor, and of no other person', async () => {
    const own = family()
    const [husband, wife, child] = [
      await ordered(own, own.husband),
      await ordered(own, own.wife),
      await ordered(own, own.child),
    ]
    const all = [husband, wife, child]
    expect(await openToDoctor(all)).toEqual(onAllRoads([]))
    expect((await yes(child, own.child.dob)).data.state).toBe('given')
    expect(await openToDoctor(all)).toEqual(onAllRoads([child]))
    expect((await nobody(readLinkedConsent, { body: linkOf(husband) })).data.state).toBe('asked')
    const later = await ordered(own, own.child)
    expect(await openToDoctor([...all, later])).toEqual(onAllRoads([child, later]))
    await yes(wife, own.wife.dob)
    expect((await nobody(withdrawLinkedConsent, { body: linkOf(child) })).data.state).toBe('withdrawn')
    expect(await openToDoctor([...all, later])).toEqual(onAllRoads([wife]))
    expect(await readBreaches(world.db)).toEqual([])
  }, 60_000)

  test('is requested by name, for each person with a mail and a page of their own', async () => {
    const own = family()
    const [husband, child] = [await ordered(own, own.husband), await ordered(own, own.child)]
    const asking = async () =>
      (await world.mailTo(own.email)).filter(({ subject }) => subject === 'A doctor asks to read results')
    await until('both are asked', async () => (await asking()).length === 2)
    const questions = (await asking()).flatMap(({ text }) => text.match(/May a doctor read .*\?/) ?? [])
    expect(questions.toSorted()).toEqual([
      'May a doctor read the results of Emeka Okafor?',
      'May a doctor read the results of Zara Okafor?',
    ])
    for (const [reference, name] of [
      [husband, 'Emeka Okafor'],
      [child, 'Zara Okafor'],
    ] as const)
      expect((await nobody(readLinkedConsent, { body: linkOf(reference) })).data.patient).toBe(name)
  })

  test('needs the date of birth of exactly that person', async () => {
    const own = family()
    const husband = await ordered(own, own.husband)
    expect((await yes(husband, own.child.dob)).code).toBe('not_the_patient')
    expect(await openToDoctor([husband])).toEqual(onAllRoads([]))
  })

  test('given for three at once, twice each, is one consent for each', async () => {
    const own = family()
    const members = [own.husband, own.wife, own.child]
    const orders: [string, string][] = []
    for (const member of members) orders.push([await ordered(own, member), member.dob ?? ''])
    const answers = await Promise.all([...orders, ...orders].map(([reference, dob]) => yes(reference, dob)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(6).fill(200))
    expect(
      await sql`select person from reading_consent where patient_email = ${own.email} and ended is null`,
    ).toHaveLength(3)
  })
})

describe('an account with the mailbox of its family', () => {
  test('reads the results of the person it has proven to be in every view, and of no other person', async () => {
    const own = family()
    const [husband, wife, child] = [
      await ordered(own, own.husband),
      await ordered(own, own.wife),
      await ordered(own, own.child),
    ]
    const again = await ordered(own, own.wife)
    const { asWife, token } = await joined(own)
    for (const reference of [wife, again]) await prove(asWife, reference, own.wife.dob ?? '')
    expect((await prove(asWife, husband, own.wife.dob ?? '')).code).toBe('not_the_patient')
    const reports = await sql<{ id: string; reference: string }[]>`select report.id, o.reference
      from report join lab_order o on o.id = report.order_id where o.patient_email = ${own.email}`
    const reportOf = (reference: string) => reports.find((one) => one.reference === reference)?.id ?? ''
    for (const reference of [husband, child]) {
      for (const endpoint of [readResults, readTrends, listReaders, listShares])
        expect((await asWife(endpoint, params(reference))).code).toBe('patient_unproven')
      expect((await ask(downloadReport.path, reference, token, reportOf(reference))).status).toBe(403)
      expect((await ask(exportOrder.path, reference, token)).status).toBe(403)
      const body = { reports: [reportOf(reference)], lasts: 'day' as const, sensitive: [] }
      expect((await asWife(makeShare, { ...params(reference), body })).code).toBe('patient_unproven')
      // Nor by a link to her own results.
      expect((await asWife(makeShare, { ...params(wife), body })).code).toBe('not_found')
      const consent = { sensitive: true, version }
      expect((await asWife(giveConsent, { ...params(reference), body: consent })).code).toBe(
        'patient_unproven',
      )
    }
    expect((await asWife(readResults, params(wife))).data.patientName).toBe(own.wife.name)
    const { people } = (await asWife(readOwnPeople)).data
    expect(people.map(({ name, orders }) => [name, orders.length])).toEqual([[own.wife.name, 2]])
    const [series] = (await asWife(readTrends, params(again))).data.series
    expect(series?.points.map(({ order }) => order).toSorted()).toEqual([wife, again].toSorted())
    const body = { reports: [reportOf(wife)], lasts: 'day' as const, sensitive: [] }
    const { data: share } = await asWife(makeShare, { ...params(wife), body })
    const opened = await nobody(openShare, {
      params: { token: share.url.split('/shared/')[1] ?? '' },
      body: { passcode: share.passcode },
    })
    expect(opened.data.results.map(({ id }) => id)).toEqual([reportOf(wife)])
    expect((await asWife(listConsents)).data).toMatchObject([
      { patient: own.wife.name, reference: again, orders: [again, wife], state: 'asked' },
    ])
    await asWife(giveConsent, { ...params(wife), body: { sensitive: false, version } })
    expect(await openToDoctor([husband, wife, child, again])).toEqual(onAllRoads([wife, again]))
  }, 60_000)

  test('neither sees nor ends another person’s consent', async () => {
    const own = family()
    const [husband, wife] = [await ordered(own, own.husband), await ordered(own, own.wife)]
    await yes(husband, own.husband.dob)
    const { asWife } = await joined(own)
    expect((await asWife(listConsents)).data).toEqual([])
    await prove(asWife, wife, own.wife.dob ?? '')
    await asWife(giveConsent, { ...params(wife), body: { sensitive: false, version } })
    expect((await asWife(listConsents)).data.map(({ patient }) => patient)).toEqual([own.wife.name])
    await asWife(withdrawConsent, params(wife))
    expect(await openToDoctor([husband, wife])).toEqual(onAllRoads([husband]))
    await asWife(giveConsent, { ...params(wife), body: { sensitive: false, version } })
    await asWife(deleteAccount, { body: { password: castPassword } })
    expect(await openToDoctor([husband, wife])).toEqual(onAllRoads([husband]))
  })

  test('gets full details only of the person it has proven to be', async () => {
    const own = family()
    const [husband, wife, later] = [
      await ordered(own, own.husband),
      await ordered(own, own.wife),
      await ordered(own, own.wife),
    ]
    const { asWife } = await joined(own)
    await prove(asWife, wife, own.wife.dob ?? '')
    const known = async (reference: string) => {
      const [order] = await sql<{ id: number; account_id: number; patient_email: string }[]>`
        select id, account_id, patient_email from lab_order where reference = ${reference}`
      return order && (await isTheirAddress(world.db, order))
    }
    expect([await known(husband), await known(wife), await known(later)]).toEqual([false, true, true])
  })

  test('that books for a relative without naming them reads as the booker and not as the patient', async () => {
    const own = family()
    const { asWife } = await joined(own)
    await sql`update test set sensitive = 'by hand', sensitive_until = null where code = 'fbs'`
    const results = async (patient: Patient) => {
      const form = { ...patient, email: own.email, phone: own.phone, test: [{ ...sugar }] }
      const reference = await orderAtBench(world, asWife, form)
      await releaseAll(world, reference)
      const { results, withheld } = (await asWife(readResults, params(reference))).data
      return [results.length, withheld.length]
    }
    expect(await results(own.husband)).toEqual([0, 1])
    expect(await results({ ...own.wife, name: own.wife.name.toUpperCase() })).toEqual([1, 0])
    await sql`update test set sensitive_until = '-infinity' where code = 'fbs'`
  })
})

describe('an order without a date of birth', () => {
  const unborn = (patient: Patient): Patient => ({ ...patient, dob: '' })

  test('does not open for a relative who shares the mailbox and the phone', async () => {
    const own = family()
    const husband = await ordered(own, unborn(own.husband))
    const { asWife } = await joined(own)
    expect((await yes(husband, own.phone)).httpStatus).toBe(404)
    expect((await nobody(readLinkedConsent, { body: linkOf(husband) })).data).toMatchObject({
      asked: 'account',
      mayGive: false,
    })
    expect(await asWife(readResults, params(husband))).toMatchObject({ data: { asked: 'phone' } })
    expect((await prove(asWife, husband, own.phone)).code).toBe('invalid')
    expect((await prove(asWife, husband, own.phone, '2199-01-01')).code).toBe('invalid')
    expect((await prove(asWife, husband, own.phone, own.husband.dob)).code).toBe('not_the_patient')
    expect((await asWife(readResults, params(husband))).code).toBe('patient_unproven')
    expect(await openToDoctor([husband])).toEqual(onAllRoads([]))
  })

  test('is matched with no other, however alike they are, until its patient has given the date', async () => {
    const own = family()
    const [born, first, second] = [
      await ordered(own, own.wife),
      await ordered(own, unborn(own.wife)),
      await ordered(own, unborn(own.wife)),
    ]
    await yes(born, own.wife.dob)
    expect(await openToDoctor([born, first, second])).toEqual(onAllRoads([born]))
    const listed = async () =>
      (await (await world.as(drBello))(listPatients, { body: { q: 'ngozi' } })).data.patients
        .filter(({ email }) => email === own.email)
        .map(({ orders }) => orders.map(({ reference }) => reference))
    expect(await listed()).toEqual([[second], [first], [born]])
    const { asWife } = await joined(own)
    expect((await prove(asWife, first, own.phone, own.wife.dob)).httpStatus).toBe(200)
    expect((await asWife(readResults, params(first))).httpStatus).toBe(200)
    expect((await asWife(readResults, params(second))).code).toBe('patient_unproven')
    expect(await openToDoctor([born, first, second])).toEqual(onAllRoads([born, first]))
    expect(await listed()).toEqual([[second], [first, born]])
    await prove(asWife, born, own.wife.dob ?? '')
    expect((await asWife(readOwnPeople)).data.people.map(({ orders }) => orders.length)).toEqual([2])
  }, 60_000)

  test('keeps the date given first, also when two are given at once', async () => {
    const own = family()
    const wife = await ordered(own, unborn(own.wife))
    const { asWife } = await joined(own)
    await Promise.all(['1984-06-09', '1985-06-09'].map((bornOn) => prove(asWife, wife, own.phone, bornOn)))
    const stated = await sql`select born_on from stated_birth_date where order_id =
      (select id from lab_order where reference = ${wife})`
    expect(stated).toHaveLength(1)
    expect(world.logged.join('')).not.toContain('1984-06-09')
  })

  test('that was opened with its phone alone before must be proven again', async () => {
    const own = family()
    const wife = await ordered(own, unborn(own.wife))
    const { asWife } = await joined(own)
    await sql`insert into patient_proof (order_id, account_id, at) select o.id, account.id, now()
      from lab_order o join account on account.email = o.patient_email where o.reference = ${wife}`
    expect((await asWife(readResults, params(wife))).code).toBe('patient_unproven')
    expect((await asWife(readOwnPeople)).data.people).toEqual([])
    expect((await asWife(listConsents)).data).toEqual([])
    await prove(asWife, wife, own.phone, own.wife.dob)
    expect((await asWife(readResults, params(wife))).httpStatus).toBe(200)
  })
})

test('the lab sees no earlier value of another person with the same mailbox and phone', async () => {
  const own = family()
  await ordered(own, own.wife)
  const form = { email: own.email, phone: own.phone, test: [{ ...sugar }] }
  const besides = async (patient: Patient) => {
    const reference = await orderAtBench(world, await world.as(drBello), { ...form, ...patient })
    const [report] = await reportsOf(await world.as(sola), reference)
    return report?.analytes.map(({ last }) => last?.value ?? null)
  }
  expect((await besides(own.husband))?.every((value) => value === null)).toBe(true)
  expect((await besides({ ...own.wife, dob: '' }))?.every((value) => value === null)).toBe(true)
  expect((await besides(own.wife))?.some((value) => value !== null)).toBe(true)
})
