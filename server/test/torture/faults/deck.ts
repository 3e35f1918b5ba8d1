import { type Dice, diceFrom } from '../dice.ts'

/**
 * Deals names for ever, each as often in a round as its weight, so that a long trial meets every one. The
 * order of the cards never changes: the seed says where a trial begins, so that short trials of consecutive
 * seeds take turns.
 */
export function deckOf<K extends string>(
  weights: Readonly<Record<K, number>>,
  seed: number,
  stride: number,
): () => K {
  const names = Object.keys(weights) as K[]
  const cards = shuffled(
    names.flatMap((name) => Array.from({ length: weights[name] }, () => name)),
    diceFrom(1),
  )
  let next = (seed * stride) % cards.length
  return () => {
    const card = cards[next % cards.length]
    next += 1
    if (card === undefined) throw new RangeError('an empty deck')
    return card
  }
}

function shuffled<T>(cards: readonly T[], dice: Dice): T[] {
  const left = [...cards]
  return cards.flatMap(() => left.splice(dice.whole(0, left.length - 1), 1))
}
