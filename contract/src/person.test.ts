import { expect, test } from 'vitest'
import { ageOn } from './person.ts'

test.each([
  ['1961-04-12', '65 years'],
  ['1961-11-22', '65 years'],
  ['1961-11-23', '64 years'],
  ['2024-11-23', '23 months'],
  ['2024-11-22', '2 years'],
  ['2026-10-22', '1 month'],
  ['2026-11-22', '0 months'],
  ['2026-11-23', '0 months'],
])('someone born on %s is %s old on 22 November 2026', (born, age) => {
  expect(ageOn(born, '2026-11-22')).toBe(age)
})
