import { consentVersion, correctReport, readResults } from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, chidi } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { ogtt: 9000, creatinine: 4000 })
})

const tolerance = { name: 'Oral glucose tolerance test', amount: 9000 }
const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const woman = { name: 'Bisi Ojo', gender: 'Female', dob: '1994-02-14' } as const
const question = 'Pregnancy'
const inSecond = 'Pregnant, weeks 14–27'

const begun = (of: { name: string; amount: number }, patient: Partial<Form> = woman) =>
  beginReport(world, { books: asAda, bench }, of, patient)

/** As seen: these read "all within" for a pregnant woman, whom the first of them gives gestational diabetes (WHO 2013). */
const seen = [
  ['Fasting glucose', '5.6'],
  ['Glucose at 1 hour', '9.8'],
  ['Glucose at 2 hours (75 g)', '7.7'],
] as const satisfies TypedByName

describe('a glucose tolerance test', () => {
  test('of a pregnant woman is read by the limits of pregnancy', async () => {
    const report = await begun(tolerance)
    await report.enter([...seen, [question, inSecond]])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({
      ...{ flag: 'high', low: 3.4, high: 5, basis: 'pregnancy' },
    })
    expect(await report.lineOf('Glucose at 1 hour')).toMatchObject({ flag: 'normal', high: 9.9 })
    expect(await report.lineOf(question)).toMatchObject({ value: inSecond, flag: null })
  })

  test('of another woman is read by the usual limits', async () => {
    const report = await begun(tolerance)
    await report.enter([...seen, [question, 'Not pregnant']])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({
      ...{ flag: 'normal', high: 6, basis: 'catalogue' },
    })
  })

  test('is not verified before the lab has answered whether she is pregnant', async () => {
    const report = await begun(tolerance)
    await report.enter(seen)
    expect((await report.read()).missing).toEqual([question])
    expect(await report.verify()).toMatchObject({ httpStatus: 409, code: 'values_missing' })
    await report.enter([...seen, [question, 'Not known']])
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('asks neither a man nor a young child', async () => {
    const consent = { as: 'guardian', version: consentVersion } as const
    const child = { gender: 'Female', dob: '2019-02-14', person: 'other', consent } as const
    for (const patient of [{ gender: 'Male', dob: '1994-02-14' }, child] as const) {
      const report = await begun(tolerance, { name: 'Tobi Ojo', ...patient })
      expect(report.analytes.map(({ name }) => name)).not.toContain(question)
      await report.enter(seen)
      expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    }
  })

  test('that a system delivers waits for the answer too', async () => {
    const key = await keyOf(world)
    const report = await begun(tolerance)
    const [accession = ''] = await accessionsOf(world, report.order)
    const values = [amount('14771-0', 5.6, 'mmol/L'), amount('14995-5', 7.7, 'mmol/L')]
    expect((await post(world, key, bundleOf({ accession, values }))).status).toBe(200)
    expect((await report.read()).missing).toEqual(['Glucose at 1 hour', question])
  })
})

test('an eGFR is not calculated in pregnancy, and its creatinine has a limit of its own', async () => {
  const report = await begun(creatinine)
  await report.enter([
    ['Creatinine', '80'],
    [question, 'Pregnant, week not known'],
  ])
  expect(await report.lineOf('Creatinine')).toMatchObject({ flag: 'high', high: 72, basis: 'pregnancy' })
  expect(await report.lineOf('eGFR (CKD-EPI 2021)')).toMatchObject({ notMeasured: 'not_calculable' })
  await report.enter([['Creatinine', '80']])
  expect(await report.lineOf('Creatinine')).toMatchObject({ flag: 'normal', high: 97, basis: 'catalogue' })
  expect(Number((await report.lineOf('eGFR (CKD-EPI 2021)'))?.value)).toBeGreaterThan(60)
})

describe('a report that says that its patient is pregnant', () => {
  const permission = { as: 'permission', version: consentVersion } as const
  const other = { ...woman, person: 'other', consent: permission, email: chidi.email } as const
  const readByBooker = async (order: string) =>
    (await asAda(readResults, { params: { reference: order } })).data?.results ?? []

  test('is not read by an account that booked for another adult, which reads it otherwise', async () => {
    const order = async (answer: string) => {
      const report = await begun(tolerance, other)
      await report.enter([...seen, [question, answer]])
      expect(await report.verify()).toMatchObject({ httpStatus: 200 })
      expect(await report.release()).toMatchObject({ httpStatus: 200 })
      return report.order
    }
    expect(await readByBooker(await order('Not pregnant'))).toHaveLength(1)
    const pregnant = await order(inSecond)
    expect(await readByBooker(pregnant)).toEqual([])
    expect(await exportedText(world, ada, pregnant)).not.toContain(inSecond)
  })

  test('is read by the patient, with the limits of pregnancy, also in FHIR', async () => {
    const report = await begun(tolerance, { ...woman, person: 'self', name: ada.name })
    await report.enter([...seen, [question, inSecond]])
    await report.verify()
    await report.release()
    const [own] = await readByBooker(report.order)
    expect(own).toMatchObject({ sensitive: true })
    expect(own?.values.find(({ name }) => name === 'Fasting glucose')).toMatchObject({ basis: 'pregnancy' })
    expect(await exportedText(world, ada, report.order)).toContain('In pregnancy')
  })

  test('can be corrected, and is then read by the limits of the new answer', async () => {
    const report = await begun(tolerance)
    await report.enter([...seen, [question, 'Not pregnant']])
    await report.verify()
    await report.release()
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'She is pregnant' } })
    await report.enter([...seen, [question, inSecond]])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'high' })
  })
})
