/** Pseudo-random numbers that are the same each time for the same seed. */
export type Random = {
  /** From 0 to just under 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** True with this probability. */
  chance(part: number): boolean
  pick<T>(all: readonly T[]): T
  /** This many bytes, as hexadecimal digits. */
  hex(bytes: number): string
}

/** A seeded generator (Mulberry32). Each `stream` is independent of the others. */
export function randomFrom(seed: number, stream: string): Random {
  let state = [...stream].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), seed | 0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (part) => next() < part,
    pick: (all) => {
      const one = all[Math.floor(next() * all.length)]
      if (one === undefined) throw new RangeError('there is nothing to pick from')
      return one
    },
    hex: (bytes) => Array.from({ length: bytes }, () => whole(0, 255).toString(16).padStart(2, '0')).join(''),
  }
}

/** Draws places of a list in proportion to their weights. */
export function weighted(weights: readonly number[]): (random: Random) => number {
  const ends: number[] = []
  let total = 0
  for (const weight of weights) {
    total += weight
    ends.push(total)
  }
  return (random) => {
    const at = random.next() * total
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Splits a whole number by weights, so that the parts add up to it. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [seen, given] = [0, 0]
  return weights.map((weight) => {
    seen += weight
    const part = Math.round((total * seen) / all) - given
    given += part
    return part
  })
}
