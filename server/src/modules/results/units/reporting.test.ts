import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { readTestSheet } from '../../catalogue/index.ts'
import { readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import { readCriticalSheet } from '../clinical/critical-spreadsheet.ts'
import { readConversionSheet } from './conversion-spreadsheet.ts'
import {
  amountInLabUnit,
  convertedInterval,
  inCatalogueUnit,
  limitsInUnit,
  limitsOfLineIn,
  type ReportingUnit,
} from './reporting.ts'
import { readReportingSheet } from './reporting-spreadsheet.ts'

const sheet = (name: string) => ({
  name,
  text: readFileSync(join(import.meta.dirname, '../../../../../reference', name), 'utf8'),
})
const problems: string[] = []
const tests = readTestSheet(sheet('tests.csv'), problems)
const lines = readAnalyteSheet(sheet('analytes.csv'), tests, problems)
const critical = readCriticalSheet(sheet('critical-limits.csv'), lines, problems)
const conversions = readConversionSheet(sheet('unit-conversions.csv'), lines, problems)
const tables = { lines, conversions, critical }
const units = readReportingSheet(sheet('reporting-units.csv'), tables, problems)

const unitOf = (analyte: string, ucum: string) =>
  units.find((one) => one.analyte === analyte && one.ucum === ucum) ?? expect.unreachable(analyte)

test('the table has no faults', () => {
  expect(problems).toEqual([])
})

// By the factors of tables of clinical units: w3.csmu.edu.tw/~chr/Int_unit_conversion.htm and elephantcare.org/convers.htm.
test.each([
  ['14771-0', 'mg/dL', 0.05551],
  ['14682-9', 'mg/dL', 88.4],
  ['22664-7', 'mg/dL', 0.1665],
  ['14647-2', 'mg/dL', 0.02586],
  ['14927-8', 'mg/dL', 0.01129],
  ['14631-6', 'mg/dL', 17.1],
  ['2000-8', 'mg/dL', 0.2495],
  ['14933-6', 'mg/dL', 59.48],
  ['14798-3', 'ug/dL', 0.1791],
  ['2823-3', 'meq/L', 1],
  ['718-7', 'g/L', 0.1],
  ['1751-7', 'g/dL', 10],
  ['6690-2', '10*3/uL', 1],
  ['3016-3', 'u[IU]/mL', 1],
  ['arterial-blood-gas/2', 'mm[Hg]', 0.1333],
])('1 of %s in %s is %d in the unit of the catalogue', (analyte, ucum, factor) => {
  expect(unitOf(analyte, ucum).factor).toBeCloseTo(factor, factor < 1 ? 4 : 1)
})

test('no immunoassay is converted by a molar mass', () => {
  const assays = [
    ...['15081-3', '14920-3', '14928-6', '14890-8', '14715-7', '14913-8', '14914-6', '14688-6'],
    ...['14866-8', '14685-2', '14732-2', '14586-2'],
  ]
  const inMass = units.filter(({ analyte, ucum }) => assays.includes(analyte) && ucum.includes('g/'))
  expect(new Set(inMass.map(({ analyte }) => analyte))).toEqual(new Set(assays))
  expect(inMass.filter(({ factor }) => factor !== null)).toEqual([])
})

test.each([
  ['14771-0,mg/dL,mg/dL,,,,0,none', 'factor is ""; give a number, or assay if it depends on the assay'],
  ['14675-3,ug/dL,µg/dL,,,assay,0,none', 'the line has critical limits, which would not hold'],
  ['14771-0,mmol/L,mmol/L,,,,1,none', 'it is the unit of the catalogue'],
  ['14771-0,mg/dL,mg/dL,,14682-9x,,0,none', 'give the code of a conversion between these units'],
  ['718-7,g/L,g/L,,,10,0,none', 'UCUM says it'],
  ['999-9,g/L,g/L,,,,0,none', 'no line of a test has it'],
])('a row that is wrong is refused: %s', (row, words) => {
  const faults: string[] = []
  const text = `analyte,unit_ucum,unit_display,loinc,substance,factor,decimals,source\n${row}\n`
  readReportingSheet({ name: 'units', text }, tables, faults)
  expect(faults.join()).toContain(words)
})

test('limits of glucose in mg/dL are those that clinicians know', () => {
  const limits = { male_low: 3.4, male_high: 6, female_low: 3.4, female_high: 6 }
  const line = { ...limits, critical_low: 2.2, critical_high: 22.2 }
  expect(limitsOfLineIn(unitOf('14771-0', 'mg/dL'), line)).toEqual({
    ...{ male_low: 61, male_high: 108, female_low: 61, female_high: 108 },
    ...{ critical_low: 40, critical_high: 399 },
  })
})

test('no value that is critical in the catalogue’s unit is not in a lab’s', () => {
  const measure = { kind: 'quantity', choices: [], expected: [], low: null, high: null } as const
  const none = { criticalLow: null, criticalHigh: null }
  let tried = 0
  for (const unit of units) {
    const { factor } = unit
    const rows = critical.filter(({ analyte }) => analyte === unit.analyte)
    if (factor === null) continue
    for (const row of rows) {
      const limit = { ...row, choices: [] }
      for (const edge of [row.atOrBelow, row.atOrAbove].flatMap((one) => one ?? [])) {
        for (const step of [-1.5, -0.5, 0, 0.5, 1.5]) {
          const amount = Math.max(0, edge / factor + step * 10 ** -unit.decimals)
          const value = amount.toFixed(unit.decimals)
          const typed = { value, amount: Number(value) }
          const inCatalogue = { value, amount: inCatalogueUnit(typed.amount, factor) }
          const before = judge({ ...measure, ...none, criticals: [limit] }, inCatalogue)
          const after = judge({ ...measure, ...none, criticals: limitsInUnit(unit, [limit]) }, typed)
          if (before.tier !== null) expect(after, `${value} ${unit.unit} of ${row.code}`).toEqual(before)
          // One step further away it is critical in neither.
          if (Math.abs(step) > 1 && before.tier === null)
            expect(after.tier, `${value} ${unit.unit}`).toBeNull()
          tried += 1
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(200)
})

const glucose: ReportingUnit = unitOf('14771-0', 'mg/dL')

type Sent = { sent: string; amount: number; decimals: number; sign?: '' | '<' | '>'; gives: string | null }

test.each<Sent>([
  { sent: 'mmol/L', amount: 7, decimals: 1, gives: '126' },
  { sent: 'mg/dL', amount: 1264 / 180.156, decimals: 1, gives: '126.4' },
  { sent: 'mg/dL', amount: 1260 / 180.156, decimals: 0, gives: '126' },
  { sent: 'mmol/L', amount: 0.01, decimals: 2, gives: null },
  { sent: 'mmol/L', amount: 7, decimals: 1, sign: '<', gives: '127' },
  { sent: 'mmol/L', amount: 7, decimals: 1, sign: '>', gives: '126' },
  { sent: 'mmol/L', amount: 0, decimals: 0, gives: '0' },
])('glucose sent in $sent is typed in mg/dL as $gives', ({ amount, decimals, sign = '', gives }) => {
  expect(amountInLabUnit(glucose, amount, { decimals, sign })).toBe(gives)
})

test('nothing is converted to a unit without a factor', () => {
  const unit = unitOf('15081-3', 'ng/mL')
  const limits = { male_low: 86, male_high: 324, female_low: 102, female_high: 496 }
  expect(Object.values(limitsOfLineIn(unit, { ...limits, critical_low: null, critical_high: null }))).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  expect(limitsInUnit(unit, [{ atOrBelow: 1, atOrAbove: null }])).toEqual([])
  expect(amountInLabUnit(unit, 300, { decimals: 0, sign: '' })).toBeNull()
})

test('a lab’s own interval in another unit stays valid, with its critical limits outside', () => {
  const own = { low: 3.9, high: 5.5, criticalLow: 3.9, criticalHigh: 25 }
  expect(convertedInterval(own, null, glucose)).toEqual({
    low: 70,
    high: 99,
    criticalLow: 70,
    criticalHigh: 450,
  })
  expect(convertedInterval(own, null, unitOf('15081-3', 'ng/mL'))).toBeNull()
  for (const unit of units.filter(({ factor }) => factor !== null))
    for (const [low, high] of [
      [0.5, 0.52],
      [1, 2.5],
      [59, 104],
      [null, 7],
    ] as const) {
      const there = convertedInterval({ low, high, criticalLow: low, criticalHigh: high + 0.1 }, null, unit)
      const back = there && convertedInterval(there, unit, null)
      for (const one of [there, back]) {
        const { low: least, high: most, criticalLow, criticalHigh } = one ?? expect.unreachable()
        expect(least ?? 0, unit.unit).toBeLessThanOrEqual(most ?? Infinity)
        expect(criticalLow ?? 0).toBeLessThanOrEqual(least ?? Infinity)
        expect(criticalLow ?? -1).toBeLessThan(most ?? Infinity)
        expect(criticalHigh ?? Infinity).toBeGreaterThanOrEqual(most ?? 0)
      }
    }
})
