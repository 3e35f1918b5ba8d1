import { expect, test } from 'vitest'
import { splitByCredit } from './credit.ts'

test('credit pays as much as it can', () => {
  expect(splitByCredit(10_000, 3_000)).toEqual({ used: 3_000, left: 7_000 })
  expect(splitByCredit(10_000, 10_000)).toEqual({ used: 10_000, left: 0 })
  expect(splitByCredit(10_000, 25_000)).toEqual({ used: 10_000, left: 0 })
  expect(splitByCredit(10_000, 0)).toEqual({ used: 0, left: 10_000 })
})

test('the rest is enough for a bank to send, and never an odd fraction', () => {
  expect(splitByCredit(10_000, 9_950)).toEqual({ used: 9_900, left: 100 })
  expect(splitByCredit(0.3, 0.1)).toEqual({ used: 0, left: 0.3 })
  expect(splitByCredit(1000.3, 0.1)).toEqual({ used: 0.1, left: 1000.2 })
})
