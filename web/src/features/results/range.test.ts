import { expect, test } from 'vitest'
import { rangeOf } from './range.ts'

const line = {
  ...({
    position: 1,
    name: 'Haemoglobin',
    kind: 'quantity',
    isolates: null,
    notMeasured: null,
    comment: null,
    method: null,
  } as const),
  ...({ unit: 'g/dL', basis: 'catalogue', flag: null, tier: null } as const),
}
const range = (value: string, low: number | null, high: number | null) =>
  rangeOf({ ...line, value, low, high })

test.each([
  ['a value in the middle', '13.5', { at: 50, isBeyond: false, stands: 'normal' }],
  ['a value on the limit', '12', { at: 33.3, isBeyond: false, stands: 'normal' }],
  ['a low value', '10.5', { at: 16.7, isBeyond: false, stands: 'low' }],
  ['a value far below', '5', { at: 0, isBeyond: true, stands: 'low' }],
  ['a value far above', '21', { at: 100, isBeyond: true, stands: 'high' }],
])('%s stands beside an interval in the middle third', (_, value, stands) => {
  expect(range(value, 12, 15)).toEqual({ from: 33.3, to: 66.7, reaches: null, ...stands })
})

test('a grossly low value stands far from an interval that begins near zero', () => {
  expect(range('3', 20, 250)).toMatchObject({ from: 33.3, at: 5, stands: 'low' })
  expect(range('0', 0.4, 4.5)).toMatchObject({ at: 0, isBeyond: false })
  expect(range('<0.01', 0.4, 4.5)).toMatchObject({ at: 0.8, reaches: 'below', stands: 'low' })
  expect(range('250', 20, 250)).toMatchObject({ at: 66.7, stands: 'normal' })
})

test('an interval with one limit has one half of the bar, from zero or without an end', () => {
  expect(range('6.5', null, 5.2)).toMatchObject({ from: 0, to: 50, at: 62.5, stands: 'high' })
  expect(range('0.3', 0, 1)).toMatchObject({ from: 0, to: 50, at: 15, stands: 'normal' })
  expect(range('40', 60, null)).toMatchObject({ from: 50, to: 100, at: 33.3, stands: 'low' })
  expect(range('135', 60, null)).toMatchObject({ at: 100, isBeyond: true, stands: 'normal' })
})

test('a value that is below or above a number reaches to the end of the bar', () => {
  expect(range('<0.3', 0, 5)).toMatchObject({ at: 3, reaches: 'below', stands: 'normal' })
  expect(range('<12', 12, 15)).toMatchObject({ at: 33.3, reaches: 'below', stands: 'low' })
  expect(range('<13', 12, 15)).toMatchObject({ reaches: 'below', stands: null })
  expect(range('>1000', null, 5)).toMatchObject({ at: 100, reaches: 'above', isBeyond: true, stands: 'high' })
  expect(range('>90', 60, null)).toMatchObject({ at: 75, reaches: 'above', stands: 'normal' })
})

test('there is no bar without an interval or a number', () => {
  expect(range('5', null, null)).toBe(null)
  expect(range('5', 0, null)).toBe(null)
  expect(range('0', 0, 0)).toBe(null)
  expect(range('Not measured: not enough specimen', 12, 15)).toBe(null)
  expect(rangeOf({ ...line, kind: 'choice', value: '5', low: 1, high: 2 })).toBe(null)
})
