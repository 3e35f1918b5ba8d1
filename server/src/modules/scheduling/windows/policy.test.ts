import { addDays, type LagosDate, visitWindows, type WindowStart } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import {
  adviceFor,
  leavesTimeToSetOff,
  leftIn,
  mostForNewcomers,
  nextHold,
  offeredDays,
  placesIn,
  weekdayOf,
} from './policy.ts'

const monday = '2026-11-23' as LagosDate
const sunday = '2026-11-29' as LagosDate
const windowFrom = (from: WindowStart) => {
  const window = visitWindows.find((one) => one.from === from)
  return window ?? expect.unreachable()
}

describe('how many visits a location makes', () => {
  const capacity = { usual: 4, special: [{ weekday: 1, starts: '07:00', places: 9 }], days: [] }
  const hours = 'Mon-Sat 08:00-18:00'

  it('is its usual number, and another in a window of a weekday that differs', () => {
    expect(placesIn(hours, capacity, monday, '09:00')).toBe(4)
    expect(placesIn(hours, capacity, monday, '07:00')).toBe(9)
    expect(placesIn(hours, capacity, addDays(monday, 1), '07:00')).toBe(4)
  })

  it('is that of the day itself if one is set', () => {
    const days = [{ day: monday, starts: '07:00', places: 0 }]
    expect(placesIn(hours, { ...capacity, days }, monday, '07:00')).toBe(0)
    expect(placesIn(hours, { ...capacity, days }, addDays(monday, 7), '07:00')).toBe(9)
  })

  it('is none if the lab is closed and cannot receive the sample', () => {
    expect(placesIn(hours, capacity, monday, '17:00')).toBe(0)
    expect(
      placesIn(
        hours,
        { ...capacity, special: [{ weekday: 7, starts: '09:00', places: 3 }] },
        sunday,
        '09:00',
      ),
    ).toBe(0)
  })

  it('counts the days of the week from Monday', () => {
    expect([weekdayOf(monday), weekdayOf(sunday)]).toEqual([1, 7])
  })
})

describe('how full a window is', () => {
  it.each([
    [4, 0, 'open'],
    [4, 2, 'open'],
    [4, 3, 'few'],
    [4, 4, 'full'],
    [3, 4, 'full'],
    [1, 0, 'few'],
    [12, 8, 'open'],
    [12, 9, 'few'],
    [0, 0, 'full'],
  ] as const)('with %i places of which %i are taken is %s', (places, taken, word) => {
    expect(leftIn(places, taken)).toBe(word)
  })
})

describe('what is offered', () => {
  it('is fourteen days from today, by the calendar of Lagos', () => {
    expect(offeredDays(new Date('2026-11-22T23:30:00Z'))).toEqual({ first: '2026-11-23', last: '2026-12-06' })
  })

  it('is two hours away at least, also over midnight', () => {
    const early = new Date('2026-11-23T04:00:00Z')
    expect(leavesTimeToSetOff(monday, windowFrom('07:00'), early)).toBe(true)
    expect(leavesTimeToSetOff(monday, windowFrom('07:00'), new Date(early.getTime() + 61_000))).toBe(false)
    expect(leavesTimeToSetOff(monday, windowFrom('09:00'), new Date(early.getTime() + 61_000))).toBe(true)
    const night = new Date('2026-11-23T22:30:00Z')
    expect(leavesTimeToSetOff(monday, windowFrom('17:00'), night)).toBe(false)
    expect(leavesTimeToSetOff(addDays(monday, 1), windowFrom('07:00'), night)).toBe(true)
  })

  it('marks mornings as suitable from a fast of eight hours on', () => {
    expect(adviceFor(0)).toBeNull()
    expect(adviceFor(7)).toBeNull()
    expect(adviceFor(8)).toContain('8 hours')
  })
})

it('a hold lasts ten minutes, and thirty in all for an order', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect(nextHold(0, null, now)).toEqual({ until: at(10), seconds: 600 })
  expect(nextHold(600, at(4), now)).toEqual({ until: at(10), seconds: 360 })
  expect(nextHold(600, at(-60), now)).toEqual({ until: at(10), seconds: 600 })
  expect(nextHold(1620, null, now)).toEqual({ until: at(3), seconds: 180 })
  expect(nextHold(1800, at(2), now)).toEqual({ until: at(2), seconds: 0 })
  expect(nextHold(1800, null, now)).toBe(null)
  expect(nextHold(1800, at(-1), now)).toBe(null)
})

it('newcomers hold all but a third of the unsold places, and always at least one', () => {
  const most = [-1, 0, 1, 2, 3, 4, 5, 6, 9, 24].map(mostForNewcomers)
  expect(most).toEqual([1, 1, 1, 2, 2, 3, 4, 4, 6, 16])
})
