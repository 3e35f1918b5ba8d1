import { expect, test } from 'vitest'
import { ageOn } from './person.ts'

test.each([
  ['1961-04-12', '65 years'],
  ['1961-11-22', '65 years'],
  ['1961-11-23', '64 years'],
  ['2024-11-23', '23 months'],
  ['2024-11-22', '2 years'],
  ['2026-09-23', '1 month'],
  ['2026-10-22', '1 month'],
  ['2026-10-23', '30 days'],
  ['2026-10-31', '22 days'],
  ['2026-11-20', '2 days'],
  ['2026-11-21', '1 day'],
  ['2026-11-22', 'less than 1 day'],
  ['2026-11-23', 'less than 1 day'],
])('someone born on %s is %s old on 22 November 2026', (born, age) => {
  expect(ageOn(born, '2026-11-22')).toBe(age)
})

test.each([
  ['2026-01-31', '2026-02-28', '28 days'],
  ['2026-01-31', '2026-03-01', '1 month'],
  ['2025-12-31', '2026-01-01', '1 day'],
  ['2024-02-29', '2026-02-28', '23 months'],
  ['2024-02-29', '2026-03-01', '2 years'],
])('someone born on %s is on %s %s old', (born, day, age) => {
  expect(ageOn(born, day)).toBe(age)
})
