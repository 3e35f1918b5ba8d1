/** Choices that a seed repeats. What the machine does between them is not repeatable. */
export type Dice = {
  /** True with this probability, from 0 to 1. */
  happens(share: number): boolean
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** One of the names, by its weight. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** Dice from a seed: the mulberry32 sequence. */
export function diceFrom(seed: number): Dice {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const dice: Dice = {
    happens: (share) => roll() < share,
    whole: (least, most) => least + Math.floor(roll() * (most - least + 1)),
    pick(list) {
      const picked = list[Math.floor(roll() * list.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    weighed(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      let left = roll() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return dice.pick(names)
    },
  }
  return dice
}
