import {
  correctReport,
  logCall,
  longestLineComment,
  readResults,
  saveEntryDraft,
  verifyReport,
} from '@labalaba/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, fbc } from '../../../../test/cast.ts'
import { accessionsOf, amount, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { exportedText } from '../../../../test/fhir/exported.ts'
import { type Bench, yabaBench } from '../../../../test/lab-staff.ts'
import { beginReport, sellAtYaba, type TypedByName } from '../../../../test/report-at-bench.ts'
import { completed } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'

// A report that is released twice is drawn twice, and beside other tests each drawing takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const world = await buildWorld()
let asAda: Caller
let bench: Bench
beforeAll(async () => {
  ;[asAda, bench] = await Promise.all([world.as(ada), yabaBench(world)])
  await sellAtYaba(world, { creatinine: 4000 })
})

const creatinine = { name: 'Creatinine with eGFR', amount: 4000 }
const patient = { name: ada.name, gender: 'Male', dob: '1966-02-14', person: 'self' } as const
const haemolysed = 'Slightly haemolysed; repeat if it does not fit'
const bare = [['Creatinine', '90']] as const satisfies TypedByName
const commented = [['Creatinine', '90', haemolysed]] as const satisfies TypedByName

const begun = (of: { name: string; amount: number } = creatinine) =>
  beginReport(world, { books: asAda, bench }, of, patient)
type Report = Awaited<ReturnType<typeof begun>>

/** Enters and verifies these values, releases them, and returns the version. */
async function release(report: Report, typed: TypedByName) {
  expect(await report.enter(typed)).toMatchObject({ httpStatus: 200 })
  expect(await report.verify()).toMatchObject({ httpStatus: 200 })
  expect(await report.release()).toMatchObject({ httpStatus: 200 })
  return (await report.read()).versions[0] ?? expect.unreachable()
}

async function correct({ id }: Report) {
  const body = { reason: 'Said on the phone' }
  expect(await bench.verifies(correctReport, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
}

async function read({ order }: Report) {
  const { data } = await asAda(readResults, { params: { reference: order } })
  return data.results[0]?.values ?? expect.unreachable()
}

describe('a comment on a line of a report', () => {
  test('is read with its value by the verifier, the patient and a receiver of FHIR', async () => {
    const report = await begun()
    await report.enter(commented)
    expect(await report.lineOf('Creatinine')).toMatchObject({ value: '90', comment: haemolysed })
    expect(await report.lineOf('eGFR (CKD-EPI 2021)')).toMatchObject({ comment: null })
    await release(report, commented)
    expect(await read(report)).toMatchObject([{ comment: haemolysed }, { comment: null }])
    const sent = JSON.parse(await exportedText(world, ada, report.order))
    const notes = sent.entry
      .filter(
        ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === 'Observation',
      )
      .map(({ resource }: { resource: { note?: object } }) => resource.note)
    expect(notes).toEqual([[{ text: haemolysed }], undefined])
  })

  test('says more of a line that was not measured', async () => {
    const report = await begun()
    await report.enter([['Creatinine', 'Not measured: specimen unsuitable', 'Grossly haemolysed']])
    expect(await report.lineOf('Creatinine')).toMatchObject({
      ...{ notMeasured: 'unsuitable_specimen', comment: 'Grossly haemolysed' },
    })
  })

  test.each([
    ['longer than 300 characters', 'x'.repeat(longestLineComment + 1)],
    ['of two lines', 'One\nTwo'],
    ['with a control character', 'One\u0007'],
  ])('is refused if it is %s', async (_, comment) => {
    const report = await begun()
    expect(await report.enter([['Creatinine', '90', comment]])).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid' },
    })
    expect((await report.read()).versions).toEqual([])
  })

  test('is refused without a value or a reason, and nothing is stored', async () => {
    const report = await begun()
    const { position = 0 } = report.analytes.find(({ name }) => name === 'Creatinine') ?? {}
    expect(await report.enter([['Creatinine', '', haemolysed]])).toMatchObject({
      ...{ httpStatus: 400, code: 'invalid', fields: { [position]: expect.stringMatching(/comment/) } },
    })
    expect((await report.read()).versions).toEqual([])
  })

  test('is ignored on a line that is always calculated, as its value is', async () => {
    const report = await begun()
    const typed = [...bare, ['eGFR (CKD-EPI 2021)', '1', 'Typed by mistake']] as const
    expect(await report.enter(typed)).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('eGFR (CKD-EPI 2021)')).toMatchObject({ comment: null })
  })

  test('may be on a value that is calculated because none was typed', async () => {
    const report = await begun(fbc)
    const values = [
      ['Packed cell volume (PCV)', '45'],
      ['Red blood cells (RBC)', '5'],
      ['MCV', '', 'Anisocytosis'],
    ] as const
    const names = report.analytes.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(values.map(([name]) => name)))
    expect(await report.enter(values)).toMatchObject({ httpStatus: 200 })
    expect(await report.lineOf('MCV')).toMatchObject({ value: '90.0', comment: 'Anisocytosis' })
  })

  test('is frozen with its value, and the database allows no longer one', async () => {
    const report = await begun()
    await report.enter(commented)
    const write = (text: string) =>
      world.sql`update result_value set comment = ${text} where report_id = ${report.id} and position = 1`
    await expect(write('x'.repeat(301))).rejects.toThrow(/result_value_comment/)
    await expect(write('')).rejects.toThrow(/result_value_comment/)
    await report.verify()
    await expect(write('Not haemolysed')).rejects.toThrow(/frozen/)
  })

  test('stays in the result draft, also before there is a value', async () => {
    const { id, read: readReport } = await begun()
    const typed = [{ position: 1, value: '', comment: haemolysed }]
    const body = { typed, basedOn: null, upon: null }
    expect(await bench.enters(saveEntryDraft, { params: { id }, body })).toMatchObject({ httpStatus: 200 })
    expect((await readReport()).draft?.typed).toMatchObject(typed)
  })
})

describe('a later version', () => {
  test.each<[what: string, first: TypedByName, second: TypedByName, addsOnly: boolean]>([
    ['only adds with a comment where there was none', bare, commented, true],
    ['corrects with another comment', commented, [['Creatinine', '90', 'Not haemolysed']], false],
    ['corrects without the comment', commented, bare, false],
    [
      'corrects with another comment, whatever it adds',
      commented,
      [
        ['Creatinine', '90', 'Not haemolysed'],
        ['Comment', 'Repeat'],
      ],
      false,
    ],
    ['corrects with a comment on another value', bare, [['Creatinine', '95', haemolysed]], false],
    [
      'only adds with a further line beside the same comment',
      commented,
      [...commented, ['Comment', 'Repeat']],
      true,
    ],
  ])('%s', async (_, first, second, addsOnly) => {
    const report = await begun()
    await release(report, first)
    await correct(report)
    expect(await release(report, second)).toMatchObject({ addsOnly })
    expect(await exportedText(world, ada, report.order)).toContain(
      addsOnly ? '"status":"appended"' : '"status":"corrected"',
    )
  })

  test('begins with the comments of the one before', async () => {
    const report = await begun()
    await release(report, commented)
    await correct(report)
    expect(await report.lineOf('Creatinine')).toMatchObject({ comment: haemolysed })
  })

  test.each([
    ['completes', 'with a comment where there was none', undefined, haemolysed, true],
    ['completes', 'with the same comment', haemolysed, haemolysed, true],
    ['corrects', 'with another comment', haemolysed, 'Not haemolysed', false],
    ['corrects', 'without the comment', haemolysed, undefined, false],
  ])('%s a preliminary one %s', async (_verb, _what, first, second, completes) => {
    const report = await begun(fbc)
    const haemoglobin = report.analytes.find(({ name }) => name === 'Haemoglobin') ?? expect.unreachable()
    await report.enter([['Haemoglobin', '13.5', first ?? '']])
    const { id } = report
    const seen = (await report.read()).versions[0]?.enteredAt ?? ''
    await bench.verifies(verifyReport, { params: { id }, body: { seen, preliminary: true } })
    expect(await report.release()).toMatchObject({ httpStatus: 200 })
    const all = completed(report, [{ position: haemoglobin.position, value: '13.5' }])
    const nameOf = new Map(report.analytes.map(({ position, name }) => [position, name]))
    const typed = all.map(
      ({ position, value }) =>
        [
          ...([nameOf.get(position) ?? '', value] as const),
          position === haemoglobin.position ? (second ?? '') : '',
        ] as const,
    )
    expect((await release(report, typed)).completes).toBe(completes)
  })

  test('with a comment on a critical value asks for no second call', async () => {
    const report = await begun()
    await release(report, [['Creatinine', '900']])
    const called = { whom: 'patient', name: ada.name, phone: '08031234567' } as const
    const body = { ...called, number: 1, reached: true, readBack: true, attempt: crypto.randomUUID() }
    expect(await bench.verifies(logCall, { params: { id: report.id }, body })).toMatchObject({
      httpStatus: 200,
    })
    await correct(report)
    await release(report, [['Creatinine', '900', haemolysed]])
    const calls = await world.sql`select number, outcome, same_as is not null as is_same
      from critical_call where report_id = ${report.id} order by id`
    expect([...calls].at(-1)).toEqual({ number: 2, outcome: 'reached', is_same: true })
  })
})

describe('a note of a delivered value', () => {
  /** What a system sends of the creatinine of a new report. */
  async function sent(notes: readonly string[]) {
    world.clock.moveOn(61_000)
    const report = await begun()
    const [accession = ''] = await accessionsOf(world, report.order)
    const value = { ...amount('14682-9', 90, 'umol/L'), note: notes.map((text) => ({ text })) }
    const { issues } = await post(world, key, bundleOf({ accession, values: [value] }))
    return { issues, line: await report.lineOf('Creatinine') }
  }
  let key = ''
  beforeAll(async () => {
    key = await keyOf(world)
  })

  test('becomes the comment of its line, several in one line of text', async () => {
    const { issues, line } = await sent(['Slightly\nhaemolysed.', 'Repeat.'])
    expect(issues).toEqual(['information informational'])
    expect(line).toMatchObject({ value: '90', comment: 'Slightly haemolysed. Repeat.' })
  })

  test('that is too long makes the report wait for a person', async () => {
    const { issues, line } = await sent(['x'.repeat(longestLineComment + 1)])
    expect(issues).toEqual(['warning code-invalid'])
    expect(line).toBeUndefined()
  })
})
