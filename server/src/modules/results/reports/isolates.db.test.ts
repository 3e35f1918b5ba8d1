import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { correctReport, readResults, verifyReport } from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { accessionsOf, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba } from '../../../../test/report-at-bench.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import { readTestSheet } from '../../catalogue/index.ts'
import { readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'

vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await world.sql`update lab_location set departments = array_append(departments, 'Microbiology')`
  await world.sql`update lab set departments = array_append(departments, 'Microbiology')`
  await sellAtYaba(world, { 'blood-culture': 12000, 'stool-mcs': 9000 })
})

const bloodCulture = { name: 'Blood culture', amount: 12000 }
const lineName = 'Organisms and susceptibility'
const patient = { name: 'Bisi Ojo', gender: 'Female', dob: '1966-02-14' } as const
const begun = () => beginReport(world, { books: asAda, bench }, bloodCulture, patient)

const culture = `Escherichia coli, in both bottles
- Ceftriaxone: R (MIC >=64 mg/L)
- Meropenem: S (zone 30 mm)

Breakpoints: EUCAST 2026`

describe('the organisms of a culture', () => {
  test('are read with their susceptibility by the patient, and by a receiver of FHIR', async () => {
    const report = await begun()
    const entered = await report.enter([
      ['Culture', 'Growth'],
      [lineName, culture],
    ])
    expect(entered).toMatchObject({ httpStatus: 200 })
    const coli = {
      ...{ organism: 'Escherichia coli', quantity: 'in both bottles' },
      agents: [
        { agent: 'Ceftriaxone', result: 'R', measured: { method: 'MIC', value: '>=64' } },
        { agent: 'Meropenem', result: 'S', measured: { method: 'zone', value: '30' } },
      ],
    }
    const isolates = { found: [coli], breakpoints: 'EUCAST 2026' }
    expect(await report.lineOf(lineName)).toMatchObject({ value: culture, isolates, flag: null })
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    const { data } = await asAda(readResults, { params: { reference: report.order } })
    expect(data.results[0]?.values.find(({ name }) => name === lineName)).toMatchObject({ isolates })
    const exported = await exportedText(world, ada, report.order)
    expect(exported).toContain('"code":"562","display":"Escherichia coli"}],"text":"Escherichia coli"}')
    expect(exported).toContain('"code":"18895-3","display":"cefTRIAXone [Susceptibility]"}]')
    expect(exported).toContain(
      '"text":"Ceftriaxone, organism 1"},"valueQuantity":{"comparator":">=","value":64',
    )
    expect(exported).toContain('"code":"R","display":"Resistant"')
  })

  test('that respond to an agent which they are expected to resist warn until the release, and are not refused', async () => {
    const report = await begun()
    const text = culture.replace('- Meropenem', '- Vancomycin: S\n- Meropenem')
    await report.enter([
      ['Culture', 'Growth'],
      [lineName, text],
    ])
    const read = async () => {
      const { analytes, versions } = await report.read()
      const line = analytes.find(({ name }) => name === lineName)
      expect(line?.resistances.length).toBeGreaterThan(20)
      expect(analytes.filter(({ resistances }) => resistances.length > 0)).toEqual([line])
      return versions[0]?.warnings.map(({ kind, check }) => [kind, check])
    }
    const warned = [['unexpected', 'Vancomycin for Escherichia coli']]
    expect(await read()).toEqual(warned)
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
    expect(await read()).toEqual(warned)
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    expect(await read()).toEqual([])
  })

  test.each([
    ['Escherichia coli\n- Ceftriaxone: R', /breakpoints/],
    ['Sensitive to: ceftriaxone', /name the organism/],
  ])('written as %j are refused, with what is wrong', async (typed, wrong) => {
    const report = await begun()
    const { position = 0 } = report.analytes.find(({ name }) => name === lineName) ?? {}
    const entered = await report.enter([
      ['Culture', 'Growth'],
      [lineName, typed],
    ])
    expect(entered).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid', fields: { [position]: expect.stringMatching(wrong) } },
    })
  })

  test('are refused beside a culture without growth', async () => {
    const report = await begun()
    const entered = await report.enter([
      ['Culture', 'No growth'],
      [lineName, culture],
    ])
    expect(entered).toMatchObject({ httpStatus: 400, code: 'invalid' })
  })

  test('are needed once something grew: until then the report is preliminary only', async () => {
    const report = await begun()
    await report.enter([['Culture', 'Growth']])
    expect(await report.read()).toMatchObject({
      missing: [lineName],
      may: expect.not.arrayContaining(['verify']),
    })
    expect((await reportsOf(bench.verifies, report.order))[0]?.may).toEqual(['verify_preliminary'])
    const { position = 0 } = report.analytes.find(({ name }) => name === lineName) ?? {}
    expect(await report.verify()).toMatchObject({
      ...{ httpStatus: 409, code: 'values_missing', fields: { [position]: expect.any(String) } },
    })
    await report.enter([
      ['Culture', 'Growth'],
      [lineName, culture],
    ])
    expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  })

  test('that a system sends by name are filled in', async () => {
    world.clock.moveOn(61_000)
    const report = await begun()
    const [accession = ''] = await accessionsOf(world, report.order)
    const organism = { code: { coding: [{ system: 'http://loinc.org', code: '600-7' }] } }
    const values = [{ ...organism, valueString: 'Salmonella Typhi' }]
    await post(world, await keyOf(world), bundleOf({ accession, values }))
    expect(await report.lineOf(lineName)).toMatchObject({
      value: 'Salmonella Typhi',
      isolates: { found: [{ organism: 'Salmonella Typhi', agents: [] }] },
    })
  })
})

/** Enters these organisms, verifies and releases them; of a correction if there is a version already. */
async function releaseCulture(report: Awaited<ReturnType<typeof begun>>, text: string) {
  const { id } = report
  if ((await report.read()).versions.length > 0)
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Read again' } })
  await report.enter([
    ['Culture', 'Growth'],
    [lineName, text],
  ])
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  expect(await report.release()).toMatchObject({ httpStatus: 200 })
  return (await report.read()).versions[0]
}

describe('a culture that only says more', () => {
  test('completes its preliminary report, and is no correction', async () => {
    const report = await begun()
    const named = 'Escherichia coli, in both bottles'
    await report.enter([
      ['Culture', 'Growth'],
      [lineName, named],
    ])
    const { id } = report
    const seen = (await report.read()).versions[0]?.enteredAt ?? ''
    await bench.verifies(verifyReport, { params: { id }, body: { seen, preliminary: true } })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    await report.enter([
      ['Culture', 'Growth'],
      [lineName, culture],
    ])
    await report.verify()
    await report.release()
    const [version] = (await report.read()).versions
    expect(version).toMatchObject({ completes: true, correction: null })
  })

  test('adds to its final report; another result of an agent corrects it', async () => {
    const report = await begun()
    await releaseCulture(report, 'Escherichia coli, in both bottles')
    expect(await releaseCulture(report, culture)).toMatchObject({ addsOnly: true })
    const second = culture.replace('- Meropenem', '- Colistin: S (MIC 1 mg/L)\n- Meropenem')
    expect(await releaseCulture(report, second)).toMatchObject({ addsOnly: true })
    const another = await releaseCulture(report, second.replace('Ceftriaxone: R', 'Ceftriaxone: S'))
    expect(another).toMatchObject({ addsOnly: false })
  })
})

test('another organism is a correction: it may be the dangerous one', async () => {
  const report = await begun()
  const first = 'Staphylococcus epidermidis, one bottle'
  await releaseCulture(report, first)
  const more = await releaseCulture(report, `${first}\n\nNeisseria meningitidis, both bottles`)
  expect(more).toMatchObject({ addsOnly: false })
})

describe('in a stool', () => {
  const stool = { name: 'Stool culture', amount: 9000 }
  const begunStool = () => beginReport(world, { books: asAda, bench }, stool, patient)
  const typed = (organisms: string, appearance: string) =>
    [
      ...[['Appearance', appearance] as const, ['Ova, cysts or parasites', 'Not seen'] as const],
      ...[['Culture', 'Growth'] as const, [lineName, organisms] as const],
    ] as const
  const cholera = 'Vibrio cholerae O1, profuse growth'
  const tested = `${cholera}\n- Doxycycline: S\n\nBreakpoints: EUCAST 2026`

  test('cholera opens a call by itself; agents that are tested later need no other', async () => {
    const report = await begunStool()
    await report.enter(typed(cholera, 'Watery'))
    expect(await report.lineOf(lineName)).toMatchObject({ flag: 'critical_abnormal', tier: 'urgent' })
    expect(await report.lineOf('Culture')).toMatchObject({ tier: null })
    await report.verify()
    const { call } = await report.read()
    expect(call).toMatchObject({ tier: 'urgent', state: 'open' })
    await report.release()
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Agents were tested' } })
    await report.enter(typed(tested, 'Watery'))
    await report.verify()
    const hashes = await world.sql<{ hash: string }[]>`
      select distinct encode(values_hash, 'hex') as hash from critical_call where report_id = ${id}`
    expect(hashes).toHaveLength(1)
  })

  test('a correction of another line does not list a culture that only says more', async () => {
    const report = await begunStool()
    await report.enter(typed('Escherichia coli', 'Formed'))
    await report.verify()
    await report.release()
    const { id } = report
    await bench.verifies(correctReport, { params: { id }, body: { reason: 'Said on the phone' } })
    const agents = '- Gentamicin: S\n\nBreakpoints: EUCAST 2026'
    await report.enter(typed(`Escherichia coli\n${agents}`, 'Watery'))
    await report.verify()
    await report.release()
    const { data } = await asAda(readResults, { params: { reference: report.order } })
    expect(data.results[0]).toMatchObject({ version: 2, addsOnly: false, correction: 'Said on the phone' })
    expect(data.results[0]?.replaces).toMatchObject([{ values: [{ name: 'Appearance', value: 'Formed' }] }])
    expect(data.results[0]?.replaces[0]?.values).toHaveLength(1)
    const lines = await world.sql`select line from report_version was
      join report_version now on now.report_id = was.report_id and now.number = 2
      cross join lateral lines_changed(was, now) where was.report_id = ${id} and was.number = 1`
    expect([...lines]).toEqual([{ line: 1 }])
  })
})

test('two strains of one name: whatever changes is a correction', async () => {
  const report = await begun()
  const two = (result: string) =>
    `Escherichia coli\n- Ampicillin: S\n- Gentamicin: S\n\nEscherichia coli\n- Ampicillin: ${result}\n\nBreakpoints: EUCAST 2026`
  await releaseCulture(report, two('S'))
  expect(await releaseCulture(report, two('R'))).toMatchObject({ addsOnly: false })
})

test('an organism in words that are no name waits for a person, and the delivery is taken', async () => {
  world.clock.moveOn(61_000)
  const report = await begun()
  const [accession = ''] = await accessionsOf(world, report.order)
  const organism = { code: { coding: [{ system: 'http://loinc.org', code: '600-7' }] } }
  const values = [{ ...organism, valueString: 'Escherichia coli. Sensitive to: ceftriaxone' }]
  const heard = await post(world, await keyOf(world), bundleOf({ accession, values }))
  expect([heard.status, heard.issues]).toEqual([200, ['warning code-invalid']])
  expect(await report.lineOf(lineName)).toBeUndefined()
})

test('each culture of the catalogue has one line for its organisms, and none for sensitivities in words', () => {
  const sheet = (name: string) => ({
    name,
    text: readFileSync(join(import.meta.dirname, '../../../../../reference', name), 'utf8'),
  })
  const problems: string[] = []
  const lines = readAnalyteSheet(sheet('analytes.csv'), readTestSheet(sheet('tests.csv'), problems), problems)
  expect(problems).toEqual([])
  const cultures = lines.filter(({ name }) => name === 'Culture').map(({ testCode }) => testCode)
  const withIsolates = lines
    .filter(({ structure }) => structure === 'isolates')
    .map(({ testCode }) => testCode)
  // Food handlers are tested for two germs alone, without a line for the culture.
  expect(withIsolates).toEqual([...cultures, 'food-handler-stool'])
  expect(lines.filter(({ name }) => /sensitivit/i.test(name))).toEqual([])
})
