import type { Calculation, LagosDate, WarningLimit } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import type { PatientThen } from '../reports/policy.ts'
import { type PlausibilityRow, warningLimitsFor, warningsOf } from './warnings.ts'

const on = '2026-03-31' as LagosDate
const woman: PatientThen = { sex: 'Female', bornOn: '1985-03-27', on, trimesters: [] }
const newborn: PatientThen = { sex: 'Female', bornOn: '2026-03-28', on, trimesters: [] }

const row = (changes: Partial<PlausibilityRow>): PlausibilityRow => ({
  ...{ sex: null, from: { amount: 0, unit: 'days' }, to: null, atOrBelow: null, atOrAbove: null },
  ...{ changeBy: null, changePercent: null, withinDays: null, check: 'the unit' },
  ...{ stops: false, ...changes },
})

describe('the limits for a patient', () => {
  const older = row({ from: { amount: 28, unit: 'days' }, atOrAbove: 25 })
  const young = row({ to: { amount: 28, unit: 'days' }, atOrAbove: 30 })
  const above = (limits: readonly WarningLimit[]) => limits.map(({ atOrAbove }) => atOrAbove)

  test('are those of their age and sex', () => {
    expect(above(warningLimitsFor([older, young], woman, null))).toEqual([25])
    expect(above(warningLimitsFor([older, young], newborn, null))).toEqual([30])
    expect(warningLimitsFor([row({ sex: 'Male', atOrAbove: 25 })], woman, null)).toEqual([])
  })

  test('stop a value if their row does, and no change', () => {
    const change = row({ changeBy: 1, withinDays: 3, stops: true })
    const limits = warningLimitsFor([row({ atOrAbove: 25, stops: true }), change], woman, {
      ...{ value: '12', daysBefore: 1 },
    })
    expect(limits).toMatchObject([
      { kind: 'implausible', stops: true },
      { kind: 'changed', stops: false },
    ])
  })

  test('are an adult’s without a date of birth', () => {
    expect(above(warningLimitsFor([older, young], { ...woman, bornOn: null }, null))).toEqual([25])
  })
})

describe('a change since the last value', () => {
  const sodium = row({ changeBy: 14, withinDays: 3, check: 'the name on the tube' })
  const creatinine = row({ changePercent: 60, withinDays: 30 })
  const around = (rule: PlausibilityRow, value: string, daysBefore = 1) =>
    warningLimitsFor([rule], woman, { value, daysBefore }).map(({ kind, atOrBelow, atOrAbove }) => ({
      ...{ kind, atOrBelow, atOrAbove },
    }))

  test('is an amount or a share of it, up and down', () => {
    expect(around(sodium, '140')).toEqual([{ kind: 'changed', atOrBelow: 126, atOrAbove: 154 }])
    expect(around(creatinine, '80')).toEqual([{ kind: 'changed', atOrBelow: 32, atOrAbove: 128 }])
    expect(around(row({ changeBy: 0.3, withinDays: 3 }), '0.1')).toEqual([
      { kind: 'changed', atOrBelow: null, atOrAbove: 0.4 },
    ])
  })

  test('counts only within its days, and from a number', () => {
    expect(around(sodium, '140', 3)).toHaveLength(1)
    expect(around(sodium, '140', 3.01)).toEqual([])
    expect(around(sodium, '<100')).toEqual([])
    expect(around(creatinine, '0')).toEqual([])
    expect(warningLimitsFor([sodium], woman, null)).toEqual([])
  })
})

describe('the warnings of a report', () => {
  const bare = { atOrBelow: null, atOrAbove: 12, check: 'the unit', stops: true } as const
  const limit = { kind: 'implausible', ...bare } as const
  const plain = { name: 'Potassium', calculation: null }
  const potassium = { ...plain, id: 7, ucum: 'mmol/L', warningLimits: [limit], resistances: [] }
  const value = { position: 2, analyte_id: 7, ucum: 'mmol/L', value: '15', amount: 15 }

  test('say which value, why, and what to check', () => {
    const warning = { position: 2, kind: 'implausible', check: 'the unit', stops: true }
    expect(warningsOf([potassium], [value, { ...value, position: 3, analyte_id: 8 }])).toEqual([warning])
    expect(warningsOf([potassium], [{ ...value, value: '5', amount: 5 }])).toEqual([])
  })

  test('are not of a value in another unit than the line has now', () => {
    expect(warningsOf([{ ...potassium, ucum: 'mg/dL' }], [value])).toEqual([])
  })

  test('say that a typed index does not fit the values that it follows from', () => {
    const calculation: Calculation = {
      ...({ formula: 'mcv', from: [2, 3], units: null, mayBeTyped: true } as const),
      ...({ sex: 'Female', age: 30, isPregnant: false } as const),
    }
    const lines = [
      { id: 1, name: 'MCV', ucum: 'fL', calculation, warningLimits: [], resistances: [] },
      { id: 2, name: 'PCV', ucum: '%', calculation: null, warningLimits: [], resistances: [] },
      { id: 3, name: 'RBC', ucum: '10*12/L', calculation: null, warningLimits: [], resistances: [] },
    ]
    const of = (id: number, ucum: string, typed: string) => ({
      ...{ position: id, analyte_id: id, ucum, value: typed, amount: Number(typed) },
    })
    const [cells, red] = [of(2, '%', '36'), of(3, '10*12/L', '4.5')]
    expect(warningsOf(lines, [of(1, 'fL', '95'), cells, red])).toEqual([
      { position: 1, kind: 'contradicted', check: 'PCV and RBC, which give 80.0', stops: false },
    ])
    expect(warningsOf(lines, [of(1, 'fL', '84'), cells, red])).toEqual([])
    expect(warningsOf(lines, [of(1, 'fL', '95'), cells])).toEqual([])
    expect(warningsOf(lines, [of(1, 'fL', '95'), cells, { ...red, value: null, amount: null }])).toEqual([])
    expect(warningsOf(lines, [of(1, 'fL', '95'), cells, { ...red, ucum: '/uL' }])).toEqual([])
  })
})
