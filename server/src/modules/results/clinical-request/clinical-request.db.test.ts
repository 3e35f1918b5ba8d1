import {
  addBooking,
  type BodySent,
  changeClinicalRequest,
  collectSamples,
  correctReport,
  listWorklist,
  readLabOrder,
  readLabResults,
  readResults,
  receiveSample,
  rejectSample,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, drBello, fbc, sola, sugar, yaba } from '../../../../test/cast.ts'
import { accessionsOf } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { completed } from '../../../../test/results.ts'
import { bookingForm, buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// A report that is released is drawn, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { ogtt: 9000, creatinine: 4000, 'hb-genotype': 3000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const genotype = { name: 'Haemoglobin genotype', amount: 3000 }
const tsh = { name: 'Thyroid stimulating hormone', amount: 5000 }
const egfr = 'eGFR (CKD-EPI 2021)'
const woman = { name: 'Bisi Ojo', gender: 'Female', dob: '1994-02-14' } as const

/** Lets Yaba measure hormones. */
async function openEndocrinology() {
  const open = world.sql`departments = array_append(departments, 'Endocrinology')`
  await world.sql`update lab_location set ${open}
    where lab_id = (select id from lab where slug = ${yaba.slug}) and not 'Endocrinology' = any(departments)`
  await world.sql`update lab set ${open} where slug = ${yaba.slug} and not 'Endocrinology' = any(departments)`
  await sellAtYaba(world, { tsh: 5000 })
}

const begun = (of: { name: string; amount: number }, patient: Partial<Form> = woman) =>
  beginReport(world, { books: asAda, bench }, of, patient)

type Details = Omit<BodySent<typeof changeClinicalRequest>, 'basedOn'>

async function clinicalOf(reference: string) {
  const { data } = await bench.enters(readLabResults, { params: { reference } })
  return data?.clinical ?? expect.unreachable(reference)
}

async function change(reference: string, details: Details, caller = bench.enters) {
  const { number } = await clinicalOf(reference)
  return await caller(changeClinicalRequest, {
    params: { reference },
    body: { ...details, basedOn: number },
  })
}

describe('the answers of a booking', () => {
  test('reach the lab, and no order page', async () => {
    const clinical = { pregnancy: 'pregnant', week: 20 } as const
    const report = await begun(creatinine, { ...woman, clinical })
    expect(await clinicalOf(report.order)).toMatchObject({
      ...{ number: 1, pregnancy: 'pregnant', week: 20, medicines: null, changedBy: null },
    })
    const { data } = await bench.enters(readLabOrder, { params: { reference: report.order } })
    expect(data).toMatchObject({ asks: ['pregnancy'], clinical: { week: 20 } })
  })

  test('are not stored if no test asks for them, nor is urgency of a patient', async () => {
    const clinical = { medicines: ['blood_thinner'], indication: 'Tired', isUrgent: true } as const
    const report = await begun(fbc, { ...woman, clinical: { ...clinical, medicines: ['blood_thinner'] } })
    expect((await clinicalOf(report.order)).number).toBe(0)
  })

  test('of a doctor may be urgent, and the worklist and the lab’s FHIR say so', async () => {
    const asDoctor = await world.as(drBello)
    const report = await beginReport(world, { books: asDoctor, bench }, fbc, {
      ...{ ...woman, clinical: { isUrgent: true } },
    })
    await change(report.order, { isUrgent: true, indication: 'Pale since May' })
    expect(await exportedText(world, sola, report.order)).toMatch(/"priority":"urgent".*Pale since May/)
    expect(await exportedText(world, drBello, report.order)).not.toMatch(/urgent|Pale/)
    const { data } = await bench.enters(listWorklist, { body: { q: report.order } })
    expect(data?.[0]).toMatchObject({ reference: report.order, isUrgent: true })
  })

  test.each([
    [{ week: 20 }, 'clinical.pregnancy'],
    [{ pregnancy: 'pregnant', week: 20, lastPeriodOn: '2026-10-01' }, 'clinical.week'],
    [{ pregnancy: 'pregnant', lastPeriodOn: '2031-01-01' }, 'clinical.lastPeriodOn'],
    [{ pregnancy: 'pregnant', lastPeriodOn: '2020-01-01' }, 'clinical.lastPeriodOn'],
  ] as const)('that contradict each other are refused: %j', async (clinical, field) => {
    const body = bookingForm({ ...woman, test: [{ ...sugar }], clinical })
    const { httpStatus, fields } = await asAda(addBooking, { body })
    expect([httpStatus, Object.keys(fields ?? {})]).toEqual([400, [field]])
  })
})

describe('a pregnancy that the order names', () => {
  test('brings the critical limits of its trimester, and the interval stays as it is', async () => {
    const clinical = { pregnancy: 'pregnant', week: 30 } as const
    const blood = await begun(fbc, { ...woman, clinical })
    await blood.enter([['Platelets', '95']])
    const usual = { low: 140, high: 400, basis: 'catalogue' }
    expect(await blood.lineOf('Platelets')).toMatchObject({ ...usual, flag: 'critical_low', tier: 'urgent' })
    expect(blood.analytes.every(({ criticalsInPregnancy }) => criticalsInPregnancy.length === 0)).toBe(true)

    const kidneys = await begun(creatinine, { ...woman, clinical })
    await kidneys.enter([['Creatinine', '101']])
    const { flag, tier } = (await kidneys.lineOf('Creatinine')) ?? expect.unreachable()
    expect([flag, tier]).toEqual(['critical_high', 'urgent'])
    // The draft is judged anew: the row holds from week 14 on.
    expect(await change(kidneys.order, { pregnancy: 'pregnant', week: 12 })).toMatchObject({
      httpStatus: 200,
    })
    expect(await kidneys.lineOf('Creatinine')).toMatchObject({ flag: 'high', tier: null })
    expect(await change(blood.order, { pregnancy: 'not_pregnant' })).toMatchObject({ httpStatus: 200 })
    expect(await blood.lineOf('Platelets')).toMatchObject({ tier: null, ...usual })
  })

  test('leaves no eGFR, and judges fasting glucose by its limits, and no reader learns of it', async () => {
    const clinical = { pregnancy: 'pregnant' } as const
    const report = await begun(creatinine, { ...woman, clinical })
    await report.enter([['Creatinine', '62']])
    expect(await report.lineOf(egfr)).toMatchObject({ notMeasured: 'not_calculable' })

    const glucose = await begun(sugar, { ...woman, person: 'self', name: ada.name, clinical })
    await glucose.enter([['Fasting glucose', '5.4']])
    expect(await glucose.lineOf('Fasting glucose')).toMatchObject({
      ...{ flag: 'high', high: 5, basis: 'catalogue' },
    })
    await glucose.verify()
    await glucose.release()
    const { data } = await asAda(readResults, { params: { reference: glucose.order } })
    expect(data?.results[0]?.values[0]).toMatchObject({ flag: 'high' })
    expect(JSON.stringify(data)).not.toMatch(/pregnan/i)
  })

  test.each([
    [8, { flag: 'high', low: 0.4, high: 4 }],
    [20, { flag: 'normal', low: 0.4, high: 4.5 }],
  ])('in week %i has TSH judged by the limits of its trimester', async (week, expected) => {
    await openEndocrinology()
    const report = await begun(tsh, { ...woman, clinical: { pregnancy: 'pregnant', week } })
    await report.enter([['TSH', '4.2']])
    expect(await report.lineOf('TSH')).toMatchObject(expected)
  })

  test('takes no answer on a report that contradicts it', async () => {
    const tolerance = { name: 'Oral glucose tolerance test', amount: 9000 }
    const report = await begun(tolerance, { ...woman, clinical: { pregnancy: 'pregnant', week: 20 } })
    const typed = [
      ['Fasting glucose', '5.6'],
      ['Glucose at 1 hour', '9.8'],
      ['Glucose at 2 hours (75 g)', '7.7'],
    ] as const
    for (const answer of ['Not known', 'Not pregnant'])
      expect(await report.enter([...typed, ['Pregnancy', answer]])).toMatchObject({ httpStatus: 400 })
    await report.enter([...typed, ['Pregnancy', 'Pregnant, weeks 14–27']])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'high' })
  })

  test('drops an answer that the patient is not asked any more', async () => {
    const tolerance = { name: 'Oral glucose tolerance test', amount: 9000 }
    const report = await begun(tolerance, { ...woman, dob: '' })
    await report.enter([
      ['Fasting glucose', '5.6'],
      ['Pregnancy', 'Not pregnant'],
    ])
    expect(await change(report.order, { age: 60 })).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('Pregnancy')).toBeUndefined()
  })

  test('of a man is not stored', async () => {
    const man = { ...woman, gender: 'Male', clinical: { pregnancy: 'pregnant' } } as const
    expect((await clinicalOf((await begun(sugar, man)).order)).pregnancy).toBeNull()
  })

  test('that is not known judges nothing', async () => {
    const report = await begun(sugar, { ...woman, clinical: { pregnancy: 'not_known' } })
    expect(report.analytes[0]).toMatchObject({ high: 6 })
  })
})

describe('a change at the lab', () => {
  test('judges a draft anew, and the marks of before are not verified', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4', 'Two hours after a meal']])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'normal' })
    const seen = (await report.read()).versions[0]?.enteredAt
    expect(await change(report.order, { pregnancy: 'pregnant' })).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('Fasting glucose')).toMatchObject({
      ...{ flag: 'high', comment: 'Two hours after a meal' },
    })
    expect((await report.read()).versions[0]?.enteredAt).not.toBe(seen)
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('may come from the verifier, who verifies no marks that changed by it before a scientist saw them', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4']])
    await change(report.order, { fastedHours: 9, pregnancy: 'pregnant' }, bench.verifies)
    expect(await report.verify()).toMatchObject({ httpStatus: 409, code: 'own_entry' })
    world.clock.moveOn(1000)
    await report.enter([['Fasting glucose', '5.4']])
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    const other = await begun(sugar)
    await other.enter([['Fasting glucose', '5.4']])
    await change(other.order, { fastedHours: 9 }, bench.verifies)
    expect(await other.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('judges no values of a sample that was rejected since', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4']])
    const [accession = ''] = await accessionsOf(world, report.order)
    world.clock.moveOn(60_000)
    await bench.enters(rejectSample, { params: { accession }, body: { reason: 'clotted' } })
    await bench.enters(collectSamples, { params: { reference: report.order }, body: {} })
    const again = (await accessionsOf(world, report.order)).find((one) => one !== accession) ?? ''
    expect(await bench.enters(receiveSample, { params: { accession: again } })).toMatchObject({
      httpStatus: 200,
    })
    world.clock.moveOn(60_000)
    expect(await change(report.order, { pregnancy: 'pregnant' })).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('Fasting glucose')).toBeUndefined()
    expect(await report.verify()).toMatchObject({ httpStatus: 409, code: 'wrong_state' })
  })

  test('judges a correction that begins after it', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4']])
    await report.verify()
    await report.release()
    const { data } = await bench.enters(readLabOrder, { params: { reference: report.order } })
    expect(data?.may.changeRequest).toBe(true)
    world.clock.moveOn(60_000)
    await change(report.order, { pregnancy: 'pregnant' })
    const params = { id: report.id }
    await bench.verifies(correctReport, { params, body: { reason: 'She is pregnant' } })
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ value: '5.4', flag: 'high', high: 5 })
  })

  test('keeps the week that was said, whatever else changes later', async () => {
    const report = await begun(sugar, { ...woman, clinical: { pregnancy: 'pregnant', week: 13 } })
    world.clock.moveOn(6 * 60_000)
    await change(report.order, { pregnancy: 'pregnant', week: 13, fastedHours: 9 })
    const rows = await world.sql<{ week_on: string }[]>`select distinct week_on::text from clinical_request
      join lab_order on lab_order.id = order_id where reference = ${report.order}`
    expect(rows).toHaveLength(1)
    await change(report.order, { pregnancy: 'pregnant', week: 20 })
    expect((await clinicalOf(report.order)).week).toBe(20)
  })

  test('changes no time of entry if nothing is judged by it', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4']])
    const seen = (await report.read()).versions[0]?.enteredAt
    expect((await change(report.order, { fastedHours: 9 })).data).toMatchObject({
      ...{ fastedHours: 9, changedBy: expect.any(String) },
    })
    expect((await report.read()).versions[0]?.enteredAt).toBe(seen)
  })

  test('waits until a verified report is released or sent back', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '5.4']])
    await report.verify()
    expect(await change(report.order, { pregnancy: 'pregnant' })).toMatchObject({
      ...{ httpStatus: 409, code: 'wrong_state' },
    })
    await report.release()
    expect(await change(report.order, { pregnancy: 'pregnant' })).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'normal' })
  })

  test('of two colleagues at once is stored once, and the other sees that it has changed', async () => {
    const report = await begun(sugar)
    const body = { fastedHours: 10, basedOn: 0 }
    const both = await Promise.all(
      [bench.enters, bench.verifies].map((caller) =>
        caller(changeClinicalRequest, { params: { reference: report.order }, body }),
      ),
    )
    expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409])
    expect(both.map(({ code }) => code)).toContain('request_changed')
  })

  test('records the talk before a test that needs counselling', async () => {
    const report = await begun(genotype)
    const seen = async () => (await bench.enters(readLabOrder, { params: { reference: report.order } })).data
    expect(await seen()).toMatchObject({ needsCounselling: true, clinical: { pretestCounselling: null } })
    await change(report.order, { pretestCounselling: 'Sister Bola talked, she agrees to the test' })
    expect((await seen())?.clinical.pretestCounselling).toMatch(/^Sister Bola/)
  })

  test('is in the history of the order, and cannot be changed there', async () => {
    const report = await begun(sugar)
    await change(report.order, { fastedHours: 10 })
    const rows = await world.sql`select audit_entry.what from audit_entry
      join lab_order on lab_order.id = audit_entry.order_id
      where lab_order.reference = ${report.order} and what = 'clinical_request_changed'`
    expect(rows).toHaveLength(1)
    await expect(world.sql`update clinical_request set fasted_hours = 1`).rejects.toThrow()
  })
})

describe('without a date of birth', () => {
  const unborn = { ...woman, dob: '' } as const

  test('a report whose values are read by age is not verified before the lab has asked', async () => {
    const report = await begun(fbc, unborn)
    const typed = completed(report, [])
    await report.enter(
      typed.map(({ position, value }) => [
        report.analytes.find((one) => one.position === position)?.name ?? '',
        value,
      ]),
    )
    expect(await report.verify()).toMatchObject({ httpStatus: 409, code: 'birth_date_needed' })
    expect(await change(report.order, { age: 60 })).toMatchObject({
      data: { bornOn: expect.stringMatching(/-01-01$/), isBornAbout: true },
    })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('the lab is asked for it only while a report needs it', async () => {
    const asksFor = async (report: Awaited<ReturnType<typeof begun>>) => (await report.read()).needsBirthDate
    // A genotype is a choice at any age.
    const choices = await begun(genotype, unborn)
    expect(await asksFor(choices)).toBe(false)
    await choices.enter([[choices.analytes[0]?.name ?? '', 'AA']])
    expect(await choices.verify()).not.toMatchObject({ code: 'birth_date_needed' })
    const counts = await begun(fbc, unborn)
    expect(await asksFor(counts)).toBe(true)
    await change(counts.order, { age: 60 })
    expect(await asksFor(counts)).toBe(false)
    expect(await asksFor(await begun(fbc))).toBe(false)
  })

  test('a child that the lab learns of is judged as a child', async () => {
    const report = await begun(sugar, unborn)
    await report.enter([['Fasting glucose', '5.4']])
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: 'normal', basis: 'catalogue' })
    await change(report.order, { bornOn: '2025-01-01' })
    expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag: null, basis: 'adults_only' })
  })

  test('an order that was booked with one is given no other', async () => {
    const report = await begun(fbc)
    expect(await change(report.order, { bornOn: '1990-01-01' })).toMatchObject({ httpStatus: 400 })
  })

  test('a day that cannot be one is refused', async () => {
    const report = await begun(fbc, unborn)
    for (const bornOn of ['2031-01-01', '1899-12-31', '2020-02-31'])
      expect(await change(report.order, { bornOn })).toMatchObject({ httpStatus: 400 })
  })
})

test('a trans or intersex patient chooses whose intervals judge the results', async () => {
  const as = async (intervalsOf: 'Male' | 'Female') =>
    (await begun(fbc, { ...woman, clinical: { intervalsOf } })).analytes.find(
      ({ name }) => name === 'Packed cell volume (PCV)',
    )
  const [man, usual] = [await as('Male'), await as('Female')]
  expect(man?.low).toBeGreaterThan(usual?.low ?? 100)
})
