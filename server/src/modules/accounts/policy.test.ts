import { describe, expect, test } from 'vitest'
import { days, hours, minutes, seconds } from '../../../test/clock.ts'
import { digitsRefused, doctorName, signInPause } from './policy.ts'

const now = new Date('2026-11-21T09:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
/** This many wrong tries, a minute apart, the last this long ago. */
const wrong = (count: number, last: number) =>
  Array.from({ length: count }, (_, i) => ago(last + (count - 1 - i) * minutes))

describe('digits', () => {
  test('are refused after 15 wrong ones within 24 hours, until these are a day old', () => {
    expect(digitsRefused(wrong(14, 0), now)).toBe(false)
    expect(digitsRefused(wrong(15, 0), now)).toBe(true)
    expect(digitsRefused(wrong(15, 24 * hours - 15 * minutes), now)).toBe(true)
    expect(digitsRefused(wrong(15, 24 * hours), now)).toBe(false)
  })
  test('are taken again after two such days', () => {
    expect(digitsRefused([...wrong(15, 9 * days), ...wrong(15, 2 * days)], now)).toBe(false)
  })
  test('are refused for 30 days after the third such day within 30', () => {
    const three = (last: number) => [
      ...wrong(15, last + 20 * days),
      ...wrong(15, last + 5 * days),
      ...wrong(15, last),
    ]
    expect(digitsRefused(three(2 * days), now)).toBe(true)
    expect(digitsRefused(three(30 * days - 1), now)).toBe(true)
    expect(digitsRefused(three(30 * days), now)).toBe(false)
  })
  test('are taken when three such days lie further apart', () => {
    const three = [...wrong(15, 36 * days), ...wrong(15, 10 * days), ...wrong(15, 2 * days)]
    expect(digitsRefused(three, now)).toBe(false)
  })
  test('are not refused after single mistakes, however many', () => {
    const slips = Array.from({ length: 58 }, (_, i) => ago((58 - i) * days))
    expect(digitsRefused(slips, now)).toBe(false)
  })
})

describe('the pause before another sign-in', () => {
  const failures = (count: number, last: number) =>
    Array.from({ length: count }, (_, i) => ago(last + (count - 1 - i) * seconds))
  test('is none up to nine failures', () => {
    expect(signInPause(failures(9, 0), now)).toBe(0)
  })
  test('doubles with each failure from the tenth, up to a quarter of an hour', () => {
    const pauses = [10, 11, 12, 13, 14, 15, 40].map((count) => signInPause(failures(count, 0), now))
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900])
  })
  test('ends', () => {
    expect(signInPause(failures(10, 29 * seconds), now)).toBe(1)
    expect(signInPause(failures(10, 30 * seconds), now)).toBe(0)
    expect(signInPause(failures(40, 15 * minutes), now)).toBe(0)
  })
})

test.each([
  ['Bello', 'Dr Bello'],
  ['Adaeze Obi', 'Dr Adaeze Obi'],
  ['Dr Bello', 'Dr Bello'],
  ['Dr. Bello', 'Dr Bello'],
  ['DR.Bello', 'Dr Bello'],
  ['dr  Adaeze  Obi', 'Dr Adaeze Obi'],
  ['Doctor Bello', 'Dr Bello'],
  ['Prof. Ngozi Ade', 'Prof. Ngozi Ade'],
  ['Drake Bello', 'Dr Drake Bello'],
  ['Dr', 'Dr Dr'],
])('the doctor %j is %j to patients', (name, shown) => {
  expect(doctorName(name)).toBe(shown)
})
