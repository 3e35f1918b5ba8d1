import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  formatClock,
  formatDay,
  formatMoment,
  lagosDate,
  lagosTime,
  parseLagosDate,
} from './time.ts'

test('23:30 UTC on 31 March is already 1 April in Lagos', () => {
  expect(lagosDate(new Date('2026-03-31T23:30:00Z'))).toBe('2026-04-01')
})

test('the clock of Lagos is that of the time zone database, to the minute, a century back and ahead', () => {
  const known = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Lagos',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const span = { min: new Date('1920-01-01T00:00:00Z'), max: new Date('2120-01-01T00:00:00Z') }
  fc.assert(
    fc.property(fc.date({ ...span, noInvalidDate: true }), (at) => {
      const [day = '', time] = known.format(at).split(', ')
      expect(`${lagosDate(at)} ${lagosTime(at)}`).toBe(`${day.split('/').reverse().join('-')} ${time}`)
    }),
    { numRuns: 500 },
  )
})

test('a moment is written for people', () => {
  expect(formatMoment(new Date('2026-03-31T08:30:00Z'))).toBe('Tuesday 31 March at 9:30 am')
  expect(formatClock('00:05')).toBe('12:05 am')
  expect(formatClock('12:00')).toBe('12:00 pm')
})

test('a day that does not exist is rejected', () => {
  expect(parseLagosDate('2026-02-30')).toBeNull()
  expect(parseLagosDate('26-02-03')).toBeNull()
  expect(parseLagosDate('2028-02-29')).toBe('2028-02-29')
})

test('days add across a month', () => {
  expect(addDays(lagosDate(new Date('2026-01-31T12:00:00Z')), 1)).toBe('2026-02-01')
  expect(formatDay(lagosDate(new Date('2026-11-24T12:00:00Z')))).toBe('Tuesday 24 November')
})
