import {
  consentVersion,
  correctReport,
  notMeasuredWords,
  readResults,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, chidi } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { ogtt: 9000 })
})

const tolerance = { name: 'Oral glucose tolerance test', amount: 9000 }
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
      ...{ flag: 'high', low: 3, high: 5, basis: 'pregnancy' },
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

  test('has the critical limits of pregnancy by its own answer', async () => {
    const report = await begun(tolerance)
    const values = [...seen.slice(1), ['Fasting glucose', '7.4'] as const]
    await report.enter([...values, [question, inSecond]])
    const critical = { flag: 'critical_high', tier: 'urgent', high: 5, basis: 'pregnancy' }
    expect(await report.lineOf('Fasting glucose')).toMatchObject(critical)
    await report.enter([...values, [question, 'Not pregnant']])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'high', tier: null })
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

test('a preliminary report answers whether she is pregnant too, because that decides how its values are read', async () => {
  const report = await begun(tolerance)
  const { id } = report
  const preliminary = async () => {
    const seen = (await report.read()).versions[0]?.enteredAt ?? ''
    return await bench.verifies(verifyReport, { params: { id }, body: { seen, preliminary: true } })
  }
  const may = async () => (await reportsOf(bench.verifies, report.order))[0]?.may
  await report.enter([['Fasting glucose', '5.6']])
  expect(await preliminary()).toMatchObject({ httpStatus: 409, code: 'wrong_state' })
  expect(await may()).not.toContain('verify_preliminary')
  await report.enter([
    ['Fasting glucose', '5.6'],
    [question, inSecond],
  ])
  expect(await may()).toContain('verify_preliminary')
  expect(await preliminary()).toMatchObject({ httpStatus: 200 })
})

test('the answer is one of the choices, and never that it was not measured', async () => {
  const report = await begun(tolerance)
  const refused = await report.enter([...seen, [question, notMeasuredWords('not_requested')]])
  expect(refused).toMatchObject({ httpStatus: 400, code: 'invalid' })
})

test('an earlier answer is not shown beside the question', async () => {
  const patient = { ...woman, name: 'Ngozi Ojo', dob: '1993-03-15' } as const
  const first = await begun(tolerance, patient)
  await first.enter([...seen, [question, inSecond]])
  await first.verify()
  await first.release()
  world.clock.moveOn(5 * 60_000)
  const { analytes } = await begun(tolerance, patient)
  expect(analytes.find(({ name }) => name === 'Fasting glucose')?.last).toMatchObject({ value: '5.6' })
  expect(analytes.find(({ name }) => name === question)?.last).toBeNull()
})

describe('a glucose tolerance test that was released', () => {
  const permission = { as: 'permission', version: consentVersion } as const
  const other = { ...woman, person: 'other', consent: permission, email: chidi.email } as const
  const answers = ['Not pregnant', inSecond, 'Not known']

  test('is withheld from an account that booked for another adult, whatever the answer', async () => {
    for (const answer of answers) {
      const report = await begun(tolerance, other)
      await report.enter([...seen, [question, answer]])
      await report.verify()
      await report.release()
      const { data } = await asAda(readResults, { params: { reference: report.order } })
      expect([answer, data?.results, data?.withheld.length]).toEqual([answer, [], 1])
      expect(await exportedText(world, ada, report.order)).not.toContain(question)
    }
  })

  test('is read by the patient with the limits of pregnancy, also in FHIR; a new answer brings others', async () => {
    const report = await begun(tolerance, { ...woman, person: 'self', name: ada.name })
    await report.enter([...seen, [question, 'Not pregnant']])
    await report.verify()
    await report.release()
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'She is pregnant' } })
    await report.enter([...seen, [question, inSecond]])
    await report.verify()
    await report.release()
    const { data } = await asAda(readResults, { params: { reference: report.order } })
    const [own] = data?.results ?? []
    expect(own).toMatchObject({ version: 2, addsOnly: false })
    expect(own?.values.find(({ name }) => name === 'Fasting glucose')).toMatchObject({
      ...{ basis: 'pregnancy', flag: 'high' },
    })
    expect(await exportedText(world, ada, report.order)).toContain('In pregnancy')
  })
})
