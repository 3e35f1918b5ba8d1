import { expect, test } from 'vitest'
import { inUnit, tensBetween, timesTen } from './ucum.ts'

test.each([
  ['5.8', 'mmol/L', 'mmol/L', '5.8'],
  ['5800', 'umol/L', 'mmol/L', '5.8'],
  ['0.0058', 'mol/L', 'mmol/L', '5.8'],
  ['13.5', 'g/dL', 'g/L', '135'],
  ['135', 'g/L', 'g/dL', '13.5'],
  ['4.2', '10*3/uL', '10*9/L', '4.2'],
  ['4.2', '10^3/uL', '10*9/L', '4.2'],
  ['4200', '/uL', '10*9/L', '4.2'],
  ['4200', '/mm3', '10*9/L', '4.2'],
  ['4.5', '10*6/uL', '10*12/L', '4.5'],
  ['0.41', '1', '%', '41'],
  ['41', '%', '1', '0.41'],
  ['7', 'ng/mL', 'ug/L', '7'],
  ['12', 'u[IU]/mL', 'm[IU]/L', '12'],
  ['2.5', 'm[iU]/L', 'm[IU]/L', '2.5'],
  ['100', 'fL', 'um3', '100'],
  ['3', 'cm', 'mm', '30'],
  ['48000', 'umol/mol', 'mmol/mol', '48'],
  ['90', 'mL/min/{1.73_m2}', 'mL/min/{1.73_m2}', '90'],
])('%s %s is in %s %s', (value, from, to, expected) => {
  expect(inUnit(value, from, to)).toBe(expected)
})

test.each([
  ['mg/dL', 'mmol/L'],
  ['U/L', '[IU]/L'],
  ['mmol/mol', '%'],
  ['%', 'mmol/mol'],
  ['mL/min', 'mL/min/{1.73_m2}'],
  ['mmol/L', 'mmol/(24.h)'],
  ['mmol/d', 'mmol/h'],
  ['mg', 'mg/dL'],
  ['Cel', '[degF]'],
  ['mg/dl glucose', 'mmol/L'],
  ['', 'mmol/L'],
  ['x'.repeat(5000), 'mmol/L'],
  ['constructor', 'mmol/L'],
  ['__proto__', 'mmol/L'],
])('%s is not converted to %s', (from, to) => {
  expect(inUnit('5', from, to)).toBeNull()
})

// Prefixes and the kinds of units: The Unified Code for Units of Measure, version 2.2, tables 1 to 4 (ucum.org/ucum).
test.each([
  ['g/dL', 'g/L', 13.2, 132],
  ['g/L', 'g/dL', 132, 13.2],
  ['mg/dL', 'mg/L', 5.1, 51],
  ['mg/dL', 'g/L', 90, 0.9],
  ['ug/L', 'ng/mL', 34, 34],
  ['ug/dL', 'ug/L', 7.25, 72.5],
  ['ng/L', 'pg/mL', 12, 12],
  ['mmol/L', 'umol/L', 0.088, 88],
  ['pmol/L', 'nmol/L', 1500, 1.5],
  ['m[IU]/L', 'u[IU]/mL', 2.5, 2.5],
  ['[IU]/mL', 'k[IU]/L', 0.35, 0.35],
  ['m[IU]/mL', '[IU]/L', 7, 7],
  ['10*9/L', '10*3/uL', 6.2, 6.2],
  ['10*12/L', '10*6/uL', 4.9, 4.9],
  ['/uL', '10*9/L', 350, 0.35],
  ['10*6/mL', '10*9/L', 20, 20],
] as const)('%s becomes %s by an exact factor', (from, to, amount, becomes) => {
  const tens = tensBetween(from, to)
  expect(tens).not.toBeNull()
  expect(timesTen(amount, tens ?? 0)).toBe(becomes)
  const back = tensBetween(to, from)
  expect(timesTen(becomes, back ?? 0)).toBe(amount)
})

test.each([
  ['mg/dL', 'mmol/L', 'mass and moles need a molar mass'],
  ['U/L', '[IU]/L', 'a catalytic unit is no international unit'],
  ['ng/mL', 'ng/mL{FEU}', 'a note in braces says what is counted'],
  ['%', 'g/L', 'a share is no concentration'],
  ['%', '{ratio}', 'nothing says what the ratio is of'],
  ['10*9/L', 'mmol/L', 'things are counted otherwise than moles in UCUM'],
  ['/[HPF]', '/uL', 'a field of a microscope has no volume'],
  ['umol/L', 'umol/(24.h)', 'what is in a litre is not what comes in a day'],
  ['g/L', null, 'no unit is no unit of mass'],
] as const)('%s never becomes %s: %s', (from, to, _) => {
  expect(tensBetween(from, to)).toBeNull()
  expect(tensBetween(to, from)).toBeNull()
})

test('equal units are equal, also if we cannot read them', () => {
  for (const unit of ['{INR}', "[arb'U]/mL", null]) expect(tensBetween(unit, unit)).toBe(0)
})

test('multiplying adds no digits', () => {
  expect(timesTen(0.1, 1)).toBe(1)
  expect(timesTen(1.1, -1)).toBe(0.11)
  expect(timesTen(35.7, 1)).toBe(357)
  expect(timesTen(1e-7, -3)).toBe(1e-10)
  expect(timesTen(0, 3)).toBe(0)
})
