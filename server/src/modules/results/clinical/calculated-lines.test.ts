import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LagosDate } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { readAnalyteSheet } from '../analytes/analyte-spreadsheet.ts'
import type { PatientThen } from '../reports/policy.ts'
import { calculatedLines, calculationOf } from './calculated-lines.ts'

const file = join(import.meta.dirname, '../../../../../reference/analytes.csv')
const sheet = { text: readFileSync(file, 'utf8'), name: 'analytes.csv' }
const codes = new Set([...sheet.text.matchAll(/^([a-z0-9-]+),/gm)].map(([, code = '']) => code))
const problems: string[] = []
const lines = readAnalyteSheet(
  sheet,
  [...codes].map((code) => ({ code })),
  problems,
).map(({ testCode, ...line }) => ({ ...line, test_code: testCode }))

const woman: PatientThen = {
  sex: 'Female',
  bornOn: '1985-03-27',
  on: '2026-03-26' as LagosDate,
  trimesters: [],
}
const calculationIn = (line: (typeof lines)[number], patient = woman) =>
  calculationOf(
    line,
    lines.filter((one) => one.test_code === line.test_code),
    patient,
  )

test('these lines of the catalogue are calculated', () => {
  expect(problems).toEqual([])
  const calculated = lines.flatMap((line) => {
    const found = calculationIn(line)
    return found ? [`${line.test_code}: ${line.name}${found.mayBeTyped ? ', if it is empty' : ''}`] : []
  })
  expect(calculated.toSorted()).toEqual([
    'acr: Albumin-to-creatinine ratio',
    'bone-profile: Adjusted calcium',
    'creatinine-clearance: Creatinine clearance',
    'creatinine: eGFR (CKD-EPI 2021)',
    'e-u-cr: Anion gap',
    'e-u-cr: eGFR (CKD-EPI 2021)',
    'fbc: MCH, if it is empty',
    'fbc: MCHC, if it is empty',
    'fbc: MCV, if it is empty',
    'hba1c: HbA1c (IFCC), if it is empty',
    'hba1c: HbA1c (NGSP), if it is empty',
    'homa-ir: HOMA-IR',
    'iron-studies: Transferrin saturation',
    'lft: Globulin',
    'lipid-profile: LDL cholesterol (calculated)',
    'lipid-profile: Non-HDL cholesterol',
    'lipid-profile: Total cholesterol to HDL ratio',
    'lipid-profile: VLDL cholesterol',
    'psa-free-total: Free to total PSA',
    'semen-analysis: Total sperm number',
  ])
})

test('no row of the table is without a line', () => {
  const used = lines.flatMap((line) => calculationIn(line)?.formula ?? [])
  expect(calculatedLines.map(({ formula }) => formula).filter((one) => !used.includes(one))).toEqual([])
})

const ldl = lines.find(({ name }) => name === 'LDL cholesterol (calculated)') ?? expect.unreachable()

test('a line is calculated from the lines of its own report, in the order of the formula', () => {
  expect(calculationIn(ldl)).toMatchObject({ formula: 'ldl', from: [1, 3, 2], mayBeTyped: false })
})

test('a line whose report lacks one of the others is typed', () => {
  const ofReport = lines.filter(({ test_code: code, position }) => code === ldl.test_code && position !== 3)
  expect(calculationOf(ldl, ofReport, woman)).toBeNull()
})

test('a line in another unit is typed', () => {
  const inMg = lines.map((line) => (line.loinc === '14646-4' ? { ...line, ucum: 'mg/dL' } : line))
  expect(calculationOf({ ...ldl, ucum: 'mg/dL' }, lines, woman)).toBeNull()
  expect(
    calculationOf(
      ldl,
      inMg.filter(({ test_code: code }) => code === ldl.test_code),
      woman,
    ),
  ).toBeNull()
})

test('the age is in full years on the day of the sample', () => {
  expect(calculationIn(ldl)).toMatchObject({ sex: 'Female', age: 40 })
  expect(calculationIn(ldl, { ...woman, bornOn: '1985-03-26' })).toMatchObject({ age: 41 })
  expect(calculationIn(ldl, { ...woman, bornOn: null })).toMatchObject({ age: null })
})
