import { describe, expect, test } from 'vitest'
import { flagOf, flagWords, judge, type Measure, readValue, warningsAt } from './result-value.ts'

const haemoglobin: Measure = {
  ...{ kind: 'quantity', choices: [], expected: [] },
  ...{ low: 12, high: 15, criticalLow: 7, criticalHigh: 20, criticals: [] },
}
const malaria: Measure = {
  ...{ kind: 'choice', choices: ['Not seen', '+', '++'], expected: ['Not seen'] },
  ...{ low: null, high: null, criticalLow: null, criticalHigh: null, criticals: [] },
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

  test('“less than” a number within an interval from zero is normal', () => {
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

  test('is stored as it was typed, with its number beside it', () => {
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

  test('without an expected choice is not marked', () => {
    expect(flag({ ...malaria, expected: [] }, '++')).toBe(null)
  })
})

describe('a critical limit', () => {
  const limit = { atOrBelow: null, atOrAbove: null, choices: [] }
  const potassium: Measure = {
    ...{ ...haemoglobin, low: 3.5, high: 5.1, criticalLow: null, criticalHigh: null },
    criticals: [
      { ...limit, tier: 'urgent', atOrAbove: 6 },
      { ...limit, tier: 'immediate', atOrAbove: 6.5 },
      { ...limit, tier: 'immediate', atOrBelow: 2.5 },
    ],
  }
  const judged = (measure: Measure, typed: string) => {
    const reading = readValue(measure, typed)
    return 'wrong' in reading ? 'wrong' : judge(measure, reading)
  }

  test.each([
    ['5.9', 'high', null],
    ['6.0', 'critical_high', 'urgent'],
    ['6.5', 'critical_high', 'immediate'],
    ['2.5', 'critical_low', 'immediate'],
    ['2.6', 'low', null],
    ['<2', 'critical_low', 'immediate'],
    ['>7', 'critical_high', 'immediate'],
    ['<6.5', null, null],
    ['>2.5', null, null],
  ])('judges %s as %s, to be called about: %s', (typed, flag, tier) => {
    expect(judged(potassium, typed)).toEqual({ flag, tier })
  })

  test('marks a value that has no interval', () => {
    expect(judged({ ...potassium, low: null, high: null }, '8.9')).toEqual({
      ...{ flag: 'critical_high', tier: 'immediate' },
    })
  })

  test('of the lab’s own is called about at once', () => {
    expect(judged(haemoglobin, '6.9')).toEqual({ flag: 'critical_low', tier: 'immediate' })
  })

  test('can be a choice', () => {
    const heavy = { ...malaria, criticals: [{ ...limit, tier: 'immediate' as const, choices: ['++'] }] }
    expect(judged(heavy, '++')).toEqual({ flag: 'critical_abnormal', tier: 'immediate' })
    expect(judged(heavy, '+')).toEqual({ flag: 'abnormal', tier: null })
    expect(judged({ ...heavy, expected: [] }, '++')).toEqual({ flag: 'critical_abnormal', tier: 'immediate' })
  })
})

describe('a value to check', () => {
  const bare = { atOrBelow: null, atOrAbove: null, check: 'the unit', stops: false } as const
  const limit = { kind: 'implausible', ...bare } as const
  const limits = [
    { ...limit, atOrBelow: 1.2, atOrAbove: 12 },
    { ...limit, kind: 'changed' as const, atOrAbove: 8, check: 'the name on the tube' },
    { ...limit, atOrAbove: 14, check: 'the tube' },
  ]
  const warned = (typed: string) => {
    const reading = readValue(haemoglobin, typed)
    return 'wrong' in reading ? 'wrong' : warningsAt(limits, reading).map(({ check }) => check)
  }

  test.each([
    ['4', []],
    ['1.2', ['the unit']],
    ['8', ['the name on the tube']],
    ['15', ['the unit', 'the name on the tube']],
    ['<1', ['the unit']],
    ['>12', ['the unit', 'the name on the tube']],
    ['<12', []],
    ['>1', []],
  ])('is warned about once a kind: %s', (typed, checks) => {
    expect(warned(typed)).toEqual(checks)
  })

  test('stops if any of its limits does', () => {
    const stopping = { ...limit, atOrAbove: 13, check: 'the sample', stops: true }
    expect(warningsAt([...limits, stopping], { value: '15', amount: 15 })).toMatchObject([
      { kind: 'implausible', check: 'the sample', stops: true },
      { kind: 'changed', stops: false },
    ])
  })

  test('is not a text or a choice', () => {
    expect(warningsAt(limits, { value: '15', amount: null })).toEqual([])
  })
})

test('text is never marked', () => {
  expect(flag({ ...malaria, kind: 'text' }, 'Normocytic')).toBe(null)
})

test('no mark of a value says how soon to act: only the words of its tier do, and they must not contradict each other', () => {
  for (const words of Object.values(flagWords)) expect(words).not.toMatch(/urgent|today|now|immediate/i)
})
