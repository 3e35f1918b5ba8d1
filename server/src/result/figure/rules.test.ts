import { expect, test } from 'vitest'
import { daysOf, presentTook } from './rules.ts'

// 23:30 UTC on 31 March is 1 April in Lagos.
const night = new Date('2026-03-31T23:30:00Z')

test('a period is of Lagos days, and none is later than today', () => {
  expect(daysOf('this_month', night)).toEqual({ from: '2026-04-01', to: '2026-04-01' })
  expect(daysOf('last_month', night)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(daysOf('ninety_days', night)).toEqual({ from: '2026-01-02', to: '2026-04-01' })
  expect(daysOf('last_month', new Date('2026-01-15T12:00:00Z'))).toEqual({
    ...{ from: '2025-12-01', to: '2025-12-31' },
  })
})

const took = { test: 'FBC', promisedHours: 24, received: 9, due: 5, inTime: 4, middle: 5.04, ninth: 9.96 }

test('of fewer than five results each is told, and no middle', () => {
  expect(presentTook({ ...took, released: 4, each: [1.26, 2, 3, 4] })).toMatchObject({
    ...{ medianHours: null, ninthHours: null, each: [1.3, 2, 3, 4] },
  })
  expect(presentTook({ ...took, released: 5, each: [1, 2, 3, 4, 5] })).toMatchObject({
    ...{ medianHours: 5, ninthHours: 10, each: [] },
  })
})
