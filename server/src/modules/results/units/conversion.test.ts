import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTestSheet } from '../../catalogue/index.ts'
import { readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import { inMoles } from './conversion.ts'
import { readConversionSheet } from './conversion-spreadsheet.ts'

const sheet = (name: string) => ({
  name,
  text: readFileSync(join(import.meta.dirname, '../../../../../reference', name), 'utf8'),
})
const problems: string[] = []
const tests = readTestSheet(sheet('tests.csv'), problems)
const analytes = readAnalyteSheet(sheet('analytes.csv'), tests, problems)
const conversions = readConversionSheet(sheet('unit-conversions.csv'), analytes, problems)

test('the table has no faults, and never converts an ammonia, a hormone, a vitamin or a drug', () => {
  expect(problems).toEqual([])
  expect(conversions.length).toBeGreaterThan(30)
  const converted = new Set(conversions.map(({ analyte }) => analyte))
  // Ammonia is sent as NH3 or as nitrogen; the others are measured by immunoassays, which agree with no mass.
  const never = ['16362-6', '14920-3', '14928-6', '14913-8', '14675-3', '14685-2', '14732-2', '14946-8']
  expect(never.filter((loinc) => converted.has(loinc))).toEqual([])
})

/** CIAAW, standard atomic weights 2021, to the thousandth (ciaaw.org/atomic-weights.htm). */
const atoms: Readonly<Record<string, number>> = {
  ...{ H: 1.008, C: 12.011, N: 14.007, O: 15.999, P: 30.974 },
  ...{ Mg: 24.305, Ca: 40.078, Fe: 55.845, Zn: 65.38 },
}

test('each molar mass is the sum of its atoms', () => {
  for (const { substance, formula, gramsPerMole } of conversions) {
    if (gramsPerMole === null) continue
    const sum = [...formula.matchAll(/([A-Z][a-z]?)(\d*)/g)].reduce(
      (total, [, atom = '', count]) => total + (atoms[atom] ?? Number.NaN) * Number(count || 1),
      0,
    )
    expect(gramsPerMole, substance).toBeCloseTo(sum, 3)
  }
})

function converted(sentLoinc: string, value: string, from: string, to: string): string | null {
  const by = conversions.find((one) => one.sentLoinc === sentLoinc) ?? expect.unreachable()
  return inMoles(value, from, to, by)
}

// By the factors of tables of clinical units: w3.csmu.edu.tw/~chr/Int_unit_conversion.htm and elephantcare.org/convers.htm.
test.each([
  ['2345-7', '126', 'mg/dL', 'mmol/L', 0.05551],
  ['2160-0', '1.4', 'mg/dL', 'umol/L', 88.4],
  ['2093-3', '200', 'mg/dL', 'mmol/L', 0.02586],
  ['1975-2', '1.2', 'mg/dL', 'umol/L', 17.1],
  ['17861-6', '9.4', 'mg/dL', 'mmol/L', 0.2495],
  ['1994-3', '2.5', 'meq/L', 'mmol/L', 0.5],
  ['19123-9', '2.1', 'mg/dL', 'mmol/L', 0.4114],
  ['2777-1', '3.5', 'mg/dL', 'mmol/L', 0.3229],
  ['2524-7', '18', 'mg/dL', 'mmol/L', 0.111],
  ['3094-0', '14', 'mg/dL', 'mmol/L', 0.357],
  ['3084-1', '6.8', 'mg/dL', 'umol/L', 59.48],
  ['2823-3', '4.5', 'meq/L', 'mmol/L', 1],
  ['1963-8', '24', 'meq/L', 'mmol/L', 1],
] as const)('%s: %s %s in %s is that times %d', (loinc, value, from, to, factor) => {
  const amount = Number(converted(loinc, value, from, to))
  const decimals = conversions.find(({ sentLoinc }) => sentLoinc === loinc)?.decimals ?? 3
  expect(Math.abs(amount - Number(value) * factor)).toBeLessThanOrEqual(0.51 * 10 ** -decimals)
})

test.each([
  ['14771-0', '126', 'mg/dL', 'mmol/L', '7.0'],
  ['14771-0', '1.26', 'g/L', 'mmol/L', '7.0'],
  ['14682-9', '1.4', 'mg/dL', 'umol/L', '124'],
  ['2823-3', '4.50', 'meq/L', 'mmol/L', '4.5'],
  ['2000-8', '5', 'meq/L', 'mmol/L', '2.50'],
  ['3091-6', '30', 'mg/dL', 'mmol/L', '5.0'],
  ['3094-0', '14', 'mg/dL', 'mmol/L', '5.0'],
  ['14631-6', '0', 'mg/dL', 'umol/L', '0.0'],
  // What would become nothing by rounding, and what is no concentration.
  ['14771-0', '0.2', 'mg/dL', 'mmol/L', null],
  ['14771-0', '126', 'mg', 'mmol/L', null],
  ['14771-0', '126', 'mg/dL', 'mmol', null],
  ['14771-0', '126', 'meq/L', 'mmol/L', null],
  ['2951-2', '322', 'mg/dL', 'mmol/L', null],
  ['14771-0', '126', '[IU]/L', 'mmol/L', null],
] as const)('%s: %s %s in %s is %s', (loinc, value, from, to, expected) => {
  expect(converted(loinc, value, from, to)).toBe(expected)
})
