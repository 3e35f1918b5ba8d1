import { lagosDate, lagosTime, openingsOn } from '@labalaba/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfOpenHour } from './promise.ts'

const hour = 3_600_000
const at = (moment: string) => new Date(`2026-11-${moment}+01:00`)
// 21 November 2026 is a Saturday.
const week = 'Mon-Fri 07:30-18:00; Sat 08:00-16:00'

describe('the end of the next open hour', () => {
  test.each([
    ['is the time itself if the lab is open then', week, '23T12:00', '23T12:00'],
    ['is rounded up to the end of the hour', week, '23T12:01', '23T13:00'],
    ['can be the closing time', week, '23T17:30', '23T18:00'],
    ['is an hour after the next opening, if the lab has closed', week, '23T18:01', '24T09:00'],
    ['is that at night too', week, '24T01:00', '24T09:00'],
    ['is not the opening itself, when no work is done yet', week, '28T08:00', '28T09:00'],
    ['skips a closed day', week, '21T20:30', '23T09:00'],
    ['is not within an incomplete last hour', 'Mon-Fri 08:00-16:30', '23T16:30', '24T09:00'],
    ['skips a closed noon', 'Mon-Fri 08:00-12:30; Mon-Fri 14:30-18:00', '23T13:00', '23T16:00'],
    [
      'is the next hour, day and night, if the lab never closes',
      'Mon-Sun 00:00-24:00',
      '24T00:30',
      '24T01:00',
    ],
    ['can be midnight', 'Mon-Sun 00:00-24:00', '23T23:10', '24T00:00'],
    ['can be a closing time at midnight', 'Mon-Fri 08:00-24:00', '24T00:00', '24T00:00'],
    ['considers a holiday', `${week}; 2026-11-24 closed (Staff day)`, '23T19:00', '25T09:00'],
    ['considers other hours of one day', `${week}; 2026-11-24 11:00-13:00`, '23T19:00', '24T12:00'],
    ['considers a future week', `${week}; from 2026-11-24; Thu 10:00-12:00`, '23T19:00', '26T11:00'],
  ])('%s', (_, written, from, by) => {
    expect(endOfOpenHour(written)(at(from))).toEqual(at(by))
  })

  test.each(['', 'By appointment', 'Mon-Fri 09:15-10:45'])(
    'ignores opening hours that are unknown or never last an hour: “%s”',
    (written) => expect(endOfOpenHour(written)(at('24T00:30'))).toEqual(at('24T01:00')),
  )

  const clock = fc.integer({ min: 0, max: 48 }).map((half) => {
    const text = String(Math.floor(half / 2)).padStart(2, '0')
    return `${text}:${half % 2 ? '30' : '00'}`
  })
  const span = fc
    .tuple(clock, clock)
    .map(([one, other]) => [one, other].toSorted())
    .filter(([from = '', to = '']) => from < to)
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
  const opening = fc.tuple(fc.constantFrom(...days), span).map(([day, [from, to]]) => `${day} ${from}-${to}`)
  const special = fc
    .tuple(fc.integer({ min: 20, max: 30 }), fc.option(span))
    .map(([day, own]) => `2026-11-${day} ${own ? `${own[0]}-${own[1]}` : 'closed'}`)
  const hours = fc
    .tuple(fc.array(opening, { minLength: 1, maxLength: 6 }), fc.array(special, { maxLength: 3 }))
    .map(([some, others]) => ['Mon 10:00-12:00', ...some, ...others].join('; '))
  const moment = fc.date({ min: at('18T00:00'), max: at('30T00:00'), noInvalidDate: true })

  test('is a whole hour, never before the given time, and the first open one', () => {
    const isOpen = (written: string, by: Date) => {
      const began = new Date(by.getTime() - hour)
      const from = lagosTime(began)
      const to = lagosTime(by) === '00:00' ? '24:00' : lagosTime(by)
      return (openingsOn(written, lagosDate(began)) ?? []).some((one) => one.from <= from && to <= one.to)
    }
    fc.assert(
      fc.property(hours, moment, (written, from) => {
        const by = endOfOpenHour(written)(from)
        expect(by.getTime() % hour).toBe(0)
        expect(by.getTime()).toBeGreaterThanOrEqual(from.getTime())
        expect(isOpen(written, by)).toBe(true)
        for (let before = by.getTime() - hour; before >= from.getTime(); before -= hour)
          expect(isOpen(written, new Date(before))).toBe(false)
      }),
    )
  })

  test('is never earlier for a later time', () => {
    fc.assert(
      fc.property(hours, moment, moment, (written, one, other) => {
        const [first, then] = one <= other ? [one, other] : [other, one]
        expect(endOfOpenHour(written)(first) <= endOfOpenHour(written)(then)).toBe(true)
      }),
    )
  })
})
