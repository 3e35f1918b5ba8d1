import { describe, expect, test } from 'vitest'
import { beyondWords, fieldsOf, openWindows, openWindowsOn, readTyped } from './policy.ts'

const plan = { week: Array.from({ length: 7 }, () => [4, 4, 4, 4, 4, 0]), days: [] }
const now = new Date('2026-11-22T10:00:00Z')

describe('numbers of home visits', () => {
  test('are read back as they fill the fields', () => {
    expect(readTyped(fieldsOf(plan))).toEqual({ plan, wrong: {} })
  })

  test.each(['', '-1', '501', '4.5', 'four'])('are wrong if “%s” was typed', (typed) => {
    const week = fieldsOf(plan).week.map((places, day) => (day === 2 ? [typed, ...places.slice(1)] : places))
    expect(readTyped({ week, days: [] }).wrong).toEqual({ 'week.2': 'Enter whole numbers from 0 to 500.' })
  })

  test('of a day are incomplete without its date', () => {
    const days = [{ on: '', places: ['0', '0', '0', '0', '0', '0'] }]
    expect(readTyped({ ...fieldsOf(plan), days }).wrong).toEqual({
      'days.0': 'Choose a day, or remove this one.',
    })
  })
})

test('a window in which the location is closed is recognised', () => {
  const hours = 'Mon-Fri 08:00-18:00; Sat 09:00-13:00'
  expect(openWindows(hours, 0, now)).toEqual([true, true, true, true, true, false])
  expect(openWindows(hours, 6, now)).toEqual(Array(6).fill(false))
  expect(openWindowsOn(`${hours}; 2026-11-23 closed`, '2026-11-23')).toEqual(Array(6).fill(false))
  expect(openWindowsOn(hours, '')).toEqual(Array(6).fill(true))
})

test('more visits than places are described in a sentence', () => {
  const beyond = { date: '2026-12-04', from: '07:00', taken: 5, places: 3 }
  expect(beyondWords(beyond, now)).toBe(
    'Friday 4 December, 7 to 9 am: 5 visits are booked, and you have room for 3.',
  )
  expect(beyondWords({ ...beyond, taken: 1, places: 0 }, now)).toContain(
    '1 visit is booked, and you have room for 0.',
  )
})
