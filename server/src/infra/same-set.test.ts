import { expect, test } from 'vitest'
import { isSameSet } from './same-set.ts'

test('labels must be the same, each once', () => {
  expect(isSameSet(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(isSameSet(['a', 'a'], ['a', 'b'])).toBe(false)
  expect(isSameSet(['a'], ['a', 'b'])).toBe(false)
})
