import {
  correctReport,
  enterResults,
  exportOrder,
  type LabReport,
  listWorklist,
  notMeasuredWords,
  readResults,
  releaseReport,
  verifyReport,
} from '@labalaba/contract'
import { describe, expect, test, vi } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, semen, sola, sugar, tola } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, glucose, keyOf, post } from '../../../../test/deliveries.ts'
import { schemaErrors } from '../../../../test/fhir/schema.ts'
import { attachTo, pdfOf } from '../../../../test/pdf.ts'
import { plausible, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// The process that rewrites a file steps behind all others: on a busy machine it may take ten times as long.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
const { sql } = world
const [asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])

const man = { test: [{ ...semen }], name: 'Musa Obi', gender: 'Male', dob: '1988-02-14' } as const
const volume = [{ position: 1, value: '2.5' }]

async function atBench(form: Partial<Form> = { ...man, test: [{ ...semen }] }) {
  const reference = await orderAtBench(world, asAda, form)
  return { reference, id: (await only(reference)).id }
}

async function only(reference: string, caller: Caller = asSola): Promise<LabReport> {
  return (await reportsOf(caller, reference))[0] ?? expect.unreachable()
}

const seenOf = async (reference: string) => (await only(reference)).versions[0]?.enteredAt ?? null

type Typed = readonly { readonly position: number; readonly value: string }[]

async function enter(reference: string, values: Typed) {
  const { id } = await only(reference)
  const body = { values: [...values], basedOn: await seenOf(reference) }
  expect(await asSola(enterResults, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
}

async function verify(reference: string) {
  const { id } = await only(reference)
  return await asTola(verifyReport, { params: { id }, body: { seen: (await seenOf(reference)) ?? '' } })
}

async function release(reference: string) {
  const { id } = await only(reference)
  return await asTola(releaseReport, { params: { id }, body: { counselledBy: null } })
}

/** Every value of a report; those with these names are not measured. */
function all(report: LabReport, ...absent: readonly string[]): Typed {
  return plausible(report).map(({ position, value }) => {
    const isAbsent = absent.includes(report.analytes.find((line) => line.position === position)?.name ?? '')
    return { position, value: isAbsent ? notMeasuredWords('insufficient_specimen') : value }
  })
}

describe('a report with missing lines', () => {
  test('of semen with a volume alone is saved as a draft, and cannot be verified', async () => {
    const { reference } = await atBench()
    await enter(reference, volume)
    const missing = ['Liquefaction', 'pH', 'Sperm concentration', 'Total motility', 'Progressive motility']
    const report = await only(reference, asTola)
    expect(report.missing).toEqual([...missing, 'Normal forms', 'White cells'])
    expect(report.may).toEqual(['verify_preliminary'])
    const refused = await verify(reference)
    expect(refused).toMatchObject({ httpStatus: 409, code: 'values_missing' })
    expect(Object.keys(refused.fields ?? {})).toEqual(['2', '3', '4', '6', '7', '9', '10'])
    expect(await release(reference)).toMatchObject({ code: 'wrong_state' })
    const { data } = await asSola(listWorklist, { body: { q: reference } })
    expect(data[0]?.results).toEqual({ toEnter: 1, toVerify: 0, toRelease: 0 })
  })

  test('misses nothing before something is entered, and is verified once every needed line has a value', async () => {
    const { reference } = await atBench()
    expect((await only(reference)).missing).toEqual([])
    const report = await only(reference)
    // Neither the comment nor a value that follows from others is needed.
    await enter(
      reference,
      all(report).filter(({ position }) => ![5, 8, 11].includes(position)),
    )
    expect(await only(reference, asTola)).toMatchObject({
      missing: [],
      may: ['verify', 'verify_preliminary'],
    })
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
    expect(await release(reference)).toMatchObject({ httpStatus: 200 })
  })

  test('may have a PDF of the lab’s own in the place of values, or beside some of them', async () => {
    const { reference, id } = await atBench()
    await enter(reference, volume)
    const attached = await attachTo(asSola, id, pdfOf({ pages: 1 }), await seenOf(reference))
    expect(attached).toMatchObject({ httpStatus: 200 })
    expect(await only(reference, asTola)).toMatchObject({
      missing: [],
      may: ['verify', 'verify_preliminary'],
    })
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
  })

  test('that a lab’s system delivered is filled in, and cannot be verified after a person saved it so', async () => {
    const key = await keyOf(world)
    const { reference } = await atBench({ test: [{ ...fbc }] })
    const [accession = ''] = await accessionsOf(world, reference)
    const haemoglobin = amount('718-7', 13.5, 'g/dL')
    expect((await post(world, key, bundleOf({ accession, values: [haemoglobin] }))).status).toBe(200)
    const filled = await only(reference)
    expect(filled.versions[0]?.values).toMatchObject([{ name: 'Haemoglobin', value: '13.5' }])
    expect(filled.missing).toContain('Platelets')
    expect(filled.missing).not.toContain('Haemoglobin')
    await enter(reference, [{ position: 3, value: '13.5' }])
    expect(await verify(reference)).toMatchObject({ code: 'values_missing' })
    await enter(reference, all(filled))
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
    // A test with one line is whole with it.
    const { reference: other } = await atBench({ test: [{ ...sugar }] })
    const [second = ''] = await accessionsOf(world, other)
    await post(world, key, bundleOf({ accession: second, values: [glucose()] }))
    expect(await only(other)).toMatchObject({ missing: [] })
  })

  test('is completed when it is corrected, also if it was released with fewer lines', async () => {
    const { reference } = await atBench()
    await sql`update analyte set needed = false where name = 'Normal forms'`
    const report = await only(reference)
    const fewer = all(report).filter(({ position }) => position !== 9)
    await enter(reference, fewer)
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
    expect(await release(reference)).toMatchObject({ httpStatus: 200 })
    await sql`update analyte set needed = true where name = 'Normal forms'`
    expect((await only(reference)).missing).toEqual([])
    await asTola(correctReport, { params: { id: report.id }, body: { reason: 'The volume was misread' } })
    expect((await only(reference)).missing).toEqual(['Normal forms'])
    await enter(reference, fewer)
    expect(await verify(reference)).toMatchObject({
      code: 'values_missing',
      fields: { 9: expect.any(String) },
    })
    await enter(reference, all(report))
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
  })

  test('misses a line that the catalogue got after it was entered', async () => {
    const { reference } = await atBench()
    await enter(reference, all(await only(reference)))
    await sql`insert into analyte (test_id, position, name, kind, choices, needed, to_be_confirmed)
      select test_id, 12, 'Agglutination', 'choice', '{None,Seen}', true, false from analyte where name = 'Liquefaction'`
    expect(await verify(reference)).toMatchObject({ code: 'values_missing' })
    expect(await only(reference)).toMatchObject({ missing: ['Agglutination'], may: ['enter'] })
    await sql`update analyte set active = false where name = 'Agglutination'`
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
  })
})

describe('a line that was not measured', () => {
  test('has a reason in the place of a value, which every reader sees, and nothing that judges it', async () => {
    const { reference } = await atBench({ test: [{ ...fbc }], name: 'Mama Ngozi Obi', dob: '1961-04-12' })
    await enter(reference, all(await only(reference), 'Platelets'))
    const [stored] = await sql`select value, amount, not_measured, unit, low, flag from result_value
      where report_id = ${(await only(reference)).id} and name = 'Platelets'`
    const absent = { value: null, amount: null, unit: null, low: null, flag: null }
    expect(stored).toEqual({ ...absent, not_measured: 'insufficient_specimen' })
    expect(await only(reference, asTola)).toMatchObject({
      missing: [],
      may: ['verify', 'verify_preliminary'],
    })
    expect(await verify(reference)).toMatchObject({ httpStatus: 200 })
    expect(await release(reference)).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, { params: { reference } })
    expect(data.results[0]?.values.find(({ name }) => name === 'Platelets')).toMatchObject({
      ...{ value: 'Not measured: not enough specimen', notMeasured: 'insufficient_specimen' },
      ...{ unit: null, low: null, high: null, flag: null, tier: null, basis: null },
    })
    const bundle = await exported(reference)
    expect(schemaErrors(bundle)).toEqual([])
    const sent = bundle.entry.find(({ resource }) => resource.code?.text === 'Platelets')?.resource
    expect(sent).toMatchObject({
      resourceType: 'Observation',
      dataAbsentReason: {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
            code: 'not-performed',
          },
        ],
        text: 'Not measured: not enough specimen',
      },
    })
    expect(Object.keys(sent ?? {}).filter((key) => /^value|interp|Range/.test(key))).toEqual([])
  })

  test('is not the previous value of the next order, and stays as it is in a correction', async () => {
    const form = { test: [{ ...sugar }], name: 'Kemi Obi', dob: '1971-03-02' }
    const first = await atBench(form)
    await enter(first.reference, [{ position: 1, value: notMeasuredWords('unsuitable_specimen') }])
    expect(await verify(first.reference)).toMatchObject({ httpStatus: 200 })
    expect(await release(first.reference)).toMatchObject({ httpStatus: 200 })
    world.clock.moveOn(60_000)
    const next = await atBench(form)
    expect((await only(next.reference)).analytes[0]?.last).toBeNull()
    await asTola(correctReport, { params: { id: first.id }, body: { reason: 'Another reason was meant' } })
    const begun = (await only(first.reference)).versions[0]
    expect(begun).toMatchObject({ state: 'draft', values: [{ notMeasured: 'unsuitable_specimen' }] })
  })

  test('has one of the known reasons', async () => {
    const { reference, id } = await atBench({ test: [{ ...sugar }] })
    const body = { values: [{ position: 1, value: 'Not measured: lunch' }], basedOn: null }
    expect(await asSola(enterResults, { params: { id }, body })).toMatchObject({ code: 'invalid' })
    await enter(reference, [{ position: 1, value: notMeasuredWords('not_requested') }])
    await expect(sql`update result_value set not_measured = null where report_id = ${id}`).rejects.toThrow(
      /result_value_measured/,
    )
    await expect(sql`update result_value set flag = 'normal' where report_id = ${id}`).rejects.toThrow(
      /result_value_measured/,
    )
  })
})

type Bundle = {
  readonly entry: readonly {
    readonly resource: { readonly resourceType: string; readonly code?: { readonly text: string } }
  }[]
}

async function exported(reference: string): Promise<Bundle> {
  const answer = await fetch(`${world.publicUrl}${exportOrder.path.replace(':reference', reference)}`, {
    headers: { authorization: `Bearer ${await world.tokenOf(ada)}` },
  })
  return (await answer.json()) as Bundle
}
