import { expect, test } from 'vitest'
import { type Line, matchValues } from './matching.ts'
import type { Value } from './read-bundle.ts'

const line = (position: number, loinc: string, unit: string): Line => ({
  ...{
    reportId: 'r',
    test: 'Glycated haemoglobin',
    position,
    name: `HbA1c ${position}`,
    loinc,
    unit,
    ucum: unit,
  },
  ...{
    kind: 'quantity',
    structure: null,
    reportedIn: null,
    choices: [],
    conversions: [],
    isCalculated: false,
  },
})
const ngsp = line(1, '4548-4', '%')
const ifcc = line(2, '59261-8', 'mmol/mol')
const value = (loinc: string, number: string, ucum: string): Value => ({
  ...{ name: 'HbA1c', loinc: [loinc], found: { number, ucum, unit: ucum }, comment: null },
})
const match = (lines: readonly Line[], ...values: Value[]) =>
  matchValues(
    { test: { loinc: [], code: null, name: null }, patient: anyone, accessions: [], values },
    [],
    lines,
  )
const anyone = { name: null, gender: null, dob: null }

test.each([
  ['in the unit of its code', [ngsp, ifcc], value('4548-4', '6.5', '%'), 1, '6.5', null],
  ['of IFCC in its unit', [ngsp, ifcc], value('59261-8', '48', 'mmol/mol'), 2, '48', null],
  ['of IFCC under the code of NGSP', [ngsp, ifcc], value('4548-4', '48', 'mmol/mol'), 2, '48', null],
  ['of IFCC for a report in NGSP', [ngsp], value('59261-8', '48', 'mmol/mol'), 1, '6.5', '48'],
  ['of IFCC under the other code, for NGSP', [ngsp], value('4548-4', '53', 'mmol/mol'), 1, '7.0', '53'],
  ['of NGSP for a report in IFCC', [ifcc], value('4548-4', '6.5', '%'), 2, '48', '6.5'],
  ['below what was measured', [ngsp], value('59261-8', '<20', 'mmol/mol'), 1, '<4.0', '<20'],
])('HbA1c %s is converted by the master equation', (_, lines, sent, position, typed, was) => {
  const [found] = match(lines, sent)
  expect(found).toMatchObject({ line: { position }, typed, problem: null })
  expect(found?.sent?.value ?? null).toBe(was)
})

test('HbA1c in both units has a line each, also under one code', () => {
  for (const code of ['59261-8', '4548-4'])
    expect(match([ngsp, ifcc], value('4548-4', '6.5', '%'), value(code, '48', 'mmol/mol'))).toMatchObject([
      { line: { position: 1 }, typed: '6.5' },
      { line: { position: 2 }, typed: '48' },
    ])
})

test('a percentage under the code of IFCC waits for a person, because it may be of either scale', () => {
  for (const lines of [[ngsp, ifcc], [ifcc], [ngsp]])
    expect(match(lines, value('59261-8', '6.5', '%'))).toMatchObject([{ line: null, problem: 'unit' }])
})

test('mmol/mol of another code is never HbA1c', () => {
  expect(match([ngsp], value('718-7', '48', 'mmol/mol'))).toMatchObject([{ problem: 'unknown_code' }])
})
