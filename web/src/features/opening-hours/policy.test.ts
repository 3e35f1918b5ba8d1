import { describe, expect, test } from 'vitest'
import {
  affectedTitle,
  gapsIn,
  likeMonday,
  shownTime,
  startOf,
  visitWords,
  withPlan,
  withSpan,
  withTime,
} from './policy.ts'

const now = new Date('2026-11-22T10:00:00Z')
const hours = startOf(null)

describe('the hours of a day as they are typed', () => {
  test('end at midnight if the clock says 00:00, and can begin there', () => {
    const [span] = withTime(withSpan([]), 0, 'to', '00:00')
    expect(span).toEqual({ from: '08:00', to: '24:00' })
    expect(shownTime('24:00')).toBe('00:00')
    expect(withTime([{ from: '08:00', to: '24:00' }], 0, 'from', '00:00')[0]?.from).toBe('00:00')
  })

  test('a second opening is not guessed', () => {
    expect(withSpan([{ from: '08:00', to: '12:00' }]).at(-1)).toEqual({ from: '', to: '' })
  })

  test('Monday’s are those of the working days, and the weekend keeps its own', () => {
    const week = likeMonday(
      hours.week.map((spans, day) => (day === 0 ? [{ from: '07:00', to: '09:00' }] : spans)),
    )
    expect(week.slice(0, 5)).toEqual(Array(5).fill([{ from: '07:00', to: '09:00' }]))
    expect(week.slice(5)).toEqual([[], []])
  })
})

test('another week is planned for a week ahead, with the current hours', () => {
  expect(withPlan(hours, now).planned).toEqual({ from: '2026-11-29', week: hours.week })
})

test('an incomplete entry is named by its field', () => {
  expect(gapsIn(hours)).toEqual({})
  const half = [{ from: '08:00', to: '' }]
  const days = [
    { on: '', name: '', openings: [] },
    { on: '2026-12-01', name: '', openings: half },
    { on: '2026-12-02', name: 'a;b', openings: [] },
  ]
  const week = [half, ...hours.week.slice(1)]
  expect(Object.keys(gapsIn({ week, planned: { from: '', week }, days }))).toEqual([
    ...['week.0', 'planned.0', 'planned.from', 'days.0', 'days.1', 'days.2'],
  ])
})

test('booked visits are listed with their window', () => {
  expect(visitWords({ reference: 'LB-1', date: '2026-12-04', time: '08:00' }, now)).toBe(
    'Friday 4 December between 7 and 9 am',
  )
  expect(affectedTitle(1)).toBe('One home visit is booked for when you are closed')
  expect(affectedTitle(3)).toBe('3 home visits are booked for when you are closed')
})
