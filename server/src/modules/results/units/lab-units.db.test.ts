import {
  collectSamples,
  correctReport,
  enterResults,
  type LabInterval,
  readIntervals,
  readResults,
  readTrends,
  receiveSample,
  rejectSample,
  saveEntryDraft,
  setIntervals,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, ikeja, sugar, tola, yaba } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, hire, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller, type Form } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let asTola: Caller
let bench: Bench
let key: string
beforeAll(async () => {
  key = await keyOf(world)
  ;[asAda, asTola, bench] = await Promise.all([world.as(ada), world.as(tola), yabaBench(world)])
  await world.sql`update lab_location set departments = array_append(departments, 'Endocrinology')
    where lab_id = (select id from lab where slug = ${yaba.slug})`
  await world.sql`update lab set departments = array_append(departments, 'Endocrinology') where slug = ${yaba.slug}`
  await sellAtYaba(world, {
    prolactin: 9000,
    'lipid-profile': 6000,
    creatinine: 4000,
    'e-u-cr': 6000,
    'hormone-profile-female': 30_000,
    calcium: 3000,
  })
})

const prolactin = { name: 'Prolactin', amount: 9000 }
const lipids = { name: 'Lipid profile', amount: 6000 }
const profile = { name: 'Female hormone profile', amount: 30_000 }
const panel = { name: 'Electrolytes, urea and creatinine', amount: 6000 }
const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }

let born = 0
/** A patient of this test only. */
function newPatient(): Partial<Form> {
  born += 1
  const dob = `1971-03-${String(born).padStart(2, '0')}`
  return { name: 'Bisi Unit', gender: 'Female', email: `bisi-${born}@cast.example`, dob }
}

const begun = (of: { name: string; amount: number }, patient: Partial<Form> = newPatient()) =>
  beginReport(world, { books: asAda, bench }, of, patient)

async function lineOf(caller: Caller, name: string, testName: string) {
  const { data } = await caller(readIntervals, { query: { search: testName } })
  return data.lines.find((line) => line.name === name && line.test === testName) ?? expect.unreachable(name)
}

type Wish = { readonly own?: LabInterval[]; readonly seen?: string | null; readonly unit?: string | null }

async function reportIn(
  caller: Caller,
  id: number,
  ucum: string,
  { own = [], seen = null, unit }: Wish = {},
) {
  const body = { own, seen, reportIn: ucum, ...(unit !== undefined && { unit }) }
  return await caller(setIntervals, { params: { analyte: String(id) }, body })
}

/** Lets Yaba report this line in another unit for one test, and in the catalogue's again afterwards. */
async function withUnit(
  name: string,
  testName: string,
  ucum: string,
  own: LabInterval[],
  act: () => Promise<void>,
) {
  const line = await lineOf(asTola, name, testName)
  expect(await reportIn(asTola, line.id, ucum, { own })).toMatchObject({ httpStatus: 200 })
  try {
    await act()
  } finally {
    const { set: now } = await lineOf(asTola, name, testName)
    await reportIn(asTola, line.id, line.ucum ?? '', { seen: now?.at ?? null })
  }
}

const anyone = (low: number, high: number): LabInterval => ({ ...women(low, high), sex: null })
const women = (low: number, high: number): LabInterval => ({
  ...{ sex: 'Female', from: { amount: 18, unit: 'years' }, to: null, low, high },
  ...{ criticalLow: null, criticalHigh: null },
})

describe('a lab that measures prolactin in ng/mL', () => {
  test('was flagged low in mIU/L; in its own unit and by its own interval 18 ng/mL is normal', async () => {
    const before = await begun(prolactin)
    await before.enter([['Prolactin', '18']])
    expect(await before.lineOf('Prolactin')).toMatchObject({ unit: 'mIU/L', flag: 'low' })
    await withUnit('Prolactin', 'Prolactin', 'ng/mL', [anyone(4.8, 23.3)], async () => {
      const report = await begun(prolactin)
      expect(report.analytes[0]).toMatchObject({ unit: 'ng/mL', low: 4.8, high: 23.3, basis: 'lab' })
      await report.enter([['Prolactin', '18']])
      expect(await report.lineOf('Prolactin')).toMatchObject({ unit: 'ng/mL', flag: 'normal', high: 23.3 })
      const [stored] = await world.sql`select value, amount::float, ucum, catalogue_ucum, catalogue_factor
        from result_value where report_id = ${report.id}`
      expect(stored).toEqual({
        ...{ value: '18', amount: 18, ucum: 'ng/mL', catalogue_ucum: null, catalogue_factor: null },
      })
    })
  })

  test('must give an interval of its own, because nothing converts the catalogue’s', async () => {
    const { id, units } = await lineOf(asTola, 'Prolactin', 'Prolactin')
    const notConverted = { ucum: 'ng/mL', unit: 'ng/mL', factor: null, catalogue: null }
    expect(units.find(({ ucum }) => ucum === 'ng/mL')).toEqual(notConverted)
    expect(await reportIn(asTola, id, 'ng/mL')).toMatchObject({
      ...{
        httpStatus: 400,
        code: 'invalid',
        fields: { reportIn: expect.stringMatching(/intervals of your own/) },
      },
    })
    // An interval for women alone would leave every man without a mark.
    expect(await reportIn(asTola, id, 'ng/mL', { own: [women(4.8, 23.3)] })).toMatchObject({
      ...{ httpStatus: 400, fields: { reportIn: expect.stringMatching(/both sexes/) } },
    })
    // The catalogue's numbers are in mIU/L.
    expect(await reportIn(asTola, id, 'ng/mL', { own: [anyone(102, 496)] })).toMatchObject({
      ...{ httpStatus: 400, fields: { '0': expect.stringMatching(/in ng\/mL/) } },
    })
    expect((await lineOf(asTola, 'Prolactin', 'Prolactin')).ucum).toBe('m[IU]/L')
  })

  test('compares it with no earlier value in mIU/L, and keeps its interval for a correction after it left the unit', async () => {
    const patient = newPatient()
    const first = await begun(prolactin, patient)
    await first.enter([['Prolactin', '300']])
    await first.verify()
    await first.release()
    world.clock.moveOn(60_000)
    const second = await (async () => {
      const made = await begun(prolactin, patient)
      await withUnit('Prolactin', 'Prolactin', 'ng/mL', [anyone(4.8, 23.3)], async () => {
        expect((await made.read()).analytes[0]).toMatchObject({ unit: 'ng/mL', last: null })
        await made.enter([['Prolactin', '18']])
        await made.verify()
        await made.release()
      })
      return made
    })()
    const { id } = second
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Measured again' } })
    const line = (await second.read()).analytes[0]
    expect(line).toMatchObject({ unit: 'ng/mL', low: 4.8, high: 23.3, basis: 'lab' })
    await second.enter([['Prolactin', '30']])
    expect(await second.lineOf('Prolactin')).toMatchObject({ unit: 'ng/mL', flag: 'high' })
  })
})

describe('a lab that measures glucose in mg/dL', () => {
  test('types and shows it so, judged by the same limits; a receiver gets no code of moles with it', async () => {
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      const shown = await lineOf(asTola, 'Fasting glucose', sugar.name)
      expect(shown).toMatchObject({
        unit: 'mg/dL',
        catalogue: { male: { low: 54, high: 108 }, criticalLow: 40 },
      })
      const report = await begun(sugar)
      expect(report.analytes[0]).toMatchObject({ unit: 'mg/dL', low: 54, high: 108, basis: 'catalogue' })
      await report.enter([['Fasting glucose', '126']])
      expect(await report.lineOf('Fasting glucose')).toMatchObject({
        value: '126',
        unit: 'mg/dL',
        flag: 'high',
      })
      const [stored] =
        await world.sql`select ucum, catalogue_ucum, round(amount * catalogue_factor, 2)::float as amount
        from result_value where report_id = ${report.id}`
      expect(stored).toEqual({ ucum: 'mg/dL', catalogue_ucum: 'mmol/L', amount: 6.99 })
      expect(await report.verify()).toMatchObject({ httpStatus: 200 })
      expect(await report.release()).toMatchObject({ httpStatus: 200 })
      const { data } = await asAda(readResults, { params: { reference: report.order } })
      expect(data.results[0]?.values[0]).toMatchObject({ value: '126', unit: 'mg/dL', low: 54, high: 108 })
      const exported = await exportedText(world, ada, report.order)
      expect(exported).toContain('"code":"mg/dL"')
      expect(exported).toContain('"code":{"text":"Fasting glucose"}')
    })
  })

  test('has dangerous values called as in mmol/L', async () => {
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      const report = await begun(sugar)
      for (const [value, flag, tier] of [
        ['39', 'critical_low', 'immediate'],
        ['600', 'critical_high', 'immediate'],
        ['95', 'normal', null],
      ] as const) {
        await report.enter([['Fasting glucose', value]])
        expect(await report.lineOf('Fasting glucose')).toMatchObject({ flag, tier })
      }
    })
  })

  test('is stopped by a plausibility limit in its own unit, also for what a system sends in mmol/L', async () => {
    const limit = world.sql`code = 'glucose-high-1'`
    await world.sql`update plausibility_limit set approved_by = 'Dr Signed' where ${limit}`
    const stopsOf = async (report: Awaited<ReturnType<typeof begun>>) =>
      (await report.read()).versions[0]?.warnings.map(({ stops }) => stops)
    try {
      await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
        const report = await begun(sugar)
        // 60 mmol/L are 1081 mg/dL.
        for (const [value, stops] of [
          ['70', []],
          ['1090', [true]],
        ] as const) {
          await report.enter([['Fasting glucose', value]])
          expect(await stopsOf(report)).toEqual(stops)
        }
        expect(await report.verify()).toMatchObject({ code: 'values_not_confirmed' })
        const sent = await begun(sugar)
        const [accession = ''] = await accessionsOf(world, sent.order)
        await post(world, key, bundleOf({ accession, values: [amount('14771-0', 70, 'mmol/L')] }))
        expect(await sent.lineOf('Fasting glucose')).toMatchObject({ unit: 'mg/dL', sent: { value: '70' } })
        expect(await stopsOf(sent)).toEqual([true])
      })
      const inMoles = await begun(sugar)
      const [accession = ''] = await accessionsOf(world, inMoles.order)
      // 9 mmol/L, and no 162 of them.
      await post(world, key, bundleOf({ accession, values: [amount('14771-0', 162, 'mg/dL')] }))
      expect(await inMoles.lineOf('Fasting glucose')).toMatchObject({ sent: { value: '162', unit: 'mg/dL' } })
      expect(await stopsOf(inMoles)).toEqual([])
    } finally {
      await world.sql`update plausibility_limit set approved_by = null where ${limit}`
    }
  })

  test('compares with earlier values in the other unit, for the delta and in trends', async () => {
    const patient = newPatient()
    const first = await begun(sugar, patient)
    await first.enter([['Fasting glucose', '5.0']])
    await first.verify()
    await first.release()
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      world.clock.moveOn(60_000)
      const second = await begun(sugar, patient)
      expect(second.analytes[0]?.last).toMatchObject({ value: '5.0', unit: 'mmol/L' })
      await second.enter([['Fasting glucose', '110']])
      await second.verify()
      await second.release()
      const { series } = (await asAda(readTrends, { params: { reference: second.order } })).data
      expect(series).toMatchObject([{ unit: 'mg/dL', apartFrom: [] }])
      expect(series[0]?.points).toMatchObject([
        { amount: 90.08, reported: { value: '5.0', unit: 'mmol/L' } },
        { amount: 110, reported: { value: '110', unit: 'mg/dL' } },
      ])
    })
  })

  test('keeps the unit of a report that has begun, also in its correction', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '7.0']])
    const waiting = await begun(sugar)
    const draft = { typed: [{ position: 1, value: '7.0' }], basedOn: null, upon: null }
    await bench.enters(saveEntryDraft, { params: { id: waiting.id }, body: draft })
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      expect((await report.read()).analytes[0]).toMatchObject({ unit: 'mmol/L', high: 6 })
      await report.enter([['Fasting glucose', '7.2']])
      expect(await report.lineOf('Fasting glucose')).toMatchObject({
        value: '7.2',
        unit: 'mmol/L',
        flag: 'high',
      })
      await report.verify()
      await report.release()
      const { id } = report
      await bench.verifies(correctReport, { params: { id }, body: { reason: 'Measured again' } })
      expect((await report.read()).analytes[0]).toMatchObject({ unit: 'mmol/L' })
      // A report without values goes over to the new unit, and what was typed before is not filled in.
      const now = await waiting.read()
      expect(now.analytes[0]).toMatchObject({ unit: 'mg/dL' })
      expect(now.draft).toMatchObject({ onOtherLines: true })
    })
  })

  test('refuses what was typed on a form in the other unit', async () => {
    const report = await begun(sugar)
    const { linesVersion } = await report.read()
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      const typed = [{ position: 1, value: '7.0' }]
      const body = { typed, basedOn: null, upon: null, linesVersion }
      const saved = await bench.enters(saveEntryDraft, { params: { id: report.id }, body })
      expect(saved).toMatchObject({ httpStatus: 409, code: 'lines_changed' })
    })
  })

  test('gets urea in mg/dL only under a code that says whether it is urea or urea nitrogen', async () => {
    await withUnit('Urea', panel.name, 'mg/dL', [], async () => {
      for (const [sent, expected] of [
        [amount('3091-6', 60, 'mg/dL'), '60'],
        [amount('3094-0', 28, 'mg/dL'), '60'],
        [amount('22664-7', 10, 'mmol/L'), '60'],
        [amount('22664-7', 60, 'mg/dL'), undefined],
      ] as const) {
        world.clock.moveOn(61_000)
        const report = await begun(panel)
        const [accession = ''] = await accessionsOf(world, report.order)
        await post(world, key, bundleOf({ accession, values: [sent] }))
        expect((await report.lineOf('Urea'))?.value).toBe(expected)
      }
    })
  })

  test.each([
    ['in mmol/L', () => amount('14771-0', 7, 'mmol/L'), '126', { value: '7', unit: 'mmol/L' }],
    ['in mg/dL under the code in moles', () => amount('14771-0', 126.4, 'mg/dL'), '126.4', null],
  ])('gets what a system sends %s', async (_, value, expected, sent) => {
    world.clock.moveOn(61_000)
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      const report = await begun(sugar)
      const [accession = ''] = await accessionsOf(world, report.order)
      await post(world, key, bundleOf({ accession, values: [value()] }))
      expect(await report.lineOf('Fasting glucose')).toMatchObject({ value: expected, unit: 'mg/dL', sent })
    })
  })
})

describe('calculated lines of a lab with units of its own', () => {
  test('eGFR follows from creatinine in mg/dL', async () => {
    await withUnit('Creatinine', creatinine.name, 'mg/dL', [], async () => {
      const report = await begun(creatinine, { ...newPatient(), dob: '1966-02-14' })
      await report.enter([['Creatinine', '5.09']])
      expect(await report.lineOf('eGFR (CKD-EPI 2021)')).toMatchObject({ value: '9', flag: 'low' })
    })
  })

  test('LDL in mg/dL follows from the others in mg/dL', async () => {
    const own = ['Total cholesterol', 'Triglycerides', 'HDL cholesterol', 'LDL cholesterol (calculated)']
    const inMgPerDl = (names: readonly string[], act: () => Promise<void>): Promise<void> => {
      const [name, ...others] = names
      if (name === undefined) return act()
      return withUnit(name, lipids.name, 'mg/dL', [], () => inMgPerDl(others, act))
    }
    await inMgPerDl(own, async () => {
      const report = await begun(lipids)
      await report.enter([
        ['Total cholesterol', '200'],
        ['HDL cholesterol', '50'],
        ['Triglycerides', '150'],
      ])
      expect(await report.lineOf('LDL cholesterol (calculated)')).toMatchObject({
        value: '120',
        unit: 'mg/dL',
      })
      expect(await report.lineOf('Total cholesterol to HDL ratio')).toMatchObject({ value: '4.0' })
      // In the catalogue's unit 180 mg/dL of HDL are less than 200 mg/dL of total cholesterol, and 300 are more.
      expect(
        await report.enter([
          ['Total cholesterol', '200'],
          ['HDL cholesterol', '300'],
          ['Triglycerides', '150'],
        ]),
      ).toMatchObject({ httpStatus: 400, code: 'invalid' })
    })
  })
})

describe('the unit of a lab', () => {
  test('is chosen only by verifiers and managers of the whole lab, and only from what is offered', async () => {
    const { id } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    const desk = await hire(world, yaba.slug, ['desk', 'scientist'])
    const atAnnex = await hire(world, yaba.slug, ['manager'], [yaba.annex])
    for (const other of [desk, atAnnex])
      expect(await reportIn(other, id, 'mg/dL')).toMatchObject({ code: 'not_your_duty' })
    expect(await reportIn(asTola, id, 'g/L')).toMatchObject({
      ...{ httpStatus: 400, fields: { reportIn: 'Choose one of the units that are offered.' } },
    })
    const elsewhere = await hire(world, ikeja.slug, ['manager'])
    expect(await reportIn(elsewhere, id, 'mg/dL')).toMatchObject({ httpStatus: 200 })
    expect((await lineOf(asTola, 'Fasting glucose', sugar.name)).ucum).toBe('mmol/L')
  })

  test('never takes over the numbers of the unit before', async () => {
    const { id } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    const inMoles = women(3.9, 5.5)
    expect(await reportIn(asTola, id, 'mmol/L', { own: [inMoles] })).toMatchObject({ httpStatus: 200 })
    const { set: seen } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    const wish = { seen: seen?.at ?? null }
    expect(await reportIn(asTola, id, 'mg/dL', { ...wish, own: [inMoles] })).toMatchObject({
      ...{ httpStatus: 400, fields: { '0': expect.stringMatching(/in mg\/dL/) } },
    })
    const inMass = women(70, 99)
    expect(await reportIn(asTola, id, 'mg/dL', { ...wish, own: [inMass] })).toMatchObject({ httpStatus: 200 })
    const report = await begun(sugar)
    expect(report.analytes[0]).toMatchObject({ unit: 'mg/dL', low: 70, high: 99, basis: 'lab' })
    const { set: now } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    expect(await reportIn(asTola, id, 'mmol/L', { seen: now?.at ?? null })).toMatchObject({ httpStatus: 200 })
  })

  test('changes in all tests that measure the same; intervals of the others are converted, also for reports in the old unit', async () => {
    const inPanel = () => lineOf(asTola, 'Creatinine', panel.name)
    const before = await inPanel()
    const own = [{ ...anyone(60, 110), criticalHigh: 350 }]
    const wish = { own, seen: before.set?.at ?? null }
    expect(await reportIn(asTola, before.id, 'umol/L', wish)).toMatchObject({ httpStatus: 200 })
    const report = await begun(panel)
    await report.enter([['Creatinine', '400']])
    await withUnit('Creatinine', creatinine.name, 'mg/dL', [anyone(0.8, 1.4)], async () => {
      const converted = { ...anyone(0.68, 1.24), criticalHigh: 3.95 }
      expect(await inPanel()).toMatchObject({ unit: 'mg/dL', own: [converted] })
      // The report that has a value is read by the limits of its unit.
      await report.enter([['Creatinine', '401']])
      expect(await report.lineOf('Creatinine')).toMatchObject({
        unit: 'µmol/L',
        high: 110,
        tier: 'immediate',
      })
      // The catalogue's critical limit is in µmol/L, in a later change too.
      const { id, set: seen } = await lineOf(asTola, 'Creatinine', creatinine.name)
      const slip = { own: [{ ...anyone(0.7, 1.3), criticalHigh: 530 }], seen: seen?.at ?? null }
      expect(await reportIn(asTola, id, 'mg/dL', slip)).toMatchObject({ httpStatus: 400, code: 'invalid' })
    })
    expect(await inPanel()).toMatchObject({
      unit: 'µmol/L',
      own: [{ low: 60.1, high: 110, criticalHigh: 349 }],
    })
    await reportIn(asTola, before.id, 'umol/L', { seen: (await inPanel()).set?.at ?? null })
  })

  test('gives the intervals of an immunoassay to each of its tests, and takes them back with the unit', async () => {
    const inProfile = () => lineOf(asTola, 'Prolactin', profile.name)
    await withUnit('Prolactin', prolactin.name, 'ng/mL', [anyone(4.8, 23.3)], async () => {
      expect(await inProfile()).toMatchObject({ unit: 'ng/mL', own: [anyone(4.8, 23.3)] })
    })
    expect(await inProfile()).toMatchObject({ unit: 'mIU/L', own: [] })
  })

  test('lets a report be entered whose sample was rejected before the unit changed', async () => {
    const report = await begun(sugar)
    await report.enter([['Fasting glucose', '7.0']])
    const [accession = ''] = await accessionsOf(world, report.order)
    await bench.enters(rejectSample, { params: { accession }, body: { reason: 'leaked', note: null } })
    await withUnit('Fasting glucose', sugar.name, 'mg/dL', [], async () => {
      world.clock.moveOn(60_000)
      await bench.enters(collectSamples, { params: { reference: report.order }, body: {} })
      const second = (await accessionsOf(world, report.order)).at(-1) ?? ''
      await bench.enters(receiveSample, { params: { accession: second } })
      const { analytes, linesVersion, versions } = await report.read()
      const value = analytes[0]?.unit === 'mg/dL' ? '126' : '7.0'
      const body = { values: [{ position: 1, value }], basedOn: versions[0]?.enteredAt ?? null, linesVersion }
      const entered = await bench.enters(enterResults, { params: { id: report.id }, body })
      expect(entered).toMatchObject({ httpStatus: 200 })
      expect(await report.lineOf('Fasting glucose')).toMatchObject({ unit: analytes[0]?.unit, flag: 'high' })
    })
  })

  test('set by two at once is stored once; the same wish again changes nothing, and another is refused', async () => {
    const { id, unit } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    const wishes = [70, 70, 70, 71, 71, 71].map((low) =>
      reportIn(asTola, id, 'mg/dL', { own: [women(low, 99)], unit }),
    )
    const answers = await Promise.all(wishes)
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'lines_changed')).toHaveLength(3)
    const [stored] = await world.sql`select count(*)::int as units from lab_unit
      where lab_id = (select id from lab where slug = ${yaba.slug}) and analyte_id = ${id} and ended_at is null`
    expect(stored).toEqual({ units: 1 })
    const { set: now } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    await reportIn(asTola, id, 'mmol/L', { seen: now?.at ?? null })
    expect((await reportsOf(bench.enters, (await begun(sugar)).order))[0]?.analytes[0]?.unit).toBe('mmol/L')
  })

  test('never gets a value that was typed in the unit before, however the two requests cross', async () => {
    const { id, unit } = await lineOf(asTola, 'Fasting glucose', sugar.name)
    for (let round = 0; round < 6; round += 1) {
      const report = await begun(sugar)
      const { linesVersion } = await report.read()
      const values = [{ position: 1, value: '7.0' }]
      const body = { values, basedOn: null, linesVersion }
      const [, entered] = await Promise.all([
        reportIn(asTola, id, 'mg/dL', { unit }),
        bench.enters(enterResults, { params: { id: report.id }, body }),
      ])
      const line = (await report.read()).analytes[0]
      const stored = await report.lineOf('Fasting glucose')
      if (entered.httpStatus === 200) expect([stored?.unit, line?.unit]).toEqual(['mmol/L', 'mmol/L'])
      else expect([entered.code, stored]).toEqual(['lines_changed', undefined])
      await reportIn(asTola, id, 'mmol/L')
    }
  })
})
