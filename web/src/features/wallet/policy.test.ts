import { expect, test } from 'vitest'
import { balanceNaira, monthName, signedNaira } from '../../lib/statement-words.ts'
import { daysOf, monthLetter, scaleOf, totalEarned } from './policy.ts'

const now = new Date('2026-11-22T09:00:00Z')

test.each([
  ['this month', '2026-11-01', '2026-11-22'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['three months', '2026-09-01', '2026-11-22'],
  ['a year', '2025-12-01', '2026-11-22'],
] as const)('%s is from %s to %s', (span, from, to) => {
  expect(daysOf(span, now)).toEqual({ from, to })
})

test('the month before January is December of the year before', () => {
  expect(daysOf('last month', new Date('2027-01-03T09:00:00Z'))).toEqual({
    from: '2026-12-01',
    to: '2026-12-31',
  })
})

test('a month begins with midnight in Lagos', () => {
  expect(daysOf('this month', new Date('2026-10-31T23:30:00Z')).from).toBe('2026-11-01')
})

test('amounts in and out differ by their sign', () => {
  expect([signedNaira(600), signedNaira(-250.5)]).toEqual(['+₦600', '−₦250.50'])
  expect([balanceNaira(0), balanceNaira(-5)]).toEqual(['₦0', '−₦5'])
})

test('months have a name and a letter', () => {
  expect([monthName('2026-01'), monthLetter('2026-11')]).toEqual(['January 2026', 'N'])
})

const month = (earned: number, takenBack = 0) => ({ month: '2026-11', earned, takenBack })

test('months add up to the kobo', () => {
  expect(totalEarned([month(0.1), month(0.2), month(600.5, 0.3)])).toBe(600.5)
})

test.each([
  [0, 1000],
  [1000, 1000],
  [1001, 1500],
  [4800, 5000],
  [5100, 6000],
  [27_900, 30_000],
  [123_456, 150_000],
])('the axis for a highest bar of %i ends at %i', (highest, top) => {
  expect(scaleOf([month(highest)])).toBe(top)
  expect(scaleOf([month(0, highest)])).toBe(top)
})
