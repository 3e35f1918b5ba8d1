import { expect, test } from 'vitest'
import { type Calculation, calculate, type FormulaName } from './calculated-line.ts'
import { readValue } from './result-value.ts'

const number = { kind: 'quantity', choices: [] } as const

function result(formula: FormulaName, values: readonly string[], patient: Partial<Calculation> = {}) {
  const given = values.map((value) => {
    const reading = readValue(number, value)
    if ('wrong' in reading) throw new Error(reading.wrong)
    return reading
  })
  const found = calculate(
    { formula, units: null, sex: 'Female', age: 40, isPregnant: false, ...patient },
    given,
  )
  return 'refused' in found ? `refused: ${found.refused}` : found.value
}

// Each outcome was computed by hand from the published equation.
test.each([
  // CKD-EPI 2021: 0.7 mg/dL is κ of a woman and 0.9 mg/dL that of a man, so that only age and sex count.
  { formula: 'egfr', values: ['61.88'], patient: { sex: 'Female', age: 18 }, gives: '128' },
  { formula: 'egfr', values: ['79.56'], patient: { sex: 'Male', age: 18 }, gives: '127' },
  { formula: 'egfr', values: ['159.12'], patient: { sex: 'Male', age: 50 }, gives: '45' },
  { formula: 'egfr', values: ['450'], patient: { sex: 'Female', age: 60 }, gives: '9' },
  { formula: 'creatinine_clearance', values: ['12', '90'], gives: '93' },
  { formula: 'non_hdl', values: ['5.2', '1.25'], gives: '3.95' },
  { formula: 'anion_gap', values: ['140', '103', '25'], gives: '12' },
  { formula: 'anion_gap', values: ['128', '95', '9'], gives: '24' },
  { formula: 'ldl', values: ['5.2', '1.3', '1.7'], gives: '3.13' },
  { formula: 'ldl', values: ['6', '1', '4.5'], gives: '2.95' },
  { formula: 'vldl', values: ['1.1'], gives: '0.50' },
  { formula: 'adjusted_calcium', values: ['2.1', '30'], gives: '2.30' },
  { formula: 'adjusted_calcium', values: ['2.5', '50'], gives: '2.30' },
  { formula: 'hba1c_ifcc', values: ['6.5'], gives: '48' },
  { formula: 'hba1c_ifcc', values: ['7'], gives: '53' },
  { formula: 'hba1c_ngsp', values: ['48'], gives: '6.5' },
  { formula: 'hba1c_ngsp', values: ['53'], gives: '7.0' },
  { formula: 'homa_ir', values: ['5', '9'], gives: '2.0' },
  { formula: 'mcv', values: ['45', '5'], gives: '90.0' },
  { formula: 'mch', values: ['15', '5'], gives: '30.0' },
  { formula: 'mchc', values: ['15', '45'], gives: '33.3' },
  { formula: 'difference', values: ['75', '42'], gives: '33.0' },
  { formula: 'ratio', values: ['5.2', '1.3'], gives: '4.0' },
  { formula: 'percentage', values: ['15', '60'], gives: '25' },
  { formula: 'total', values: ['3', '20'], gives: '60.0' },
] as const)('$formula of $values is $gives', ({ formula, values, gives, ...row }) => {
  expect(result(formula, values, 'patient' in row ? row.patient : {})).toBe(gives)
})

type InUnits = {
  readonly formula: FormulaName
  readonly values: readonly string[]
  readonly patient?: Partial<Calculation>
  readonly units: NonNullable<Calculation['units']>
  readonly gives: string
}

// By hand: creatinine of 1.8 mg/dL is 159.1 µmol/L, and cholesterols of 200, 50 and 150 mg/dL give 200 - 50 - 150/5.
test.each<InUnits>([
  {
    ...{ formula: 'egfr', values: ['1.8'], patient: { sex: 'Male', age: 50 } },
    units: { factors: [88.4], result: null },
    gives: '45',
  },
  {
    ...{ formula: 'ldl', values: ['200', '50', '150'] },
    units: { factors: [0.025862, 0.025862, 0.011294], result: { factor: 0.025862, places: 0 } },
    gives: '120',
  },
  {
    ...{ formula: 'mchc', values: ['150', '45'] },
    units: { factors: [0.1, 1], result: { factor: 0.1, places: 0 } },
    gives: '333',
  },
  {
    ...{ formula: 'ratio', values: ['<200', '50'] },
    units: { factors: [0.025862, 0.025862], result: null },
    gives: '<4.0',
  },
])('$formula of $values in the units of a lab is $gives', ({ formula, values, patient, units, gives }) => {
  expect(result(formula, values, { ...patient, units })).toBe(gives)
})

test('the triglycerides that forbid an LDL are those of the formula', () => {
  const inMgPerDl = { units: { factors: [0.025862, 0.025862, 0.011294], result: null } }
  expect(result('ldl', ['200', '50', '400'], inMgPerDl)).toBe(
    'refused: the triglycerides are above 4.5 mmol/L',
  )
})

test('eGFR is for adults whose age is known', () => {
  expect(result('egfr', ['80'], { age: 17 })).toBe('refused: it is for patients from 18 years on')
  expect(result('egfr', ['80'], { age: null })).toBe('refused: the date of birth is not known')
})

test('LDL and VLDL are not calculated above triglycerides of 4.5 mmol/L', () => {
  expect(result('ldl', ['7', '1', '4.51'])).toBe('refused: the triglycerides are above 4.5 mmol/L')
  expect(result('vldl', ['4.51'])).toBe('refused: the triglycerides are above 4.5 mmol/L')
})

test('a negative result and a division by nothing are refused', () => {
  const contradiction = 'refused: these values contradict each other'
  expect(result('ldl', ['2', '1.8', '1.7'])).toBe(contradiction)
  expect(result('difference', ['30', '42'])).toBe(contradiction)
  expect(result('mcv', ['45', '0'])).toBe(contradiction)
  expect(result('ratio', ['0', '0'])).toBe(contradiction)
  expect(result('hba1c_ifcc', ['2'])).toBe(contradiction)
})

test('a ratio, a share and HbA1c take over the sign of the first value, and nothing else takes over a sign', () => {
  expect(result('ratio', ['<3', '6'])).toBe('<0.5')
  expect(result('percentage', ['>10', '20'])).toBe('>50')
  expect(result('hba1c_ifcc', ['>14'])).toBe('>129')
  expect(result('hba1c_ngsp', ['<20'])).toBe('<4.0')
  // Rounded so that it claims no more than was measured.
  expect(result('ratio', ['<3', '12.4'])).toBe('<0.3')
  expect(result('percentage', ['<0.01', '4'])).toBe('<1')
  expect(result('percentage', ['>10', '15'])).toBe('>66')
  const inexact = 'refused: a value with < or > is not exact'
  expect(result('ratio', ['3', '<6'])).toBe(inexact)
  expect(result('egfr', ['<20'])).toBe(inexact)
  expect(result('difference', ['>120', '40'])).toBe(inexact)
  expect(result('ldl', ['5', '1', '<0.5'])).toBe(inexact)
  expect(result('ratio', ['<0', '6'])).toBe(inexact)
})
