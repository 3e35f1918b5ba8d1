import type { LabInterval, MeasuredLine } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { draftOf, inAnotherUnit, rowsIn, typedInRows } from './unit-draft.ts'

const none = { male: { low: null, high: null }, female: { low: null, high: null } }
const catalogue = { ...none, criticalLow: null, criticalHigh: null, toBeConfirmed: false }
const units: MeasuredLine['units'] = [
  { ucum: 'mmol/L', unit: 'mmol/L', factor: 1, catalogue },
  { ucum: 'meq/L', unit: 'mEq/L', factor: 1, catalogue },
  { ucum: 'mg/dL', unit: 'mg/dL', factor: 0.0555, catalogue },
  { ucum: 'ng/mL', unit: 'ng/mL', factor: null, catalogue: null },
]
const children: LabInterval = {
  ...{ sex: 'Female', from: { amount: 0, unit: 'days' }, to: { amount: 18, unit: 'years' } },
  ...{ low: 3.4, high: 5.5, criticalLow: 2.2, criticalHigh: null },
}

test('limits never move to another unit, and are there again in their own', () => {
  const line = { ucum: 'mmol/L', units, own: [children] }
  const draft = inAnotherUnit(draftOf(line), 'mg/dL', line)
  expect(rowsIn(draft, 'mg/dL')).toMatchObject([
    { typed: { sex: 'Female', to: '18', low: '', high: '', criticalLow: '', criticalHigh: '' } },
  ])
  expect(rowsIn(inAnotherUnit(draft, 'mmol/L', line), 'mmol/L')).toMatchObject([{ typed: { low: '3.4' } }])
})

test('limits stay where a number means the same', () => {
  const line = { ucum: 'mmol/L', units, own: [children] }
  expect(rowsIn(inAnotherUnit(draftOf(line), 'meq/L', line), 'meq/L')).toMatchObject([
    { typed: { low: '3.4' } },
  ])
})

test('a lab without intervals of its own types none in another unit, unless nothing converts that', () => {
  const line = { ucum: 'mmol/L', units, own: [] }
  expect(rowsIn(inAnotherUnit(draftOf(line), 'mg/dL', line), 'mg/dL')).toEqual([])
  expect(rowsIn(inAnotherUnit(draftOf(line), 'ng/mL', line), 'ng/mL')).toHaveLength(1)
})

test('the empty interval that a draft begins with is none, so that a lab can save the method alone', () => {
  const line = { ucum: 'mmol/L', units, own: [] }
  const [row = expect.unreachable()] = rowsIn(draftOf(line), 'mmol/L') ?? []
  expect(typedInRows([row])).toEqual([])
  expect(typedInRows([{ ...row, typed: { ...row.typed, from: '0' } }])).toHaveLength(1)
  expect(typedInRows([row, row])).toHaveLength(2)
})
