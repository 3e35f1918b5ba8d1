import { describe, expect, test } from 'vitest'
import { flagOf, type Measure, readValue } from './result-value.ts'

const haemoglobin: Measure = {
  ...{ kind: 'quantity', choices: [], expected: [] },
  ...{ low: 12, high: 15, criticalLow: 7, criticalHigh: 20 },
}
const malaria: Measure = {
  ...{ kind: 'choice', choices: ['Not seen', '+', '++'], expected: ['Not seen'] },
  ...{ low: null, high: null, criticalLow: null, criticalHigh: null },
}

function flag(measure: Measure, typed: string) {
  const reading = readValue(measure, typed)
  return 'wrong' in reading ? 'wrong' : flagOf(measure, reading)
}

describe('a quantity', () => {
  test.each([
    ['12', 'normal'],
    ['15', 'normal'],
    ['11.9', 'low'],
    ['15.1', 'high'],
    ['7', 'low'],
    ['6.99', 'critical_low'],
    ['20', 'high'],
    ['20.1', 'critical_high'],
    ['<7', 'critical_low'],
    ['<12', 'low'],
    ['<13', null],
    ['>15', 'high'],
    ['>20', 'critical_high'],
    ['>14', null],
    ['> 16', 'high'],
  ])('of %s is %s', (typed, expected) => {
    expect(flag(haemoglobin, typed)).toBe(expected)
  })

  test('of less than something within an interval from nothing is normal', () => {
    expect(flag({ ...haemoglobin, low: 0, high: 5, criticalLow: null }, '<0.3')).toBe('normal')
    expect(flag({ ...haemoglobin, low: null, high: 5, criticalLow: null }, '<5')).toBe('normal')
  })

  test('without an interval is not marked, and with a critical limit alone only beyond it', () => {
    const density = { ...haemoglobin, low: null, high: null, criticalLow: null, criticalHigh: 250_000 }
    expect(flag(density, '5000')).toBe(null)
    expect(flag(density, '250001')).toBe('critical_high')
  })

  test.each(['', 'high', '1,250', '4.', '.5', '-3', '4 5', '1e9', '<', '12345678901'])(
    'is not %j',
    (typed) => {
      expect(flag(haemoglobin, typed)).toBe('wrong')
    },
  )

  test('is kept as it was typed, with its number beside it', () => {
    expect(readValue(haemoglobin, '13.0')).toEqual({ value: '13.0', amount: 13 })
    expect(readValue(haemoglobin, '< 0.1')).toEqual({ value: '<0.1', amount: 0.1 })
  })
})

describe('a choice', () => {
  test('is one of its list', () => {
    expect(flag(malaria, 'Seen')).toBe('wrong')
    expect(flag(malaria, 'Not seen')).toBe('normal')
    expect(flag(malaria, '++')).toBe('abnormal')
  })

  test('of which none is expected is not marked', () => {
    expect(flag({ ...malaria, expected: [] }, '++')).toBe(null)
  })
})

test('text is never marked', () => {
  expect(flag({ ...malaria, kind: 'text' }, 'Normocytic')).toBe(null)
})
