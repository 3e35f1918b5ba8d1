import { enterResults, type LabReport, readIntervals, saveEntryDraft, setIntervals } from '@labalaba/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, sola, sugar, tola } from '../../../../test/cast.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { requireMember } from '../../labs/index.ts'
import type { AnalyteInput } from '../analytes/analyte-spreadsheet.ts'
import { importOwnAnalytes } from '../analytes/analytes.ts'
import { enterResults as enterVerb } from '../reports/reports.ts'

const world = await buildWorld()
const { db, sql } = world
let asSola: Caller
let asTola: Caller
let order: string
let report: LabReport

const only = async () => (await reportsOf(asSola, order))[0] ?? expect.unreachable()
const line = (changes: Partial<AnalyteInput> = {}): AnalyteInput => ({
  ...{ line: 2, testCode: 'fbs', position: 1, name: 'Glucose', loinc: null, kind: 'quantity' },
  ...{ ucum: 'mmol/L', unit: 'mmol/L', choices: [], expected: [], needed: true, toBeConfirmed: false },
  ...{ maleLow: 3.9, maleHigh: 5.6, femaleLow: 3.9, femaleHigh: 5.6, criticalLow: null, criticalHigh: null },
  ...{ source: null, about: null, structure: null, ...changes },
})
const milligrams = { ucum: 'mg/dL', unit: 'mg/dL', maleLow: 70, maleHigh: 100 }

/** An operator imports these lines of the test; returns the problems. */
async function importLines(...lines: AnalyteInput[]): Promise<string[]> {
  const problems: string[] = []
  await db.transaction().execute((tx) => importOwnAnalytes(tx, lines, problems))
  return problems
}
const enter = async (value: string, linesVersion?: string) =>
  await asSola(enterResults, {
    params: { id: report.id },
    body: { values: [{ position: 1, value }], basedOn: null, ...(linesVersion && { linesVersion }) },
  })
const keep = async (value: string, linesVersion: string, basedOn: string | null = null) =>
  await asSola(saveEntryDraft, {
    params: { id: report.id },
    body: { typed: [{ position: 1, value }], basedOn, upon: null, linesVersion },
  })

/** Sola, as the verbs know her. */
async function asMember() {
  const [found] = await sql<{ staffId: string; accountId: number }[]>`
    select id as "staffId", account_id::int as "accountId" from staff_member where email = ${sola.email}`
  if (!found) throw new Error('Sola is gone')
  const member = await requireMember(db, { ...found, type: 'lab' } as Actor)
  return { member, accountId: found.accountId, at: world.clock.now() }
}

async function untilALockWaits(): Promise<void> {
  await expect
    .poll(async () => (await sql`select from pg_locks where not granted`).length, { timeout: 15_000 })
    .toBeGreaterThan(0)
}

beforeEach(async () => {
  ;[asSola, asTola] = await Promise.all([world.as(sola), world.as(tola)])
  await sql`alter table result_value disable trigger user`
  await sql`delete from result_value`
  await sql`alter table result_value enable trigger user`
  expect(await importLines(line())).toEqual([])
  order = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }] })
  report = await only()
})

describe('a value that was typed on a page opened before the unit changed', () => {
  test('is not entered in the new unit; the draft keeps the old one', async () => {
    const { data: kept } = await keep('90', report.linesVersion)
    expect(await importLines(line(milligrams))).toEqual([])
    expect(await enter('5.1', report.linesVersion)).toMatchObject({ httpStatus: 409, code: 'lines_changed' })
    expect(await keep('91', report.linesVersion, kept.version)).toMatchObject({
      ...{ httpStatus: 409, code: 'lines_changed' },
    })
    const now = await only()
    expect(now.versions).toEqual([])
    expect(now.linesVersion).not.toBe(report.linesVersion)
    expect(now.draft).toMatchObject({
      onOtherLines: true,
      typed: [{ position: 1, value: '90', name: 'Glucose', unit: 'mmol/L' }],
    })
    expect((await enter('95', now.linesVersion)).httpStatus).toBe(200)
    expect((await only()).versions[0]?.values).toMatchObject([{ value: '95', unit: 'mg/dL' }])
  })

  test('is entered if only an interval was changed', async () => {
    expect(await importLines(line({ maleHigh: 6.1 }))).toEqual([])
    expect((await enter('5.1', report.linesVersion)).httpStatus).toBe(200)
  })

  test('waits for a running import, and is not entered after it', async () => {
    let entered = Promise.resolve<Awaited<ReturnType<typeof enter>> | null>(null)
    await db.transaction().execute(async (tx) => {
      expect(await importOwnAnalytes(tx, [line(milligrams)], [])).toHaveLength(1)
      entered = enter('5.1', report.linesVersion)
      await untilALockWaits()
    })
    expect(await entered).toMatchObject({ httpStatus: 409, code: 'lines_changed' })
  })

  test('makes an import wait while it is entered, and the import then leaves the line as it is', async () => {
    let imported = Promise.resolve<string[]>([])
    await db.transaction().execute(async (tx) => {
      const by = await asMember()
      await enterVerb(tx, by, report.id, { values: [{ position: 1, value: '5.1' }], basedOn: null })
      imported = importLines(line(milligrams))
      await untilALockWaits()
    })
    expect(await imported).toHaveLength(1)
    expect((await only()).analytes[0]?.unit).toBe('mmol/L')
  })

  test('keeps the unit it was typed in, when twenty people enter during an import', async () => {
    const contenders = Array.from({ length: 20 }, () => enter('7', report.linesVersion))
    await Promise.all([...contenders.slice(0, 10), importLines(line(milligrams)), ...contenders.slice(10)])
    const { versions, analytes } = await only()
    const [value] = versions[0]?.values ?? []
    // Either it was entered first, and the import left the line; or the import was first, and nothing is entered.
    expect(value?.unit ?? analytes[0]?.unit).toBe(value ? 'mmol/L' : 'mg/dL')
  })
})

describe('a line without a code', () => {
  test('becomes another measurement with another unit, once results use it', async () => {
    expect(await importLines(line({ ucum: null, unit: 'mg%' }))).toEqual([])
    report = await only()
    expect((await enter('90', report.linesVersion)).httpStatus).toBe(200)
    expect(await importLines(line({ ucum: null, unit: 'mmol/L' }))).toHaveLength(1)
    expect(await importLines(line({ ucum: null, unit: 'mg%', maleHigh: 99 }))).toEqual([])
  })
})

describe('a lab’s own interval', () => {
  test('is not set in another unit than the page showed', async () => {
    const { data } = await asTola(readIntervals, { query: { search: 'fasting blood sugar' } })
    const shown = data.lines.find(({ name }) => name === 'Glucose') ?? expect.unreachable()
    expect(await importLines(line(milligrams))).toEqual([])
    const range = { low: 4, high: 6, criticalLow: null, criticalHigh: null }
    const own = [{ sex: null, from: { amount: 0, unit: 'days' as const }, to: null, ...range }]
    const body = { own, seen: null, unit: shown.unit }
    const asked = { params: { analyte: String(shown.id) }, body }
    expect(await asTola(setIntervals, asked)).toMatchObject({ httpStatus: 409, code: 'lines_changed' })
    const again = await asTola(setIntervals, { ...asked, body: { ...body, unit: 'mg/dL' } })
    expect(again.httpStatus).toBe(200)
    expect(await importLines(line())).toHaveLength(1)
  })
})
