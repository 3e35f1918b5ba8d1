import { expect, it } from 'vitest'
import { longestFast, preparations } from './preparation.ts'

const asks = (preparation: string, fastingHours = 8, name = 'Fasting blood sugar') => ({
  name,
  fastingHours,
  preparation,
})

const left = (preparation: string, fastingHours = 8) =>
  preparations([asks(preparation, fastingHours)]).map(({ words }) => words)

it('leaves the fast itself out, since it is said above', () => {
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

it('keeps every word of what asks for more than a fast, and of what is no fast', () => {
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

it('says each thing once with its tests, and nothing of tests that ask for nothing', () => {
  const found = preparations([
    asks('Bring an ID.', 0, 'A'),
    asks('Bring an ID.', 0, 'B'),
    asks('No special preparation; eat as normal.', 0, 'C'),
    asks('', 0, 'D'),
  ])
  expect(found).toEqual([{ words: 'Bring an ID.', tests: ['A', 'B'] }])
})

it('takes the longest fast of all', () => {
  expect(longestFast([asks('', 8), asks('', 10), asks('', 0)])).toBe(10)
  expect(longestFast([])).toBe(0)
})
