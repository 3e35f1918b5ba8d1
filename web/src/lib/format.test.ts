import { expect, it } from 'vitest'
import {
  clockTime,
  counted,
  dayAndTime,
  longDay,
  naira,
  nairaTwo,
  phoneShown,
  plainDay,
  shortDay,
} from './format.ts'

const now = new Date('2026-11-21T10:00:00Z')

it('writes whole naira without decimals and odd kobo with two', () => {
  expect([naira(12500), naira(12500.5), naira(0)]).toEqual(['₦12,500', '₦12,500.50', '₦0'])
})

it('writes two decimals where they are asked for', () => {
  expect([nairaTwo(12500), nairaTwo(999.9)]).toEqual(['₦12,500.00', '₦999.90'])
})

it('counts the day as Lagos does: 23:30 UTC on 31 March is already 1 April', () => {
  expect(longDay('2026-03-31T23:30:00Z', now)).toBe('Wednesday 1 April')
})

it('says the year only where it is another', () => {
  expect([longDay('2026-12-24', now), longDay('2027-01-02', now)]).toEqual([
    'Thursday 24 December',
    'Saturday 2 January 2027',
  ])
})

it('says day and time together', () => {
  expect(dayAndTime('2026-03-31T08:30:00Z', now)).toBe('Tuesday 31 March at 9:30 am')
})

it('reads the wire’s clock times as they are', () => {
  expect(['07:00', '12:05', '00:15', '23:59'].map((time) => clockTime(time))).toEqual([
    '7:00 am',
    '12:05 pm',
    '12:15 am',
    '11:59 pm',
  ])
})

it('keeps a calendar day that day', () => {
  expect([plainDay('1985-03-27'), shortDay('2026-11-23')]).toEqual(['27 March 1985', 'Mon 23 Nov'])
})

it('shows phones as people say them', () => {
  expect(phoneShown('2348031234567')).toBe('0803 123 4567')
})

it('counts in words', () => {
  expect([counted(1, 'test'), counted(3, 'test'), counted(1200, 'lab')]).toEqual([
    '1 test',
    '3 tests',
    '1,200 labs',
  ])
})
