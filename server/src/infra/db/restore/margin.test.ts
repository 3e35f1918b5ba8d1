import { expect, test } from 'vitest'
import { idsToSkip, numbersToSkip, yearsOf } from './margin.ts'

const gap = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

test('printed numbers leave out a thousand, and twice the busiest day for each day of the gap', () => {
  expect(numbersToSkip(gap('2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'), 0)).toBe(1_000)
  expect(numbersToSkip(gap('2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'), 300)).toBe(1_600)
  expect(numbersToSkip(gap('2026-11-20T10:00:00Z', '2026-11-23T09:00:00Z'), 300)).toBe(2_800)
})

test('ids leave out twenty times the average rate, also for an install of minutes', () => {
  const day = gap('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')
  expect(idsToSkip(day, new Date('2026-11-10T00:00:00Z'))).toBe(2)
  expect(idsToSkip(day, new Date('2026-11-19T23:55:00Z'))).toBe(480)
})

test('a gap over New Year has both years', () => {
  const yearOf = (at: Date) => at.getUTCFullYear()
  expect(yearsOf(gap('2026-12-31T10:00:00Z', '2027-01-01T10:00:00Z'), yearOf)).toEqual([2026, 2027])
  expect(yearsOf(gap('2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'), yearOf)).toEqual([2026])
})
