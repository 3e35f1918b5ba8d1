import { expect, test } from 'vitest'
import { callsWords, hoursWords, longestOf, shareWords, tookWords } from './policy.ts'

const one = {
  test: 'FBC',
  promisedHours: 24,
  received: 9,
  released: 9,
  due: 9,
  inTime: 8,
  medianHours: 5,
  ninthHours: 30.5,
  each: [],
}

test('small numbers are shown without a percentage', () => {
  expect(shareWords(1, 4)).toBe('1 of 4')
  expect(shareWords(1, 5)).toBe('1 of 5 (20%)')
})

test('no share is rounded to 0 % or 100 %', () => {
  expect(shareWords(1, 10_000)).toBe('1 of 10000 (under 0.1%)')
  expect(shareWords(9_999, 10_000)).toBe('9999 of 10000 (over 99.9%)')
  expect(shareWords(0, 50)).toBe('0 of 50 (0%)')
  expect(shareWords(50, 50)).toBe('50 of 50 (100%)')
})

test('short times are in minutes, and long ones in days', () => {
  expect([0, 0.1, 1, 5.5, 71.9, 72, 100].map(hoursWords)).toEqual([
    ...['a few minutes', '6 minutes', '1 hour', '5.5 hours', '71.9 hours', '3 days', '4.2 days'],
  ])
})

test('a test is described by its median, or by each result where there are few', () => {
  expect(tookWords(one)).toBe('Half within 5 hours, nine in ten within 30.5 hours')
  const few = { ...one, released: 3, medianHours: null, ninthHours: null, each: [2, 4, 100] }
  expect(tookWords(few)).toBe('3 results: 2 hours, 4 hours and 4.2 days')
  expect(tookWords({ ...few, each: [0, 0, 0] })).toBe('3 results, all within a few minutes')
  expect(tookWords({ ...few, released: 1, each: [2] })).toBe('1 result: 2 hours')
  expect(tookWords({ ...few, released: 0, each: [] })).toBe('No result is out yet')
})

test('the axis of hours goes up to the longest of them', () => {
  expect(longestOf([one, { ...one, promisedHours: 48 }])).toBe(48)
  expect(longestOf([])).toBe(1)
})

test('critical calls are one line: how many, how many in time, and the median if there is one', () => {
  const few = { count: 1, due: 0, inTime: 0, medianMinutes: null }
  expect(callsWords({ ...few, count: 0 })).toBe('No result needed a call.')
  expect(callsWords(few)).toBe('1 call, not due yet')
  expect(callsWords({ ...few, count: 3, due: 2, inTime: 1 })).toBe('3 calls. In time: 1 of 2')
  expect(callsWords({ count: 9, due: 8, inTime: 6, medianMinutes: 14 })).toBe(
    '9 calls. In time: 6 of 8 (75%). Half of the calls reached someone within 14 minutes.',
  )
})
