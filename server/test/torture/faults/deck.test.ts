import { expect, test } from 'vitest'
import { deckOf } from './deck.ts'

const weights = { often: 4, seldom: 1, sometimes: 2 }
const drawn = (seed: number, times: number) => {
  const draw = deckOf(weights, seed, 2)
  return Array.from({ length: times }, draw)
}

test('a round of the deck has every card as often as its weight', () => {
  expect(Object.groupBy(drawn(5, 14), (name) => name)).toMatchObject({
    often: { length: 8 },
    seldom: { length: 2 },
    sometimes: { length: 4 },
  })
})

test('short trials of consecutive seeds take turns, and one seed deals the same again', () => {
  const turns = [0, 1, 2, 3].flatMap((seed) => drawn(seed, 2))
  expect(turns.slice(0, 7)).toEqual(drawn(0, 7))
  expect(drawn(3, 7)).toEqual(drawn(3, 7))
})
