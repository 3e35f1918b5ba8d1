import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  calculate,
  isOrganism,
  judge,
  type LabInterval,
  type LagosDate,
  lagosDate,
  limitsIn,
  type PregnancyLimit,
  pregnancyLoinc,
  readValue,
  type Trimester,
  trimestersOf,
} from '@labalaba/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSheet } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'
import { type AnalyteInput, readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import { aboutCritical } from '../critical-calls/policy.ts'
import {
  type CriticalRow,
  dayOfAge,
  isUnder18Months,
  type Measures,
  measuresFor,
  type PatientThen,
} from '../reports/policy.ts'
import { calculationOf } from './calculated-lines.ts'
import { type CriticalInput, readCriticalSheet, readTrimesters } from './critical-spreadsheet.ts'
import { impossibleValues } from './impossible.ts'
import { isOf } from './limit-spreadsheet.ts'
import { readPregnancySheet } from './pregnancy-spreadsheet.ts'

const reference = join(import.meta.dirname, '../../../../../reference')
const text = (name: string) => readFileSync(join(reference, name), 'utf8')
const sheet = (name: string) => ({ text: text(name), name })
const problems: string[] = []
const codes = new Set([...text('analytes.csv').matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => code))
const tests = [...codes].map((code) => ({ code }))
const lines = readAnalyteSheet(sheet('analytes.csv'), tests, problems)
const rows = readCriticalSheet(sheet('critical-limits.csv'), lines, problems)
const pregnancyRows = readPregnancySheet(sheet('pregnancy-limits.csv'), lines, problems)

test('the tables of limits fit the catalogue', () => {
  expect(problems).toEqual([])
})

const on = '2026-03-31' as LagosDate
const noon = new Date(`${on}T11:00:00Z`)

const rowsOfLines = new Map(lines.map((line) => [line, rows.filter((row) => isOf(row, line))]))

function measures(line: AnalyteInput, patient: PatientThen, theirs = rowsOfLines.get(line) ?? []) {
  return { ...line, ...measuresFor(catalogueOf(line), [], theirs, patient) }
}

function catalogueOf(line: AnalyteInput) {
  return {
    ...{ kind: line.kind, male_low: line.maleLow, male_high: line.maleHigh },
    ...{ female_low: line.femaleLow, female_high: line.femaleHigh, to_be_confirmed: line.toBeConfirmed },
    ...{ critical_low: line.criticalLow, critical_high: line.criticalHigh },
  }
}

function inPregnancy(line: AnalyteInput): PregnancyLimit[] {
  return pregnancyRows
    .filter((row) => isOf(row, line))
    .map(({ trimester, low, high, approvedBy }) => ({
      trimesters: trimester === null ? [1, 2, 3] : [trimester as Trimester],
      ...{ low, high, isSigned: approvedBy !== null },
    }))
}

/** The trimesters of the patient of a report, as its own line says; none unless she is pregnant. */
function trimestersIn(code: string, values: readonly [number, string][]): readonly Trimester[] {
  return trimestersOf(values.find(([position]) => lineAt(code, position).loinc === pregnancyLoinc)?.[1])
}

function readingOf(line: AnalyteInput, value: string) {
  const reading = readValue(line, value)
  if ('wrong' in reading) throw new Error(`${line.name} cannot be ${value}: ${reading.wrong}`)
  return reading
}

function judged(
  line: AnalyteInput,
  patient: PatientThen,
  value: string,
  trimesters: readonly Trimester[] = [],
) {
  const usual = { ...measures(line, patient), inPregnancy: inPregnancy(line) }
  return judge(limitsIn(usual, trimesters), readingOf(line, value))
}

const linesByPlace = new Map(lines.map((line) => [`${line.testCode}/${line.position}`, line]))

function lineAt(code: string, position: number): AnalyteInput {
  const line = linesByPlace.get(`${code}/${position}`)
  if (!line) throw new Error(`there is no line ${position} of ${code}`)
  return line
}

/** What each file of cases says of a case: its name, its test, and where its outcome comes from. */
const common = { needed: ['case', 'test', 'source', 'source_read'] }
const readCommon = (cells: Cells) => ({
  name: cells.text('case', 100),
  code: cells.text('test', 60),
  source: cells.text('source', 300),
  sourceRead: cells.yesNo('source_read'),
})

/** A patient of this age when the sample was taken, at noon: the amount with hours, days, months or years. */
function readPatient(cells: Cells): PatientThen {
  const sex = cells.oneOf('sex', ['male', 'female']) === 'male' ? 'Male' : 'Female'
  return { sex, bornOn: readBirthDate(cells), on, takenAt: noon, trimesters: [] }
}

function readBirthDate(cells: Cells): string {
  const age = cells.matching('age', /^\d{1,3} (hours|days|months|years)$/, 'give an age such as 4 days')
  const [amount = '0', unit = 'years'] = age.split(' ')
  if (unit === 'hours') return lagosDate(new Date(noon.getTime() - Number(amount) * 3_600_000))
  return dayOfAge(on, { amount: -Number(amount), unit: unit as 'days' | 'months' | 'years' })
}

/** Cells such as `1=5.4|9=48`: what belongs to each line, by its position. */
function readByPosition(cells: Cells, column: string): [number, string][] {
  return cells.list(column).map((part) => {
    const [, position, rest] = /^(\d+)=(.+)$/.exec(part) ?? []
    if (rest === undefined) cells.wrong(column, 'give the position of each line, as in 1=5.4|9=48')
    return [Number(position), rest ?? '']
  })
}

const faults: string[] = []
const oneValue = readSheet(
  sheet('cases/critical.csv'),
  { needed: [...common.needed, 'age', 'sex', 'trimesters', 'position', 'value', 'flag', 'tier'] },
  faults,
  (cells) => ({
    ...readCommon(cells),
    patient: { ...readPatient(cells), trimesters: readTrimesters(cells) },
    position: cells.whole('position', 1, 99),
    value: cells.text('value', 60),
    flag: cells.optionalText('flag', 20) || null,
    tier: cells.optionalText('tier', 20) || null,
  }),
)
const reports = readSheet(
  sheet('cases/reports.csv'),
  { needed: [...common.needed, 'age', 'sex', 'pregnant', 'values', 'flags', 'call'] },
  faults,
  (cells) => ({
    ...readCommon(cells),
    patient: readPatient(cells),
    pregnant: cells.yesNo('pregnant'),
    values: readByPosition(cells, 'values'),
    flags: readByPosition(cells, 'flags'),
    call: cells.oneOf('call', ['none', 'urgent', 'immediate']),
  }),
)
const impossible = readSheet(
  sheet('cases/impossible.csv'),
  { needed: [...common.needed, 'age', 'values', 'refused'] },
  faults,
  (cells) => ({
    ...readCommon(cells),
    patient: { bornOn: cells.optionalText('age', 20) === '' ? null : readBirthDate(cells), on },
    values: readByPosition(cells, 'values'),
    refused: cells.list('refused'),
  }),
)

const calculated = readSheet(
  sheet('cases/calculated.csv'),
  { needed: [...common.needed, 'age', 'sex', 'values', 'calculated'] },
  faults,
  (cells) => ({
    ...readCommon(cells),
    patient: readPatient(cells),
    values: readByPosition(cells, 'values'),
    calculated: readByPosition(cells, 'calculated'),
  }),
)

/** The calculated value of a line; `none` if its formula does not hold. */
function calculatedAt(
  code: string,
  position: number,
  patient: PatientThen,
  values: ReadonlyMap<number, string>,
) {
  const ofReport = lines
    .filter(({ testCode }) => testCode === code)
    .map((line) => ({ ...line, test_code: code }))
  const found = calculationOf({ ...lineAt(code, position), test_code: code }, ofReport, patient)
  if (!found) return expect.unreachable(`line ${position} of ${code} is not calculated`)
  const given = found.from.map((from) => readingOf(lineAt(code, from), values.get(from) ?? ''))
  const result = calculate(found, given)
  return 'refused' in result ? 'none' : result.value
}

const linesOfTest = (code: string) =>
  lines.filter(({ testCode }) => testCode === code).map((line) => ({ ...line, test_code: code }))

/** The values of a report, as its entry checks them. */
function entered(code: string, values: readonly [number, string][]) {
  return values.map(([position, value]) => {
    const line = lineAt(code, position)
    const place = `${code}/${position}`
    return { ...readingOf(line, value), position, place, analyte: line.loinc ?? place, name: line.name }
  })
}

describe('the clinical cases', () => {
  const all = [...oneValue, ...reports, ...impossible, ...calculated]

  test('have a source each, and say whether it was read', () => {
    expect(faults).toEqual([])
    const hasNone = (source: string) => /^(Unverified|Arithmetic): /.test(source)
    expect(all.filter(({ source, sourceRead }) => sourceRead === hasNone(source))).toEqual([])
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(200)
    expect(all.filter(({ sourceRead }) => sourceRead).length).toBeGreaterThanOrEqual(120)
  })

  test('of one value are judged as their source says', () => {
    for (const { name, code, position, patient, value, flag, tier } of oneValue)
      expect
        .soft(judged(lineAt(code, position), patient, value, patient.trimesters), name)
        .toEqual({ flag, tier })
  })

  test.each(reports)('of a report: $name', ({ code, patient, pregnant, values, flags, call }) => {
    const trimesters = trimestersIn(code, values)
    const judgements = values.map(([position, value]) => {
      const line = lineAt(code, position)
      return { line, value, ...judged(line, patient, value, trimesters) }
    })
    const marked = judgements.filter(({ flag }) => flag !== null && flag !== 'normal')
    expect(marked.map(({ line, flag }) => [line.position, flag])).toEqual(flags)
    const about = aboutCritical(
      judgements.map(({ line: { position, ucum }, value, tier }) => {
        return { analyte_id: position, value, ucum, critical_tier: tier }
      }),
    )
    expect(about?.tier ?? 'none').toBe(call)
    expect(impossibleValues(entered(code, values), linesOfTest(code), isUnder18Months(patient))).toEqual({})
    if (pregnant) expect(patient.sex).toBe('Female')
  })

  test.each(calculated)('of calculated lines: $name', ({ code, patient, values, calculated: expected }) => {
    const typed = new Map(values)
    expect(expected.map(([position]) => [position, calculatedAt(code, position, patient, typed)])).toEqual(
      expected,
    )
  })

  test.each(impossible)('of what can be true: $name', ({ code, patient, values, refused }) => {
    const found = impossibleValues(entered(code, values), linesOfTest(code), isUnder18Months(patient))
    expect(Object.keys(found)).toEqual(refused)
  })
})

describe('every critical limit has cases', () => {
  /** The cases that a row is about, and whether the value reaches its limit. */
  const casesOf = (row: CriticalInput) =>
    oneValue.flatMap(({ code, position, patient, value }) => {
      const line = lineAt(code, position)
      if (!isOf(row, line)) return []
      const usual = { ...measures(line, patient, [row]), inPregnancy: [] }
      const { criticals } = limitsIn(usual, patient.trimesters)
      if (criticals.length === 0) return []
      const alone = { ...line, low: null, high: null, criticalLow: null, criticalHigh: null, criticals }
      const reading = readingOf(line, value)
      return [{ ...reading, reaches: judge({ ...alone, expected: [] }, reading).tier !== null }]
    })

  test('near it, on each side of it', () => {
    for (const row of rows.filter(({ choices }) => choices.length === 0)) {
      const limit = row.atOrBelow ?? row.atOrAbove ?? 0
      const isNear = (amount: number) => Math.abs(amount - limit) <= limit / 5 || amount === 0
      const near = casesOf(row).filter(
        ({ value, amount }) => amount !== null && /^\d/.test(value) && isNear(amount),
      )
      const sides = [true, false].map((side) => near.some(({ reaches }) => reaches === side))
      expect.soft(sides, row.code).toEqual([true, true])
    }
  })

  test('of each of its choices, and of another', () => {
    for (const row of rows.filter(({ choices }) => choices.length > 0)) {
      const theirs = casesOf(row)
      const without = row.choices.filter(
        (choice) => !theirs.some(({ value }) => value === choice || isOrganism(value, choice)),
      )
      expect.soft(without, row.code).toEqual([])
      const another = theirs.find(({ reaches }) => !reaches)
      expect.soft(another, row.code).toBeDefined()
    }
  })
})

describe('a critical limit always applies', () => {
  const patients = fc.record({
    days: fc.oneof(fc.nat(60), fc.nat(365 * 100)),
    sex: fc.constantFrom('Male' as const, 'Female' as const),
  })
  const born = (days: number) => dayOfAge(on, { amount: -days, unit: 'days' })
  const limited = lines.filter(
    (line) => line.criticalLow !== null || line.criticalHigh !== null || rows.some((row) => isOf(row, line)),
  )

  test('at any age and for either sex, for a line that has one', () => {
    const quantities = limited.filter(({ kind }) => kind === 'quantity')
    const hasLow = ({ criticalLow, criticals }: Measures) =>
      criticalLow !== null || criticals.some(({ atOrBelow }) => atOrBelow !== null)
    const hasHigh = ({ criticalHigh, criticals }: Measures) =>
      criticalHigh !== null || criticals.some(({ atOrAbove }) => atOrAbove !== null)
    fc.assert(
      fc.property(fc.constantFrom(...quantities), patients, (line, { days, sex }) => {
        const theirs = measures(line, { sex, bornOn: born(days), on, trimesters: [] })
        const adult = measures(line, { sex, bornOn: '1985-03-27', on, trimesters: [] })
        return (hasLow(theirs) || !hasLow(adult)) && (hasHigh(theirs) || !hasHigh(adult))
      }),
      { numRuns: 5000 },
    )
  })

  test('also in any trimester: no row of a pregnancy takes another limit away, and the more severe one counts', () => {
    const rank = { immediate: 2, urgent: 1, none: 0 }
    const anyRow = fc.record({
      ...{
        sex: fc.constantFrom(null, 'Male' as const, 'Female' as const),
        choices: fc.constant<string[]>([]),
      },
      ...{ from: fc.constant({ amount: 0, unit: 'days' as const }), to: fc.constant(null) },
      tier: fc.constantFrom('immediate' as const, 'urgent' as const),
      trimesters: fc.subarray([1, 2, 3] as Trimester[]),
      side: fc.constantFrom('atOrBelow' as const, 'atOrAbove' as const),
      limit: fc.integer({ min: 1, max: 1000 }),
    })
    const bySide = anyRow.map(({ side, limit, ...row }) => ({
      ...{ ...row, atOrBelow: null, atOrAbove: null, [side]: limit },
    }))
    const ownOf = (limit: number): LabInterval => ({
      ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null, low: limit, high: limit + 1 },
      ...{ criticalLow: limit - 1, criticalHigh: null },
    })
    const value = fc.integer({ min: 0, max: 1100 })
    const trimesters = fc.subarray([1, 2, 3] as Trimester[])
    const ofOwn = fc.option(fc.integer({ min: 2, max: 500 }), { nil: null })
    const quantities = lines.filter(({ kind }) => kind === 'quantity')
    fc.assert(
      fc.property(
        fc.constantFrom(...quantities),
        patients,
        fc.array(bySide, { maxLength: 4 }),
        ofOwn,
        trimesters,
        value,
        (line, { days, sex }, more, own, weeks, amount) => {
          const patient = { sex, bornOn: born(days), on, trimesters: weeks }
          const owns = own === null ? [] : [ownOf(own)]
          const all = [...(rowsOfLines.get(line) ?? []), ...more]
          const ranked = (rowsThere: readonly CriticalRow[], inWeeks: readonly Trimester[]) => {
            const usual = {
              ...{ ...line, ...measuresFor(catalogueOf(line), owns, rowsThere, patient) },
              inPregnancy: inPregnancy(line),
            }
            const { tier } = judge(limitsIn(usual, inWeeks), { value: String(amount), amount })
            return rank[tier ?? 'none']
          }
          const general = ranked(
            all.filter((row) => row.trimesters.length === 0),
            [],
          )
          // The rows of a pregnancy change nothing outside it, and add to the others in it.
          return ranked(all, []) === general && ranked(all, weeks) >= general
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('and no adult is judged less strictly than by the catalogue', () => {
    for (const line of limited.filter(({ kind }) => kind === 'quantity'))
      for (const [limit, step] of [
        [line.criticalLow, -0.000001],
        [line.criticalHigh, 0.000001],
      ] as const) {
        if (limit === null) continue
        const amount = limit + step * Math.max(1, limit)
        const { tier } = judge(measures(line, { sex: 'Female', bornOn: '1985-03-27', on, trimesters: [] }), {
          value: String(amount),
          amount,
        })
        expect.soft(tier, `${line.testCode}/${line.position} ${line.name} ${amount}`).not.toBe(null)
      }
  })
})
