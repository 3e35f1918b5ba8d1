import type { AnalyteLine, Calculation } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { withoutCalculated } from './calculated-line.tsx'

const line = (position: number, calculation: Partial<Calculation> | null): AnalyteLine => ({
  ...{ position, name: `Line ${position}`, kind: 'quantity', structure: null, unit: null, choices: [] },
  ...{ expected: [], needed: true, low: null, high: null, criticalLow: null, criticalHigh: null },
  ...{ criticals: [], criticalsInPregnancy: [], inPregnancy: [], warningLimits: [], resistances: [] },
  ...{ basis: null, asksPregnancy: false, method: null, last: null },
  calculation: calculation && {
    ...{ formula: 'ratio', from: [], units: null, mayBeTyped: true, sex: 'Female', age: null },
    ...{ isPregnant: false, ...calculation },
  },
})

test('of HbA1c in two units, one stays as it was typed when a report is opened again', () => {
  const lines = [line(1, { formula: 'hba1c_ngsp', from: [2] }), line(2, { formula: 'hba1c_ifcc', from: [1] })]
  expect(withoutCalculated(lines, { 1: '6.5', 2: '48' })).toEqual({ 1: '6.5' })
  // 47 mmol/mol was typed: 6.5 % would give 48.
  expect(withoutCalculated(lines, { 1: '6.5', 2: '47' })).toEqual({ 2: '47' })
  // Both were typed, and contradict each other.
  expect(withoutCalculated(lines, { 1: '6.5', 2: '60' })).toEqual({ 1: '6.5', 2: '60' })
  expect(withoutCalculated(lines, { 2: '48' })).toEqual({ 2: '48' })
})

test('a line that always follows is left out, and one that was typed otherwise stays', () => {
  const lines = [
    line(1, null),
    line(2, null),
    line(3, { from: [1, 2], mayBeTyped: false }),
    line(4, { from: [1, 2] }),
  ]
  expect(withoutCalculated(lines, { 1: '8', 2: '4', 3: '9', 4: '2.0' })).toEqual({ 1: '8', 2: '4' })
  expect(withoutCalculated(lines, { 1: '8', 2: '4', 4: '2.4', 1000: 'x' })).toEqual({
    ...{ 1: '8', 2: '4', 4: '2.4', 1000: 'x' },
  })
})
