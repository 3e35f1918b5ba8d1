import { enterResults, type LabReport, readResults, releaseReport, verifyReport } from '@labalaba/contract'
import { beforeAll, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc } from '../../../../test/cast.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { sellAtYaba } from '../../../../test/report-at-bench.ts'
import { completed, reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { electrolytes: 5000, hba1c: 9000, 'hb-genotype': 4000 })
})

const electrolytes = { name: 'Serum electrolytes', amount: 5000 }
const zainab = { name: 'Zainab Same', email: 'zainab@cast.example', dob: '1971-02-03' }

/** A report in the lab, and what each of its two people reads of it. */
async function begun(of: { name: string; amount: number }, patient: Partial<Form> = {}) {
  const order = await orderAtBench(world, asAda, { ...patient, test: [{ ...of }] })
  const read = async (by: Caller): Promise<LabReport> =>
    (await reportsOf(by, order))[0] ?? expect.unreachable()
  const empty = await read(bench.enters)
  const { id, analytes } = empty
  const line = (name: string) => analytes.find((one) => one.name === name) ?? expect.unreachable(name)
  const enter = async (...typed: readonly (readonly [string, string])[]) => {
    const values = completed(
      empty,
      typed.map(([name, value]) => ({ position: line(name).position, value })),
    )
    const basedOn = (await read(bench.enters)).versions[0]?.enteredAt ?? null
    const { httpStatus } = await bench.enters(enterResults, { params: { id }, body: { values, basedOn } })
    expect(httpStatus).toBe(200)
  }
  const verify = async () => {
    const seen = (await read(bench.verifies)).versions[0]?.enteredAt ?? ''
    return await bench.verifies(verifyReport, { params: { id }, body: { seen } })
  }
  const release = () => bench.verifies(releaseReport, { params: { id }, body: { counselledBy: null } })
  return { order, id, line, enter, verify, release, read }
}

const warningsOf = ({ versions: [newest] }: LabReport) => newest?.warnings

test('a potassium of 15 warns both people until it is released or corrected, and no patient', async () => {
  const report = await begun(electrolytes)
  await report.enter(['Potassium', '15'], ['Sodium', '140'])
  const { position, warningLimits } = report.line('Potassium')
  expect(warningLimits).toMatchObject([{ kind: 'implausible', atOrAbove: 12 }])
  const warning = { position, kind: 'implausible', check: 'the decimal point and the tube', stops: false }
  for (const by of [bench.enters, bench.verifies])
    expect(warningsOf(await report.read(by))).toEqual([warning])
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  expect(warningsOf(await report.read(bench.verifies))).toEqual([warning])
  expect(await report.release()).toMatchObject({ httpStatus: 200 })
  expect(warningsOf(await report.read(bench.verifies))).toEqual([])
  const own = await asAda(readResults, { params: { reference: report.order } })
  expect(JSON.stringify(own)).not.toContain('the decimal point')
})

/** Red cell indices that fit a haemoglobin of 12.6, a packed cell volume of 38 and 4.4 red cells. */
const redCells = [
  ['Red blood cells (RBC)', '4.4'],
  ['Packed cell volume (PCV)', '38'],
  ...([
    ['MCV', '86'],
    ['MCH', '29'],
    ['MCHC', '33'],
  ] as const),
] as const

test('a haemoglobin of 26 warns, and its correction ends the warning', async () => {
  const report = await begun(fbc)
  await report.enter(['Haemoglobin', '26'], ...redCells)
  const found = warningsOf(await report.read(bench.verifies)) ?? []
  expect(found.find(({ kind }) => kind === 'implausible')).toMatchObject({ check: 'the unit: g/dL or g/L' })
  await report.enter(['Haemoglobin', '12.6'], ...redCells)
  expect(warningsOf(await report.read(bench.verifies))).toEqual([])
})

test('a red cell index that does not fit haemoglobin, packed cells and red cells warns, and is verified', async () => {
  const report = await begun(fbc)
  await report.enter(['Haemoglobin', '12.6'], ...redCells.filter(([name]) => name !== 'MCV'), ['MCV', '68'])
  const { position } = report.line('MCV')
  const check = 'Packed cell volume (PCV) and Red blood cells (RBC), which give 86.4'
  for (const by of [bench.enters, bench.verifies])
    expect(warningsOf(await report.read(by))).toEqual([
      { position, kind: 'contradicted', check, stops: false },
    ])
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
})

test('a value that is far from the last one of the same patient warns', async () => {
  const before = await begun(electrolytes, zainab)
  await before.enter(['Sodium', '128'])
  await before.verify()
  await before.release()
  const report = await begun(electrolytes, zainab)
  await report.enter(['Sodium', '142'])
  expect(warningsOf(await report.read(bench.verifies))).toMatchObject([{ kind: 'changed' }])
  await report.enter(['Sodium', '141'])
  expect(warningsOf(await report.read(bench.verifies))).toEqual([])
})

test('HbA1c warns where an earlier result of the same patient is sickle cell disease, and nowhere else', async () => {
  const [hba1c, genotype] = [
    { name: 'Glycated haemoglobin', amount: 9000 },
    { name: 'Haemoglobin genotype', amount: 4000 },
  ]
  const of = async (patient: Partial<Form>, found: string) => {
    const before = await begun(genotype, patient)
    await before.enter(['Haemoglobin genotype', found])
    await before.verify()
    const body = { counselledBy: 'lab', note: 'Talked about it on the phone' } as const
    await bench.verifies(releaseReport, { params: { id: before.id }, body })
    const report = await begun(hba1c, patient)
    await report.enter(['HbA1c (NGSP)', '5.0'], ['HbA1c (IFCC)', '31'])
    return warningsOf(await report.read(bench.verifies))
  }
  const ill = { name: 'Musa Sickle', email: 'musa@cast.example', dob: '1981-02-03' }
  const warning = { kind: 'interference', check: expect.stringContaining('haemoglobin SC') }
  expect(await of(ill, 'SC')).toMatchObject([warning, warning])
  expect(await of({ ...ill, name: 'Trait Carrier', email: 'trait@cast.example' }, 'AS')).toEqual([])
})

test('a row in another unit than the line does not warn', async () => {
  await world.sql`insert into plausibility_limit (code, analyte, ucum, from_amount, from_unit, at_or_above, to_check, source, source_read)
    values ('test-mcv', '787-2', 'mL', 0, 'days', 90, 'the unit', 'A test', false)`
  const report = await begun(fbc)
  await report.enter(['Haemoglobin', '12.6'], ...redCells.filter(([name]) => name !== 'MCV'), ['MCV', '92'])
  expect(warningsOf(await report.read(bench.verifies))).toEqual([])
})

test('the database refuses a row that is neither limits nor a change, and one that is both', async () => {
  for (const wrong of [
    'at_or_above = null',
    'within_days = 3',
    'change_by = 3',
    'change_by = 3, within_days = 3',
  ])
    await expect(
      world.sql.unsafe(`update plausibility_limit set ${wrong} where code = 'white-cells-high'`),
    ).rejects.toThrow(/plausibility_limit_check/)
})
