import type { TrendPoint, TrendSeries } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { amountOf, apartWords, changeWords, reportedWords, usualWords } from './trend-policy.ts'

const point: TrendPoint = {
  ...{ at: '2026-01-02T09:00:00Z', order: 'LB-1', lab: 'Yaba Lab', amount: 12.1, low: 12, high: 15 },
  ...{ bound: null, flag: 'normal', basis: 'catalogue', reported: { value: '12.1', unit: 'g/dL' } },
}
const series = (...points: Partial<TrendPoint>[]): TrendSeries => ({
  ...{ id: '718-7 0', name: 'Haemoglobin', unit: 'g/dL', apartFrom: [] },
  points: points.map((changes) => ({ ...point, ...changes })),
})

test('a change is shown without floating-point digits', () => {
  expect(changeWords(series({}, { amount: 13.4 }))).toBe('Up 1.3 g/dL since the value before')
  expect(changeWords(series({ amount: 0.3 }, { amount: 0.1 }))).toBe('Down 0.2 g/dL since the value before')
  expect(changeWords(series({}, {}))).toBe('The same as before')
})

test('one value, or a value only known to be below a bound, shows no change', () => {
  expect(changeWords(series({}))).toBeNull()
  expect(changeWords(series({ bound: 'below' }, {}))).toBeNull()
})

test('a bound keeps its sign, and a converted value is the one of its report', () => {
  expect(amountOf({ amount: 0.5, bound: 'below' })).toBe('<0.5')
  expect(reportedWords(point, series({}))).toBeNull()
  const converted = { ...point, reported: { value: '121', unit: 'g/L' } }
  expect(reportedWords(converted, series({}))).toBe('Reported as 121 g/L')
})

test('the usual interval has its unit, and the reason for two charts is given', () => {
  expect(usualWords(point, series({}))).toBe('12 to 15 g/dL')
  expect(usualWords({ ...point, basis: 'unconfirmed' }, series({}))).toBe(
    '12 to 15 g/dL, to be confirmed by the lab',
  )
  expect(usualWords({ ...point, low: null, high: null }, series({}))).toBe('')
  expect(apartWords(series({}))).toBeNull()
  expect(apartWords({ ...series({}), apartFrom: ['mmol/L'] })).toContain(
    'We cannot convert mmol/L exactly to',
  )
})
