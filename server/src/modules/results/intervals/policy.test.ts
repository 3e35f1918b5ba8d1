import type { Age, LabInterval } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { coversAdults, fitsBoth, inOrder, judgeIntervals } from './policy.ts'

const years = (amount: number): Age => ({ amount, unit: 'years' })
const own = (changes: Partial<LabInterval> = {}): LabInterval => ({
  ...{ sex: null, from: years(0), to: null, low: 4, high: 11, criticalLow: null, criticalHigh: null },
  ...changes,
})

test('adults are covered if no age from 18 on is left out, for their sex', () => {
  expect(coversAdults([own()], 'Male')).toBe(true)
  expect(coversAdults([own({ sex: 'Female' })], 'Male')).toBe(false)
  expect(coversAdults([own({ to: years(50) }), own({ from: years(50) })], 'Female')).toBe(true)
  expect(coversAdults([own({ to: years(50) }), own({ from: years(51) })], 'Female')).toBe(false)
  expect(coversAdults([own({ from: years(19) })], 'Female')).toBe(false)
  expect(coversAdults([own({ to: years(18) })], 'Female')).toBe(false)
  expect(coversAdults([], 'Female')).toBe(false)
})

test('two intervals fit one patient only if sex and age overlap', () => {
  expect(fitsBoth(own(), own())).toBe(true)
  expect(fitsBoth(own({ sex: 'Male' }), own({ sex: 'Female' }))).toBe(false)
  expect(fitsBoth(own({ to: years(2) }), own({ from: years(2) }))).toBe(false)
  expect(fitsBoth(own({ to: { amount: 24, unit: 'months' } }), own({ from: years(2) }))).toBe(false)
  expect(fitsBoth(own({ to: { amount: 25, unit: 'months' } }), own({ from: years(2) }))).toBe(true)
  const aDay = own({ from: { amount: 1, unit: 'days' } })
  expect(fitsBoth(own({ to: { amount: 24, unit: 'hours' } }), aDay)).toBe(false)
  expect(fitsBoth(own({ to: { amount: 25, unit: 'hours' } }), aDay)).toBe(true)
})

test.each([
  [{ from: years(5), to: years(5) }, /age at the end/],
  [{ low: null, high: null }, /low limit, a high one/],
  [{ low: 12 }, /must not be below the low/],
  [{ criticalLow: 5 }, /must not be above the low/],
  [{ criticalHigh: 10 }, /must not be below the high/],
  [{ low: null, criticalLow: 12 }, /below the high one|above the low/],
] as const)('%o cannot be', (changes, why) => {
  expect(judgeIntervals([own(changes)])['0']).toMatch(why)
})

test('an overlapping interval is reported by its index, a valid one is not', () => {
  expect(Object.keys(judgeIntervals([own({ to: years(3) }), own({ from: years(2) })]))).toEqual(['1'])
  expect(
    judgeIntervals([own({ to: years(3) }), own({ from: years(3), criticalLow: 2, criticalHigh: 30 })]),
  ).toEqual({})
  expect(judgeIntervals([own({ high: null, criticalLow: 2 })])).toEqual({})
})

test('the youngest come first', () => {
  const sorted = inOrder([own({ from: years(1) }), own({ from: { amount: 3, unit: 'days' } })])
  expect(sorted[0]?.from.unit).toBe('days')
})
