import { expect, test } from 'vitest'
import { nextItems } from './staged-rendering.ts'

const rows = (...keys: string[]) => keys.map((key) => ({ key }))

test('a few rows are all drawn at once', () => {
  expect(nextItems(rows('a', 'b'), new Set(), 2)).toEqual(rows('a', 'b'))
})

test('of many new rows two are drawn at first, and the others step by step', () => {
  const wanted = rows('a', 'b', 'c', 'd', 'e')
  expect(nextItems(wanted, new Set(), 2)).toEqual(rows('a', 'b'))
  expect(nextItems(wanted, new Set(['a', 'b']), 2)).toEqual(rows('a', 'b', 'c', 'd'))
  expect(nextItems(wanted, new Set(['a', 'b', 'c', 'd']), 2)).toEqual(wanted)
})

test('existing rows stay, in their place among the new ones', () => {
  expect(nextItems(rows('a', 'b', 'c', 'd', 'e'), new Set(['d', 'z']), 2)).toEqual(rows('a', 'b', 'd'))
})

test('unwanted rows are removed', () => {
  expect(nextItems(rows('c'), new Set(['a', 'b']), 2)).toEqual(rows('c'))
})
