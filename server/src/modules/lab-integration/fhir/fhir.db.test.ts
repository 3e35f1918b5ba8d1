import {
  cancelOrderFor,
  correctReport,
  enterResults,
  exportOrder,
  giveUpSamples,
  listReaders,
  readLabOrder,
  readResults,
  rejectSample,
  releaseReport,
  verifyReport,
  withdrawConsent,
  withdrawReport,
} from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, chidi, drBello, fbc, femi, ops, sola, sugar, tola } from '../../../../test/cast.ts'
import { agree, bookedForAda } from '../../../../test/doctor-results.ts'
import { schemaErrors } from '../../../../test/fhir/schema.ts'
import { sellAtYaba } from '../../../../test/report-at-bench.ts'
import { plausible, releaseAll, reportsOf } from '../../../../test/results.ts'
import { pay } from '../../../../test/stages.ts'
import { book, bookingForm, buildWorld } from '../../../../test/world.ts'

const world = await buildWorld()
await world.work()
const oneTest = { test: [{ ...sugar }], name: 'Mama Ngozi Obi', dob: '1961-04-12' }

type Resource = { readonly resourceType: string; readonly [field: string]: unknown }
type Entry = { readonly fullUrl: string; readonly resource: Resource }
type Bundle = { readonly identifier: object; readonly entry: readonly Entry[] }
type Person = Parameters<typeof world.tokenOf>[0]

async function ask(person: Person, reference: string): Promise<Response> {
  const path = exportOrder.path.replace(':reference', reference)
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  return await fetch(`${world.publicUrl}${path}`, { headers })
}

async function bundleFor(person: Person, reference: string): Promise<Bundle> {
  const answer = await ask(person, reference)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    ...[200, 'application/fhir+json; charset=utf-8'],
  ])
  const bundle = (await answer.json()) as Bundle
  expect(schemaErrors(bundle)).toEqual([])
  return bundle
}

const ofKind = ({ entry }: Bundle, kind: string) =>
  entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === kind)
const kindsOf = ({ entry }: Bundle) => [...new Set(entry.map(({ resource }) => resource.resourceType))]

describe('an order as FHIR R4', () => {
  test('contains what was ordered, taken and found, in codes that other systems know', async () => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await releaseAll(world, reference)
    const bundle = await bundleFor(ada, reference)
    expect(kindsOf(bundle)).toEqual([
      ...['Patient', 'Organization', 'ServiceRequest', 'Task', 'Specimen', 'DiagnosticReport'],
      'Observation',
    ])
    expect(bundle.identifier).toMatchObject({ value: reference })
    expect(ofKind(bundle, 'Patient')[0]).toMatchObject({ birthDate: '1961-04-12', gender: 'female' })
    expect(ofKind(bundle, 'ServiceRequest')[0]).toMatchObject({ status: 'completed', intent: 'order' })
    const [found] = ofKind(bundle, 'Observation')
    expect(found).toMatchObject({
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org' }] },
      valueQuantity: { value: 6, system: 'http://unitsofmeasure.org', code: 'mmol/L' },
      interpretation: [{ coding: [{ code: 'N' }] }],
    })
  })

  test('gives the same answer each time', async () => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    const [one, again] = [await bundleFor(ada, reference), await bundleFor(ada, reference)]
    expect(one.entry).toEqual(again.entry)
    // The number of the patient is another for each reader.
    const but = ({ entry }: typeof one) => entry.filter(({ resource }) => resource.resourceType !== 'Patient')
    expect(but(one)).toEqual(but(await bundleFor(sola, reference)))
  })

  test('has no result before one is released, nor once the order was cancelled', async () => {
    const asAda = await world.as(ada)
    const { order, payment } = await book(asAda, bookingForm(oneTest))
    expect((await ask(ada, order)).status).toBe(404)
    await pay(world, payment)
    const paid = await bundleFor(ada, order)
    expect(kindsOf(paid)).toEqual(['Patient', 'Organization', 'ServiceRequest', 'Task'])
    expect(ofKind(paid, 'ServiceRequest')[0]).toMatchObject({ status: 'active' })
    const body = { onBehalfOf: 'lab', reason: 'The patient has moved away' } as const
    await (await world.as(ops))(cancelOrderFor, { params: { reference: order }, body })
    const ended = await bundleFor(ada, order)
    expect(ofKind(ended, 'ServiceRequest')[0]).toMatchObject({ status: 'revoked' })
  })

  test('marks a corrected report as corrected', async () => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await releaseAll(world, reference)
    await releaseCorrection(reference, [{ position: 1, value: '4.1' }])
    const bundle = await bundleFor(ada, reference)
    expect(ofKind(bundle, 'DiagnosticReport')).toMatchObject([{ status: 'corrected' }])
    expect(ofKind(bundle, 'Observation')).toMatchObject([
      { status: 'corrected', valueQuantity: { value: 4.1 } },
    ])
  })

  test('says beside a corrected value what each earlier report said, the oldest first', async () => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await releaseAll(world, reference)
    const ownCode = async () =>
      (await (await world.as(ada))(readResults, { params: { reference } })).data.results[0]?.code
    const first = await ownCode()
    await releaseCorrection(reference, [{ position: 1, value: '12.4' }])
    const second = await ownCode()
    await releaseCorrection(reference, [{ position: 1, value: '4.1', comment: 'Measured again' }])
    const [found] = ofKind(await bundleFor(ada, reference), 'Observation')
    expect(found?.note).toMatchObject([
      { text: 'Measured again' },
      { text: expect.stringMatching(new RegExp(`^No longer holds.* ${first}: .*: 6 mmol/L$`)) },
      { text: expect.stringMatching(new RegExp(`^No longer holds.* ${second}: .*: 12.4 mmol/L, High$`)) },
    ])
  })
})

describe('the tasks of an order', () => {
  const task = async (reference: string) => {
    const bundle = await bundleFor(ada, reference)
    const [request] = bundle.entry.filter(({ resource }) => resource.resourceType === 'ServiceRequest')
    const [found, ...others] = ofKind(bundle, 'Task')
    expect(found).toMatchObject({ intent: 'order', focus: { reference: request?.fullUrl } })
    expect(others).toEqual([])
    return found ?? expect.unreachable()
  }

  test('follow it from the payment to the results, one for each request', async () => {
    const { order, payment } = await book(await world.as(ada), bookingForm(oneTest))
    await pay(world, payment)
    const booked = await task(order)
    expect(booked).toMatchObject({ status: 'ready', groupIdentifier: { value: order } })
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    const atBench = await task(reference)
    expect(atBench).toMatchObject({
      status: 'in-progress',
      businessStatus: { text: 'Sample in the laboratory' },
    })
    await releaseAll(world, reference)
    const ready = await task(reference)
    expect(ready).toMatchObject({ id: atBench.id, status: 'completed' })
    expect(String(ready.lastModified) > String(atBench.lastModified)).toBe(true)
    expect(ready.authoredOn).toEqual(atBench.authoredOn)
  })

  test('of a sample that was given up have failed, and stay so when the other results are ready', async () => {
    const test = [{ ...sugar }, { ...fbc }]
    const reference = await orderAtBench(world, await world.as(ada), { ...oneTest, test })
    const tasks = async () => {
      const bundle = await bundleFor(ada, reference)
      const requests = ofKind(bundle, 'ServiceRequest')
      return ofKind(bundle, 'Task').map(({ status, businessStatus, focus }) => {
        const of = requests.find(({ id }) => `urn:uuid:${id}` === Object(focus).reference)
        return [Object(of?.code).text, status, Object(businessStatus).text]
      })
    }
    const specimens = async () =>
      (await (await world.as(sola))(readLabOrder, { params: { reference } })).data.specimens
    const spoilt = (await specimens()).find(({ tests }) => tests.includes(sugar.name)) ?? expect.unreachable()
    const params = { accession: spoilt.accession }
    await (await world.as(sola))(rejectSample, { params, body: { reason: 'haemolysed', note: null } })
    const inLab = 'Sample in the laboratory'
    expect(await tasks()).toEqual([
      [sugar.name, 'ready', 'Sample rejected, another is needed'],
      [fbc.name, 'in-progress', inLab],
    ])
    const accessions = (await specimens()).flatMap(({ accession, state }) =>
      state === 'expected' ? [accession] : [],
    )
    const given = await (await world.as(ada))(giveUpSamples, { params: { reference }, body: { accessions } })
    expect(given).toMatchObject({ httpStatus: 200 })
    expect(await tasks()).toEqual([
      [sugar.name, 'failed', 'Not measured'],
      [fbc.name, 'in-progress', inLab],
    ])
    await releaseAll(world, reference, ({ test: name }) => name === fbc.name)
    expect(await tasks()).toEqual([
      [sugar.name, 'failed', 'Not measured'],
      [fbc.name, 'completed', 'Results ready'],
    ])
  })

  test('are cancelled with the order', async () => {
    const { order, payment } = await book(await world.as(ada), bookingForm(oneTest))
    await pay(world, payment)
    const body = { onBehalfOf: 'lab', reason: 'The patient has moved away' } as const
    await (await world.as(ops))(cancelOrderFor, { params: { reference: order }, body })
    expect(await task(order)).toMatchObject({ status: 'cancelled', businessStatus: { text: 'Cancelled' } })
  })
})

describe('the number of a patient', () => {
  const numberOf = async (reference: string) => {
    const [patient] = ofKind(await bundleFor(sola, reference), 'Patient')
    expect(patient).toMatchObject({ identifier: [{ system: `${world.publicUrl}/patients` }] })
    const identifiers = (patient?.identifier ?? []) as readonly { readonly value: string }[]
    return identifiers[0]?.value ?? expect.unreachable()
  }
  const numberFor = async (person: Person, form: object) =>
    await numberOf(await orderAtBench(world, await world.as(person), { ...oneTest, ...form }))
  const ngozi = { name: 'Ngozi Bello', dob: '1990-01-02', email: 'ngozi@example.com' }

  test('is the same at one lab on each order of one person, no matter who booked it, and tells nothing', async () => {
    const number = await numberFor(ada, ngozi)
    expect(number).toMatch(/^[0-9a-f]{32}$/)
    const same = { ...ngozi, name: 'NGOZI BELLO', email: 'Ngozi@Example.com', phone: '0803 000 0010' }
    expect(await numberFor(drBello, same)).toBe(number)
  })

  test('is another for the doctor than for the lab, so that systems cannot join what they have', async () => {
    const reference = await orderAtBench(world, await world.as(drBello), { ...oneTest, ...ngozi })
    const [patient] = ofKind(await bundleFor(drBello, reference), 'Patient')
    expect(JSON.stringify(patient?.identifier)).not.toContain(await numberOf(reference))
  })

  test('is another for another person', async () => {
    const changes = [
      { dob: '1990-01-03' },
      { name: 'Ngozi Obi' },
      { gender: 'Male' },
      { email: 'n@example.com' },
    ]
    const numbers: string[] = []
    for (const one of [{}, ...changes]) numbers.push(await numberFor(drBello, { ...ngozi, ...one }))
    expect(new Set(numbers).size).toBe(5)
  })

  test('is one of its own without a date of birth, also once the patient has stated the date', async () => {
    const undated = { ...oneTest, ...ngozi, dob: '' }
    const asBello = await world.as(drBello)
    const orders = [await orderAtBench(world, asBello, undated), await orderAtBench(world, asBello, undated)]
    const numbers = async () => await Promise.all(orders.map(numberOf))
    const before = await numbers()
    expect(new Set(before).size).toBe(2)
    await world.sql`insert into stated_birth_date (order_id, born_on, account_id, at)
      select id, ${ngozi.dob}::date, account_id, created_at from lab_order where reference = any(${orders})`
    expect(await numbers()).toEqual(before)
  })
})

describe('codes', () => {
  test('of specimens and choices are beside their words', async () => {
    await sellAtYaba(world, { 'blood-group': 2000 })
    const test = [{ name: 'Blood group (ABO and Rhesus)', amount: 2000 }]
    const reference = await orderAtBench(world, await world.as(ada), { ...oneTest, test })
    await releaseAll(world, reference)
    const bundle = await bundleFor(ada, reference)
    const type = {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/v2-0487', code: 'BLDV', display: 'Blood venous' },
      ],
    }
    expect(ofKind(bundle, 'Specimen')).toMatchObject([{ type: { ...type, text: 'Venous blood' } }])
    const group = { system: 'http://loinc.org', code: 'LA19710-5', display: 'Group A' }
    expect(ofKind(bundle, 'Observation')[0]).toMatchObject({
      code: { text: 'ABO group' },
      valueCodeableConcept: { coding: [group], text: 'A' },
    })
  })
})

/** Enters, verifies and releases the next version of the one report of an order, with these values. */
async function releaseCorrection(
  reference: string,
  values: { position: number; value: string; comment?: string }[],
) {
  const [asSola, asTola] = [await world.as(sola), await world.as(tola)]
  const [report = expect.unreachable()] = await reportsOf(asTola, reference)
  const params = { id: report.id }
  await asTola(correctReport, { params, body: { reason: 'The wrong unit was read' } })
  const seen = async () => (await reportsOf(asSola, reference))[0]?.versions[0]?.enteredAt ?? ''
  await asSola(enterResults, { params, body: { values, basedOn: await seen() } })
  await asTola(verifyReport, { params, body: { seen: await seen() } })
  expect(await asTola(releaseReport, { params, body: { counselledBy: null } })).toMatchObject({
    httpStatus: 200,
  })
}

async function withdrawOnly(reference: string, name?: string): Promise<void> {
  const asTola = await world.as(tola)
  const reports = await reportsOf(asTola, reference)
  const report = reports.find((one) => name === undefined || one.test === name) ?? expect.unreachable()
  const body = {
    number: report.versions[0]?.number ?? 1,
    because: 'wrong_patient',
    note: 'mixed up',
  } as const
  expect(await asTola(withdrawReport, { params: { id: report.id }, body })).toMatchObject({ httpStatus: 200 })
}

const idsOf = (bundle: Bundle, kind: string) => ofKind(bundle, kind).map(({ id }) => id)

describe('a withdrawn report', () => {
  test('is sent with its observations as entered in error, under the same ids and without a value', async () => {
    const reference = await orderAtBench(world, await world.as(ada), { ...oneTest, test: [{ ...fbc }] })
    await releaseAll(world, reference)
    const before = await bundleFor(ada, reference)
    await withdrawOnly(reference)
    for (const person of [ada, sola]) {
      const after = await bundleFor(person, reference)
      for (const kind of ['DiagnosticReport', 'Observation']) {
        expect(idsOf(after, kind)).toEqual(idsOf(before, kind))
        for (const one of ofKind(after, kind)) expect(one).toMatchObject({ status: 'entered-in-error' })
      }
      const result = idsOf(before, 'Observation').map((id) => ({ reference: `urn:uuid:${id}` }))
      expect(ofKind(after, 'DiagnosticReport')).toMatchObject([{ result }])
      expect(
        ofKind(after, 'Observation')
          .flatMap(Object.keys)
          .filter((key) => /^value|interp|Range/.test(key)),
      ).toEqual([])
      expect(JSON.stringify(after)).not.toContain('mixed up')
    }
  })

  test('is sent as corrected once it is replaced, with every value of the new version', async () => {
    const reference = await orderAtBench(world, await world.as(ada), oneTest)
    await releaseAll(world, reference)
    await withdrawOnly(reference)
    await releaseCorrection(reference, [{ position: 1, value: '4.4' }])
    expect(ofKind(await bundleFor(ada, reference), 'Observation')).toMatchObject([
      { status: 'corrected', valueQuantity: { value: 4.4 } },
    ])
  })

  test('takes back the value of a line that the new version leaves empty', async () => {
    const reference = await orderAtBench(world, await world.as(ada), { ...oneTest, test: [{ ...fbc }] })
    await releaseAll(world, reference)
    const before = idsOf(await bundleFor(ada, reference), 'Observation')
    const [report = expect.unreachable()] = await reportsOf(await world.as(tola), reference)
    await withdrawOnly(reference)
    const needed = plausible(report).filter((_, index) => report.analytes[index]?.needed)
    expect(needed.length).toBeLessThan(before.length)
    await releaseCorrection(reference, needed)
    const after = ofKind(await bundleFor(ada, reference), 'Observation')
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(before))
    const held = after.filter(({ status }) => status === 'corrected')
    expect(held).toHaveLength(needed.length)
    expect(after.filter(({ status }) => status === 'entered-in-error')).toHaveLength(
      before.length - needed.length,
    )
    expect(ofKind(await bundleFor(ada, reference), 'DiagnosticReport')).toMatchObject([
      { result: held.map(({ id }) => ({ reference: `urn:uuid:${id}` })) },
    ])
  })

  test('reaches a doctor who had read it even if the consent has ended, and no other doctor', async () => {
    const [seen, unseen] = [await bookedForAda(world), await bookedForAda(world)]
    for (const reference of [seen, unseen]) await releaseAll(world, reference)
    await agree(world, seen)
    const before = await bundleFor(drBello, seen)
    expect(kindsOf(before)).toContain('Observation')
    await (await world.as(ada))(withdrawConsent, { params: { reference: seen } })
    expect(kindsOf(await bundleFor(drBello, seen))).not.toContain('Observation')
    for (const reference of [seen, unseen]) await withdrawOnly(reference)
    const after = await bundleFor(drBello, seen)
    expect(idsOf(after, 'Observation')).toEqual(idsOf(before, 'Observation'))
    expect(ofKind(after, 'Observation')).toMatchObject([{ status: 'entered-in-error' }])
    expect(kindsOf(await bundleFor(drBello, unseen))).not.toContain('DiagnosticReport')
  })

  test('reaches a patient who had read it even if the order was cancelled since', async () => {
    const asAda = await world.as(ada)
    const reference = await orderAtBench(world, asAda, { ...oneTest, test: [{ ...sugar }, { ...fbc }] })
    await releaseAll(world, reference, ({ test: name }) => name === sugar.name)
    const before = await bundleFor(ada, reference)
    const [sample] = await world.sql<{ accession: string }[]>`
      select accession from specimen join lab_order o on o.id = order_id
      where o.reference = ${reference} and container like 'EDTA%'`
    const params = { accession: sample?.accession ?? '' }
    await (await world.as(sola))(rejectSample, { params, body: { reason: 'clotted' } })
    await withdrawOnly(reference, sugar.name)
    const reason = 'The two tubes were mixed up'
    const body = { onBehalfOf: 'lab', refundTo: 'source', reason } as const
    expect(await (await world.as(ops))(cancelOrderFor, { params: { reference }, body })).toMatchObject({
      httpStatus: 200,
    })
    const after = await bundleFor(ada, reference)
    expect(idsOf(after, 'Observation')).toEqual(idsOf(before, 'Observation'))
    expect(ofKind(after, 'Observation')).toMatchObject([{ status: 'entered-in-error' }])
  })
})

describe('who may export it', () => {
  test('its patient and its lab; the doctor who booked gets it without results; others do not find it', async () => {
    const asDoctor = await world.as(drBello)
    const reference = await orderAtBench(world, asDoctor, { ...oneTest, email: 'mama.ngozi@example.com' })
    await releaseAll(world, reference)
    expect(kindsOf(await bundleFor(sola, reference))).toContain('Observation')
    expect(kindsOf(await bundleFor(drBello, reference))).toEqual([
      ...['Patient', 'Organization', 'ServiceRequest', 'Task', 'Specimen'],
    ])
    for (const other of [ada, chidi, femi, ops])
      expect([other.email, (await ask(other, reference)).status]).toEqual([other.email, 404])
  })

  test('each export is recorded, and the patient sees it', async () => {
    const asAda = await world.as(ada)
    const reference = await orderAtBench(world, asAda, oneTest)
    await releaseAll(world, reference)
    await bundleFor(sola, reference)
    await asAda(readResults, { params: { reference } })
    const { data } = await asAda(listReaders, { params: { reference } })
    expect(data).toContainEqual(expect.objectContaining({ role: 'lab', saved: true }))
  })
})
