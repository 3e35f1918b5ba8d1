import { expect, it } from 'vitest'
import {
  calledName,
  clockTime,
  dayAndTime,
  longDay,
  naira,
  nairaTwo,
  narrowDay,
  phoneShown,
  plainDay,
  shortDay,
} from './format.ts'

const now = new Date('2026-11-21T10:00:00Z')

it('writes whole naira without decimals and odd kobo with two', () => {
  expect([naira(12500), naira(12500.5), naira(0)]).toEqual(['₦12,500', '₦12,500.50', '₦0'])
})

it('writes two decimals on request', () => {
  expect([nairaTwo(12500), nairaTwo(999.9)]).toEqual(['₦12,500.00', '₦999.90'])
})

it('counts the day as Lagos does: 23:30 UTC on 31 March is already 1 April', () => {
  expect(longDay('2026-03-31T23:30:00Z', now)).toBe('Wednesday 1 April')
})

it('shows the year only if it is another', () => {
  expect([longDay('2026-12-24', now), longDay('2027-01-02', now)]).toEqual([
    'Thursday 24 December',
    'Saturday 2 January 2027',
  ])
})

it('combines day and time', () => {
  expect(dayAndTime('2026-03-31T08:30:00Z', now)).toBe('Tuesday 31 March at 9:30 am')
})

it('reads the wire’s clock times unchanged', () => {
  expect(['07:00', '12:05', '00:15', '23:59'].map((time) => clockTime(time))).toEqual([
    '7:00 am',
    '12:05 pm',
    '12:15 am',
    '11:59 pm',
  ])
})

it('keeps a calendar day unchanged', () => {
  expect([plainDay('1985-03-27'), shortDay('2026-11-23')]).toEqual(['27 March 1985', 'Mon 23 Nov'])
  expect([narrowDay('2026-09-03'), narrowDay('2026-11-23')]).toEqual(['3 Sept 2026', '23 Nov 2026'])
})

it('formats every day of two years in the language of the product', () => {
  const written = (at: Date, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...parts }).format(at).replace(',', '')
  for (let day = 0; day < 731; day += 1) {
    const at = new Date(Date.UTC(2027, 0, 1 + day, 23, 30))
    expect(plainDay(at)).toBe(written(at, { day: 'numeric', month: 'long', year: 'numeric' }))
    expect(shortDay(at)).toBe(written(at, { weekday: 'short', day: 'numeric', month: 'short' }))
    expect(longDay(at, at)).toBe(written(at, { weekday: 'long', day: 'numeric', month: 'long' }))
  }
})

it('shows phones as people write them', () => {
  expect(phoneShown('2348031234567')).toBe('0803 123 4567')
})

it('calls people by their first name, with their title if they have one', () => {
  expect(['Ada Obi', 'Dr Musa Bello', 'dr. Musa', 'Dr', ''].map(calledName)).toEqual([
    { short: 'Ada', initial: 'A' },
    { short: 'Dr Musa', initial: 'M' },
    { short: 'dr. Musa', initial: 'M' },
    { short: 'Dr', initial: 'D' },
    { short: '', initial: '' },
  ])
})
