import { expect, it } from 'vitest'
import { longestFast, preparations } from './preparation.ts'

const asks = (preparation: string, fastingHours = 8, name = 'Fasting blood sugar') => ({
  name,
  fastingHours,
  preparation,
})

const left = (preparation: string, fastingHours = 8) =>
  preparations([asks(preparation, fastingHours)]).map(({ words }) => words)

it('omits the fast itself, because it is shown above', () => {
  expect(left('Do not eat for 8 hours before the test.')).toEqual([])
  expect(left('Do not eat for 8 to 12 hours before the test; plain water is fine.')).toEqual([
    'Plain water is fine.',
  ])
  expect(left('Do not eat for 4 hours and bring a recent result; tell us about allergies.')).toEqual([
    'Bring a recent result; tell us about allergies.',
  ])
  expect(left('Do not eat for 6 hours, then drink four cups of water.')).toEqual([
    'Drink four cups of water.',
  ])
})

it('keeps the whole text of preparations beyond a fast, and of those without one', () => {
  for (const words of [
    'Do not eat or drink for 6 hours before.',
    'Do not smoke or eat for 6 hours before the test.',
    'Come in the morning without food.',
  ])
    expect(left(words)).toEqual([words])
  expect(left('Do not eat for 2 hours before the test.', 0)).toEqual([
    'Do not eat for 2 hours before the test.',
  ])
})

it('shows each text once with its tests, and omits tests without preparation', () => {
  const found = preparations([
    asks('Bring an ID.', 0, 'A'),
    asks('Bring an ID.', 0, 'B'),
    asks('No special preparation; eat as normal.', 0, 'C'),
    asks('', 0, 'D'),
  ])
  expect(found).toEqual([{ words: 'Bring an ID.', tests: ['A', 'B'] }])
})

it('shows the longest fast of all', () => {
  expect(longestFast([asks('', 8), asks('', 10), asks('', 0)])).toBe(10)
  expect(longestFast([])).toBe(0)
})
