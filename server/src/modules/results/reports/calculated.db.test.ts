import { consentVersion, correctReport, notMeasuredWords, readResults } from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, fbc } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { completed } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { creatinine: 4000, 'lipid-profile': 6000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const lipids = { name: 'Lipid profile', amount: 6000 }
const egfrName = 'eGFR (CKD-EPI 2021)'
const ldlName = 'LDL cholesterol (calculated)'
const woman = { name: 'Bisi Ojo', gender: 'Female', dob: '1966-02-14' } as const

const begun = (of: { name: string; amount: number }, patient: Partial<Form> = woman) =>
  beginReport(world, { books: asAda, bench }, of, patient)

describe('a calculated line', () => {
  test('follows from the values that it needs, with its own interval and flag, and cannot be typed', async () => {
    const report = await begun(creatinine)
    // As it went out once: a creatinine of kidney failure beside an eGFR that is normal.
    expect(
      await report.enter([
        ['Creatinine', '450'],
        [egfrName, '75'],
      ]),
    ).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf(egfrName)).toMatchObject({ value: '9', unit: 'mL/min/1.73 m²', flag: 'low' })
    const { analytes } = await report.read()
    expect(analytes.find(({ name }) => name === egfrName)?.calculation).toEqual({
      ...{ formula: 'egfr', from: [1], units: null, mayBeTyped: false, sex: 'Female' },
      ...{ age: expect.any(Number), isPregnant: false },
    })
  })

  test('follows again when the values change, also in a correction', async () => {
    const report = await begun(creatinine)
    await report.enter([['Creatinine', '450']])
    await report.enter([['Creatinine', '62']])
    const before = await report.lineOf(egfrName)
    expect(Number(before?.value)).toBeGreaterThan(80)
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'The sample was diluted' } })
    await report.enter([
      ['Creatinine', '620'],
      [egfrName, before?.value ?? ''],
    ])
    expect(Number((await report.lineOf(egfrName))?.value)).toBeLessThan(10)
  })

  test('says that its formula does not hold, as for the eGFR of a child', async () => {
    const consent = { as: 'guardian', version: consentVersion } as const
    const child = { name: 'Tobi Ojo', gender: 'Male', dob: '2019-02-14', person: 'other', consent } as const
    const report = await begun(creatinine, child)
    expect(
      await report.enter([
        ['Creatinine', '60'],
        [egfrName, '110'],
      ]),
    ).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf(egfrName)).toMatchObject({
      ...{ notMeasured: 'not_calculable', low: null, flag: null },
      value: 'Not calculated: not valid for these values or this patient',
    })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('says so to the patient and in FHIR too, in the place of a value that the report needs', async () => {
    const report = await begun(lipids)
    const typed = [
      ['Total cholesterol', '6.1'],
      ['Triglycerides', '4.8'],
      ['HDL cholesterol', '1.1'],
    ] as const
    await report.enter([...typed, [ldlName, '3.2']])
    const words = 'Not calculated: triglycerides are above 4.5 mmol/L'
    const absent = { value: words, notMeasured: 'triglycerides_high', unit: null, flag: null }
    expect(await report.lineOf(ldlName)).toMatchObject(absent)
    expect(await report.lineOf('VLDL cholesterol')).toMatchObject({ notMeasured: 'triglycerides_high' })
    expect(await report.lineOf('Total cholesterol to HDL ratio')).toMatchObject({
      value: '5.5',
      flag: 'high',
    })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, { params: { reference: report.order } })
    expect(data?.results[0]?.values.find(({ name }) => name === ldlName)).toMatchObject(absent)
    expect(await exportedText(world, ada, report.order)).toContain(words)
  })

  test('waits for the values that it needs', async () => {
    const report = await begun(lipids)
    await report.enter([['Total cholesterol', '5.2']])
    // The LDL follows from these and is never typed.
    expect((await report.read()).missing).toEqual(['Triglycerides', 'HDL cholesterol'])
    await report.enter([
      ['Total cholesterol', '5.2'],
      ['Triglycerides', notMeasuredWords('insufficient_specimen')],
      ['HDL cholesterol', '1.3'],
    ])
    expect((await report.read()).missing).toEqual([])
    expect(await report.lineOf(ldlName)).toMatchObject({ notMeasured: 'not_calculable' })
  })

  test('cannot be chosen as not calculable where a value is typed', async () => {
    const report = await begun(creatinine)
    const refused = await report.enter([['Creatinine', notMeasuredWords('not_calculable')]])
    expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })
})

describe('a red cell index', () => {
  test('is calculated if it is empty, and stays as typed otherwise', async () => {
    const report = await begun(fbc)
    const typed = completed(report, []).map(({ position, value }) => [
      report.analytes.find((one) => one.position === position)?.name ?? '',
      value,
    ])
    const without = typed.filter(
      ([name = '']) => !['MCV', 'MCH', 'MCHC'].includes(name),
    ) as unknown as TypedByName
    const cells = [
      ['Red blood cells (RBC)', '4.5'],
      ['Haemoglobin', '13.5'],
      ['Packed cell volume (PCV)', '40.5'],
    ] as const
    const others = without.filter(([name]) => !cells.some(([cell]) => cell === name))
    await report.enter([...others, ...cells, ['MCV', '88']])
    expect(await report.lineOf('MCV')).toMatchObject({ value: '88' })
    expect(await report.lineOf('MCH')).toMatchObject({ value: '30.0', flag: 'normal' })
    expect(await report.lineOf('MCHC')).toMatchObject({ value: '33.3', flag: 'normal' })
    expect((await report.read()).missing).toEqual([])
    await report.enter([...others, ...cells])
    expect(await report.lineOf('MCV')).toMatchObject({ value: '90.0' })
  })
})

test('a delivery gets its calculated lines, and what it says of them itself is ignored', async () => {
  const key = await keyOf(world)
  const { order, lineOf } = await begun(creatinine)
  const [accession = ''] = await accessionsOf(world, order)
  const values = [amount('14682-9', 450, 'umol/L'), amount('98979-8', 75, 'mL/min/{1.73_m2}')]
  expect((await post(world, key, bundleOf({ accession, values }))).status).toBe(200)
  expect(await lineOf('Creatinine')).toMatchObject({ value: '450' })
  expect(await lineOf(egfrName)).toMatchObject({ value: '9' })
  // Neither its unit nor its words matter, as it is ignored.
  const other = await begun(creatinine)
  const [second = ''] = await accessionsOf(world, other.order)
  const inOtherUnit = [amount('14682-9', 450, 'umol/L'), amount('98979-8', 75, 'mL/min')]
  expect((await post(world, key, bundleOf({ accession: second, values: inOtherUnit }))).status).toBe(200)
  expect(await other.lineOf(egfrName)).toMatchObject({ value: '9' })
  // Alone it fills in nothing, so a person looks at it.
  const alone = await begun(creatinine)
  const [third = ''] = await accessionsOf(world, alone.order)
  const answer = await post(
    world,
    key,
    bundleOf({ accession: third, values: [inOtherUnit[1] ?? expect.unreachable()] }),
  )
  expect(JSON.stringify(answer)).toContain('waits for a person at the lab')
  expect((await alone.read()).versions).toEqual([])
})

describe('HbA1c', () => {
  const hba1c = { name: 'Glycated haemoglobin', amount: 9000 }
  const [ngsp, ifcc] = ['HbA1c (NGSP)', 'HbA1c (IFCC)']
  beforeAll(() => sellAtYaba(world, { hba1c: hba1c.amount }))
  const bothOf = async (report: Awaited<ReturnType<typeof begun>>) =>
    Promise.all([ngsp, ifcc].map(async (name) => (await report.lineOf(name))?.value))

  test('is entered in either unit, and the report has both', async () => {
    const report = await begun(hba1c)
    await report.enter([[ifcc, '53']])
    expect(await bothOf(report)).toEqual(['7.0', '53'])
    expect(await report.lineOf(ngsp)).toMatchObject({ flag: 'high', high: 5.6 })
    expect((await report.read()).missing).toEqual([])
    await report.enter([[ngsp, '6.5']])
    expect(await bothOf(report)).toEqual(['6.5', '48'])
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('in two units that contradict each other is to be checked', async () => {
    const report = await begun(hba1c)
    await report.enter([
      [ngsp, '6.5'],
      [ifcc, '65'],
    ])
    const { warnings = [] } = (await report.read()).versions[0] ?? {}
    expect(warnings).toContainEqual(expect.objectContaining({ position: 2, kind: 'contradicted' }))
  })

  test.each([
    ['59261-8', 'mmol/mol', 64, ['8.0', '64']],
    ['4548-4', 'mmol/mol', 64, ['8.0', '64']],
    ['4548-4', '%', 8, ['8', '64']],
  ])('that a system sends as %s in %s is filled in', async (code, unit, number, both) => {
    const key = await keyOf(world)
    const report = await begun(hba1c)
    const [accession = ''] = await accessionsOf(world, report.order)
    const bundle = bundleOf({ accession, values: [amount(code, number, unit)] })
    expect((await post(world, key, bundle)).status).toBe(200)
    expect(await bothOf(report)).toEqual(both)
  })
})
