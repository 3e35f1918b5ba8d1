import type { LagosDate, OpenHours } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { hoursProblems, readHours, writeHours } from './text.ts'

const today = '2026-11-22' as LagosDate
const day = [{ from: '08:00', to: '18:00' }]
const closed: OpenHours['week'][number] = []
const week = [day, day, day, day, day, [{ from: '09:00', to: '13:00' }], closed]
const hours: OpenHours = { week, planned: null, days: [] }

describe('opening hours as a lab writes them', () => {
  test('are read back as they were written', () => {
    const lunch = [
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '24:00' },
    ]
    const all: OpenHours = {
      week: [lunch, day, day, lunch, lunch, closed, closed],
      planned: { from: '2026-12-01', week },
      days: [
        { on: '2026-12-24', name: '', openings: lunch },
        { on: '2026-12-25', name: 'Christmas Day', openings: [] },
      ],
    }
    const text = writeHours(all, today)
    expect(text).toBe(
      'Mon 08:00-12:00; Mon 13:00-24:00; Tue-Wed 08:00-18:00; Thu-Fri 08:00-12:00; Thu-Fri 13:00-24:00; from 2026-12-01; Mon-Fri 08:00-18:00; Sat 09:00-13:00; 2026-12-24 08:00-12:00; 2026-12-24 13:00-24:00; 2026-12-25 closed (Christmas Day)',
    )
    expect(readHours(text, today)).toEqual(all)
    expect(writeHours(readHours(text, today) ?? hours, today)).toBe(text)
  })

  test('omit past days, and a week that has begun becomes the week', () => {
    const text = 'Mon-Fri 08:00-18:00; from 2026-11-20; Sat 10:00-12:00; 2026-11-21 closed; 2026-11-22 closed'
    const saturdays = [...Array.from({ length: 5 }, () => closed), [{ from: '10:00', to: '12:00' }], closed]
    expect(readHours(text, today)).toEqual({
      week: saturdays,
      planned: null,
      days: [{ on: '2026-11-22', name: '', openings: [] }],
    })
    expect(writeHours({ ...hours, planned: { from: '2026-11-22', week: saturdays } }, today)).toBe(
      'Sat 10:00-12:00',
    )
  })

  test.each([
    ['no error', hours, []],
    ['no day of the week is open', { ...hours, week: week.map(() => closed) }, ['week']],
    [
      'an opening ends before it begins',
      { ...hours, week: [[{ from: '18:00', to: '08:00' }], ...week.slice(1)] },
      ['week.0'],
    ],
    [
      'two openings overlap',
      { ...hours, week: [[...day, { from: '17:00', to: '20:00' }], ...week.slice(1)] },
      ['week.0'],
    ],
    ['the other week begins today', { ...hours, planned: { from: today, week } }, ['planned.from']],
    ['a day does not exist', { ...hours, planned: { from: '2027-02-29', week } }, ['planned.from']],
    ['a day has passed', { ...hours, days: [{ on: '2026-11-21', name: '', openings: [] }] }, ['days.0']],
    [
      'a day is listed twice',
      { ...hours, days: Array.from({ length: 2 }, () => ({ on: '2026-12-25', name: '', openings: [] })) },
      ['days.1'],
    ],
    ['a day is far away', { ...hours, days: [{ on: '2028-12-25', name: '', openings: [] }] }, ['days.0']],
  ])('are refused with the field: %s', (_, wished, fields) => {
    expect(Object.keys(hoursProblems(wished as OpenHours, today))).toEqual(fields)
  })
})
