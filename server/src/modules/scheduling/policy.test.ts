import { lagosDate } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { visitIsAhead } from './policy.ts'

test('a visit is requested in Lagos time, in the future and within ninety days', () => {
  const now = new Date('2026-11-21T23:30:00Z') // 00:30 on the 22nd in Lagos
  const on = (day: string, time: string) => visitIsAhead(lagosDate(new Date(`${day}T12:00:00Z`)), time, now)
  expect(on('2026-11-21', '23:59')).toBe(false)
  expect(on('2026-11-22', '00:30')).toBe(false)
  expect(on('2026-11-22', '00:31')).toBe(true)
  expect(on('2027-02-20', '08:00')).toBe(true)
  expect(on('2027-02-21', '08:00')).toBe(false)
})
