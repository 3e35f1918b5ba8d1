import { expect, test } from 'vitest'
import { inUnit } from './ucum.ts'

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
  ['90', 'mL/min/{1.73_m2}', 'mL/min/{1.73_m2}', '90'],
])('%s %s is in %s %s', (value, from, to, expected) => {
  expect(inUnit(value, from, to)).toBe(expected)
})

test.each([
  ['mg/dL', 'mmol/L'],
  ['U/L', '[IU]/L'],
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
])('nothing is made of %s in %s', (from, to) => {
  expect(inUnit('5', from, to)).toBeNull()
})
