import type { Slot } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { byDay, timeOn } from './slots.ts'

const slot = (date: string, from: Slot['from'], left: Slot['left'] = 'open'): Slot => ({
  date,
  from,
  to: `${String(Number(from.slice(0, 2)) + 2).padStart(2, '0')}:00`,
  left,
  morning: from < '11:00',
})

describe('the windows of the days', () => {
  const days = byDay([
    slot('2026-11-23', '07:00', 'full'),
    slot('2026-11-23', '09:00', 'few'),
    slot('2026-11-24', '07:00', 'full'),
  ])

  test('each day has its own, in order', () => {
    expect(days.map(({ date, slots }) => `${date} ${slots.map(({ from }) => from)}`)).toEqual([
      '2026-11-23 07:00,09:00',
      '2026-11-24 07:00',
    ])
  })

  test('a day is full when all its windows are', () => {
    expect(days.map(({ full }) => full)).toEqual([false, true])
  })

  test('a time stays chosen on another day only if its window has room', () => {
    expect(timeOn(days[0], '10:30')).toBe('10:30')
    expect(timeOn(days[0], '08:00')).toBe('')
    expect(timeOn(days[0], '13:00')).toBe('')
    expect(timeOn(undefined, '10:30')).toBe('')
  })
})
