import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LagosDate, readValue, warningsAt } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import { dayOfAge, measuresFor, type PatientThen } from '../reports/policy.ts'
import { readCriticalSheet } from './critical-spreadsheet.ts'
import { isOf } from './limit-spreadsheet.ts'
import { readPlausibilitySheet } from './plausibility-spreadsheet.ts'
import { warningLimitsFor } from './warnings.ts'

const reference = join(import.meta.dirname, '../../../../../reference')
const sheet = (name: string) => ({ text: readFileSync(join(reference, name), 'utf8'), name })
const problems: string[] = []
const codes = new Set(
  [...sheet('analytes.csv').text.matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => code),
)
const tests = [...codes].map((code) => ({ code }))
const lines = readAnalyteSheet(sheet('analytes.csv'), tests, problems)
const rows = readPlausibilitySheet(sheet('plausibility.csv'), lines, problems).map((row) => ({
  ...row,
  stops: row.approvedBy !== null,
}))
const criticalRows = readCriticalSheet(sheet('critical-limits.csv'), lines, problems)

test('the table of plausibility limits fits the catalogue', () => {
  expect(problems).toEqual([])
})

test('each row says whether its source was read', () => {
  const hasNone = ({ source }: { source: string }) => source.startsWith('No source was read')
  expect(rows.filter((row) => row.sourceRead === hasNone(row)).map(({ code }) => code)).toEqual([])
})

const on = '2026-03-31' as LagosDate
const aged = (amount: number, unit: 'days' | 'years', sex: PatientThen['sex'] = 'Female'): PatientThen => ({
  ...{ sex, bornOn: dayOfAge(on, { amount: -amount, unit }), on, trimesters: [] },
})
const woman = aged(41, 'years')

/** What should be checked of a typed value of the line with this name. */
function checksOf(test: string, name: string, typed: string, patient = woman): string[] {
  const line = lines.find((one) => one.testCode === test && one.name === name) ?? expect.unreachable(name)
  const reading = readValue(line, typed)
  if ('wrong' in reading) return expect.unreachable(reading.wrong)
  const theirs = rows.filter((row) => isOf(row, line))
  return warningsAt(warningLimitsFor(theirs, patient, null), reading).map(({ check }) => check)
}

describe('a value that hardly any living patient has is to be checked', () => {
  test.each([
    ['fbc', 'Haemoglobin', '26', 'the unit: g/dL or g/L'],
    ['fbc', 'Haemoglobin', '1.35', 'the decimal point'],
    ['fbc', 'White blood cells (WBC)', '6500', 'the unit: ×10⁹/L or /µL'],
    ['fbc', 'Platelets', '250000', 'the unit: ×10⁹/L or /µL'],
    ['fbc', 'MCHC', '330', 'the unit: g/dL or g/L'],
    ['pcv', 'Packed cell volume', '0.42', 'the unit: % or L/L'],
    ['e-u-cr', 'Potassium', '15', 'the decimal point and the tube'],
    ['e-u-cr', 'Sodium', '250', 'the decimal point'],
    ['e-u-cr', 'Creatinine', '1.2', 'the unit: µmol/L or mg/dL'],
    ['fbs', 'Fasting glucose', '90', 'the unit: mmol/L or mg/dL'],
    ['tft', 'TSH', '900', 'the decimal point'],
    ['lft', 'Albumin', '4.5', 'the unit: g/L or g/dL'],
    ['calcium', 'Calcium (total)', '9.5', 'the unit: mmol/L or mg/dL'],
    ['lipid-profile', 'Total cholesterol', '180', 'the unit: mmol/L or mg/dL'],
    ['hba1c', 'HbA1c (NGSP)', '48', 'the unit: % or mmol/mol'],
    ['hba1c', 'HbA1c (IFCC)', '6.5', 'the unit: mmol/mol or %'],
    ['arterial-blood-gas', 'pCO2', '40', 'the unit: kPa or mmHg'],
  ])('%s: %s %s, by %s', (test, name, typed, check) => {
    expect(checksOf(test, name, typed)).toEqual([check])
  })

  test('by age', () => {
    expect(checksOf('fbc', 'Haemoglobin', '26', aged(3, 'days'))).toEqual([])
    expect(checksOf('tft', 'TSH', '900', aged(3, 'days'))).toEqual([])
  })
})

test.each([
  ['fbc', 'Haemoglobin', '3.1'],
  ['fbc', 'White blood cells (WBC)', '380'],
  ['e-u-cr', 'Potassium', '9.8'],
  ['e-u-cr', 'Sodium', '191'],
  ['e-u-cr', 'Creatinine', '2400'],
  ['fbs', 'Fasting glucose', '0.9'],
  ['fbs', 'Fasting glucose', '<60'],
  ['lft', 'Total bilirubin', '520'],
])('a value of a very ill patient is not: %s %s %s', (test, name, typed) => {
  expect(checksOf(test, name, typed)).toEqual([])
})

test('no limit lies within a reference interval, or this side of a critical limit', () => {
  const patients = [woman, aged(41, 'years', 'Male'), aged(8, 'years'), aged(0, 'days'), aged(3, 'days')]
  for (const line of lines.filter(({ kind }) => kind === 'quantity')) {
    const analyte = {
      ...{ kind: line.kind, male_low: line.maleLow, male_high: line.maleHigh },
      ...{ female_low: line.femaleLow, female_high: line.femaleHigh, to_be_confirmed: false },
      ...{ critical_low: line.criticalLow, critical_high: line.criticalHigh },
    }
    const critical = criticalRows.filter((row) => isOf(row, line))
    const theirs = rows.filter((row) => isOf(row, line))
    for (const patient of patients) {
      const { low, high, criticalLow, criticalHigh, criticals } = measuresFor(analyte, [], critical, patient)
      const lows = [low, criticalLow, ...criticals.map(({ atOrBelow }) => atOrBelow)]
      const highs = [high, criticalHigh, ...criticals.map(({ atOrAbove }) => atOrAbove)]
      for (const { atOrBelow, atOrAbove } of warningLimitsFor(theirs, patient, null)) {
        const what = `${line.testCode} ${line.name}`
        for (const one of lows) expect.soft(atOrBelow ?? -1, what).toBeLessThan(one ?? Infinity)
        for (const one of highs) expect.soft(atOrAbove ?? Infinity, what).toBeGreaterThan(one ?? -Infinity)
      }
    }
  }
})
