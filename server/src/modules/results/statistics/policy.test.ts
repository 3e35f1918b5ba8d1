import { expect, test } from 'vitest'
import { byPromise, daysOf, presentCalls, presentTook } from './policy.ts'

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

test('fewer than five results are listed one by one, without a median', () => {
  expect(presentTook({ ...took, released: 4, each: [1.26, 2, 3, 4] })).toMatchObject({
    ...{ medianHours: null, ninthHours: null, each: [1.3, 2, 3, 4] },
  })
  expect(presentTook({ ...took, released: 5, each: [1, 2, 3, 4, 5] })).toMatchObject({
    ...{ medianHours: 5, ninthHours: 10, each: [] },
  })
})

test('a result is late by the promise to its patient, which counts no hour at which the lab is closed', () => {
  const week = 'Mon-Fri 08:00-18:00'
  // Received on Tuesday 31 March at 20:30, in Lagos: four hours later is the night.
  const one = { at: '2026-03-31T19:30:00+00:00', hours: 4 }
  const out = (releasedAt: string | null) => ({ openingHours: week, results: [{ ...one, releasedAt }] })
  const counted = (releasedAt: string | null, now: string) => {
    const all = { ...took, released: 1, quick: 2, beyond: [out(releasedAt)], each: [] }
    const { due, inTime } = byPromise(all, new Date(now))
    return [due, inTime]
  }
  expect(counted('2026-04-01T08:00:00+00:00', '2026-04-02T12:00:00Z')).toEqual([3, 3])
  expect(counted('2026-04-01T08:00:01+00:00', '2026-04-02T12:00:00Z')).toEqual([3, 2])
  expect(counted(null, '2026-04-01T07:59:59Z')).toEqual([2, 2])
  expect(counted(null, '2026-04-01T08:00:00Z')).toEqual([3, 2])
})

test('the median of critical calls needs five that reached someone', () => {
  const calls = { count: 9, due: 7, inTime: 3, medianMinutes: 12.4 }
  expect(presentCalls({ ...calls, reached: 4 })).toEqual({ count: 9, due: 7, inTime: 3, medianMinutes: null })
  expect(presentCalls({ ...calls, reached: 5 })).toMatchObject({ medianMinutes: 12 })
})
