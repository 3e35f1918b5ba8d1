import { describe, expect, test } from 'vitest'
import { hoursLines } from './opening-hours.ts'

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
