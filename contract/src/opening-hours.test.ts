import { describe, expect, test } from 'vitest'
import { hoursLines, openNow } from './opening-hours.ts'

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
  ])('%s reads as people say it', (text, lines) => {
    expect(hoursLines(text)).toEqual(lines)
  })

  test('what cannot be read is shown as it was written', () => {
    expect(hoursLines('By appointment')).toEqual(['By appointment'])
    expect(hoursLines('')).toEqual([])
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

  test('goes on past midnight, and may never end', () => {
    const at = new Date('2026-11-20T20:00:00Z')
    expect(openNow('Mon-Sun 00:00-24:00', at)?.words).toBe('Open now, day and night')
    expect(openNow('Fri 08:00-24:00; Sat 00:00-02:00', at)?.words).toBe('Open now until 2 am tomorrow')
    expect(openNow('Mon-Fri 08:00-24:00', at)?.words).toBe('Open now until midnight')
    expect(openNow('Fri-Sat 00:00-24:00', at)?.words).toBe('Open now until midnight on Saturday')
  })

  test('is not said of hours that cannot be read', () => {
    expect(openNow('by appointment', new Date())).toBeNull()
    expect(openNow('', new Date())).toBeNull()
  })

  test('knows a place that opens once a week', () => {
    expect(openNow('Sat 09:00-13:00', new Date('2026-11-21T12:00:00Z'))?.words).toBe(
      'Closed now. Opens Saturday at 9 am',
    )
  })
})
