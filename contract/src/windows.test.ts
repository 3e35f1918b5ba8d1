import { describe, expect, it } from 'vitest'
import type { LagosDate } from './time.ts'
import { formatVisitTime, formatWindow, isMorning, visitWindows, windowOf, windowsOn } from './windows.ts'

const monday = '2026-11-23' as LagosDate
const sunday = '2026-11-29' as LagosDate
const froms = (hours: string, day = monday) =>
  windowsOn(hours, day).map(({ from }) => Number(from.slice(0, 2)))

describe('the windows of a home visit', () => {
  it('follow on one another, two hours each', () => {
    for (const [place, { from, to }] of visitWindows.entries()) {
      expect(Number(to.slice(0, 2)) - Number(from.slice(0, 2))).toBe(2)
      expect(visitWindows[place + 1]?.from ?? to).toBe(to)
    }
  })

  it('hold every time from seven in the morning to seven in the evening, each in one', () => {
    expect([windowOf('06:59'), windowOf('19:00'), windowOf('')]).toEqual([null, null, null])
    expect(windowOf('07:00')?.from).toBe('07:00')
    expect(windowOf('08:59')?.from).toBe('07:00')
    expect(windowOf('09:00')?.from).toBe('09:00')
    expect(windowOf('18:59')?.from).toBe('17:00')
  })

  it('are those in which the lab is open at the end, and does not close before it', () => {
    expect(froms('Mon-Sat 07:00-19:00')).toEqual([7, 9, 11, 13, 15, 17])
    expect(froms('Mon-Sat 08:00-18:00')).toEqual([7, 9, 11, 13, 15])
    expect(froms('Mon-Sat 09:00-13:00')).toEqual([9, 11])
    expect(froms('Mon-Sun 00:00-24:00')).toEqual([7, 9, 11, 13, 15, 17])
    expect(froms('Mon-Fri 08:00-12:30; Mon-Fri 14:30-18:00')).toEqual([7, 9, 11, 13, 15])
    expect(froms('Mon-Sat 08:00-18:00; Sun 13:00-17:00', sunday)).toEqual([13, 15])
  })

  it('are none on a day when the lab is closed, and all if its hours cannot be read', () => {
    expect(froms('Mon-Sat 08:00-18:00', sunday)).toEqual([])
    expect(froms('by appointment')).toHaveLength(visitWindows.length)
  })

  it('suit an overnight fast before eleven', () => {
    expect(visitWindows.filter(isMorning).map(({ from }) => from)).toEqual(['07:00', '09:00'])
  })
})

describe('a window in words', () => {
  it('names the half of the day once if it is the same', () => {
    expect(visitWindows.map(formatWindow)).toEqual([
      ...['7 to 9 am', '9 to 11 am', '11 am to 1 pm', '1 to 3 pm', '3 to 5 pm', '5 to 7 pm'],
    ])
  })

  it('is the promise for a time; a time outside all windows is shown as it is', () => {
    expect(formatVisitTime('08:30')).toBe('between 7 and 9 am')
    expect(formatVisitTime('11:00')).toBe('between 11 am and 1 pm')
    expect(formatVisitTime('06:30')).toBe('at 6:30 am')
  })
})
