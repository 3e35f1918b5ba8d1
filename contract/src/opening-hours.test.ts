import { describe, expect, test } from 'vitest'
import { hoursLines, openingsOn, openNow } from './opening-hours.ts'
import type { LagosDate } from './time.ts'

describe('opening hours', () => {
  test.each([
    [
      'Mon-Fri 07:30-18:00; Sat 08:00-16:00',
      ['Mon to Fri: 7:30 am to 6 pm', 'Sat: 8 am to 4 pm', 'Closed on Sunday'],
    ],
    ['Mon-Sun 00:00-24:00', ['Every day: open 24 hours']],
    ['Mon-Sat 08:00-18:00; Sun 13:00-17:00', ['Mon to Sat: 8 am to 6 pm', 'Sun: 1 pm to 5 pm']],
    [
      'Mon-Thu 08:00-18:00; Fri 08:00-12:30; Fri 14:30-18:00; Sat 09:00-15:00',
      [
        'Mon to Thu: 8 am to 6 pm',
        'Fri: 8 am to 12:30 pm and 2:30 pm to 6 pm',
        'Sat: 9 am to 3 pm',
        'Closed on Sunday',
      ],
    ],
    [
      'Mon-Fri 08:00-18:00; from 2026-12-01; Mon-Sat 07:00-17:00',
      [
        'Mon to Fri: 8 am to 6 pm',
        'Closed on Saturday and Sunday',
        'From Tuesday 1 December: Mon to Sat: 7 am to 5 pm; Closed on Sunday',
      ],
    ],
    ['Mon-Fri 08:00-18:00; from 2026-11-20; Mon-Sun 07:00-17:00', ['Every day: 7 am to 5 pm']],
    [
      'Mon-Sun 08:00-18:00; 2026-12-05 closed (Staff day); 2026-12-01 08:00-10:00; 2026-12-01 12:00-13:00; 2026-11-19 closed; 2027-01-01 closed',
      [
        'Every day: 8 am to 6 pm',
        'Tuesday 1 December: 8 am to 10 am and 12 pm to 1 pm',
        'Staff day, Saturday 5 December: closed',
      ],
    ],
  ])('%s is written for people', (text, lines) => {
    expect(hoursLines(text, new Date('2026-11-20T10:00:00Z'))).toEqual(lines)
  })

  test('unreadable hours are shown as they were written', () => {
    expect(hoursLines('By appointment', new Date())).toEqual(['By appointment'])
    expect(hoursLines('', new Date())).toEqual([])
  })
})

describe('whether it is open', () => {
  const week = 'Mon-Fri 07:30-18:00; Sat 09:00-13:00; Sat 14:00-16:00'
  // Saturday 21 November 2026; Lagos is an hour ahead of UTC.
  test.each([
    ['2026-11-20T16:59:00Z', true, 'Open now until 6 pm'],
    ['2026-11-20T17:00:00Z', false, 'Closed now. Opens tomorrow at 9 am'],
    ['2026-11-20T06:29:00Z', false, 'Closed now. Opens at 7:30 am'],
    ['2026-11-20T06:30:00Z', true, 'Open now until 6 pm'],
    ['2026-11-21T12:30:00Z', false, 'Closed now. Opens at 2 pm'],
    ['2026-11-21T15:00:00Z', false, 'Closed now. Opens Monday at 7:30 am'],
    ['2026-11-21T23:30:00Z', false, 'Closed now. Opens tomorrow at 7:30 am'],
  ])('at %s is %s: %s', (at, open, words) => {
    expect(openNow(week, new Date(at))).toEqual({ open, words })
  })

  test('continues past midnight, and may never end', () => {
    const at = new Date('2026-11-20T20:00:00Z')
    expect(openNow('Mon-Sun 00:00-24:00', at)?.words).toBe('Open now, day and night')
    expect(openNow('Fri 08:00-24:00; Sat 00:00-02:00', at)?.words).toBe('Open now until 2 am tomorrow')
    expect(openNow('Mon-Fri 08:00-24:00', at)?.words).toBe('Open now until midnight')
    expect(openNow('Fri-Sat 00:00-24:00', at)?.words).toBe('Open now until midnight on Saturday')
  })

  test('considers exceptions for a day, and a week that has begun', () => {
    const hours = 'Mon-Fri 08:00-18:00; from 2026-11-23; Mon-Fri 09:00-17:00; 2026-11-23 closed (Staff day)'
    const at = new Date('2026-11-20T18:00:00Z')
    expect(openNow(hours, at)?.words).toBe('Closed now. Opens Tuesday at 9 am')
    expect(openNow(hours, new Date('2026-11-23T10:00:00Z'))?.open).toBe(false)
    const away = Array.from({ length: 10 }, (_, day) => `2026-11-${21 + day} closed`).join('; ')
    expect(openNow(`Mon-Sun 08:00-18:00; ${away}`, at)?.words).toBe(
      'Closed now. Opens Tuesday 1 December at 8 am',
    )
  })

  test('is unknown for hours that cannot be read', () => {
    expect(openNow('by appointment', new Date())).toBeNull()
    expect(openNow('', new Date())).toBeNull()
  })

  test('works for a location that opens once a week', () => {
    expect(openNow('Sat 09:00-13:00', new Date('2026-11-21T12:00:00Z'))?.words).toBe(
      'Closed now. Opens Saturday at 9 am',
    )
  })
})

test('the openings of a day are its own exception, or those of the week in force', () => {
  const hours = 'Sat 08:00-18:00; from 2026-12-01; Sat 10:00-12:00; 2026-12-12 closed; 2026-12-19 11:00-12:00'
  const on = (day: string) => openingsOn(hours, day as LagosDate)
  expect(on('2026-11-28')).toEqual([{ from: '08:00', to: '18:00' }])
  expect(on('2026-12-05')).toEqual([{ from: '10:00', to: '12:00' }])
  expect(on('2026-12-12')).toEqual([])
  expect(on('2026-12-19')).toEqual([{ from: '11:00', to: '12:00' }])
})
