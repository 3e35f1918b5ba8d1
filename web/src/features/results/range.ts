import { flagOf, type ResultFlag, type ResultValue, readValue } from '@labalaba/contract'

/** Where a value stands beside its interval, on a bar of which each place is a share of the width, from 0 to 100. */
export type Range = {
  /** The interval. */
  readonly from: number
  readonly to: number
  /** The value; for one that is only known to be below or above a number, that number. */
  readonly at: number
  /** A value that is only known to be on that side of `at`. */
  readonly reaches: 'below' | 'above' | null
  /** The value, or the number, is beyond the end of the bar. */
  readonly isBeyond: boolean
  /** How it compares with the interval alone; null if that cannot be decided, as for “<5” with an interval from 3. */
  readonly stands: ResultFlag | null
}

const bare = { choices: [], expected: [], criticalLow: null, criticalHigh: null, criticals: [] } as const

/** Where a value stands; null if it is no number or has no interval. */
export function rangeOf({ kind, value, low, high }: ResultValue): Range | null {
  const measure = { ...bare, kind, low, high }
  const reading = readValue(measure, value)
  const scale = scaleOf(low, high)
  if ('wrong' in reading || reading.amount === null || scale === null) return null
  const at = rounded(scale.place(reading.amount))
  return {
    ...{ from: rounded(scale.from), to: rounded(scale.to) },
    at: Math.max(0, Math.min(100, at)),
    reaches: value.startsWith('<') ? 'below' : value.startsWith('>') ? 'above' : null,
    isBeyond: at < 0 || at > 100,
    stands: flagOf(measure, reading),
  }
}

const rounded = (place: number) => Math.round(place * 10) / 10

/** The places of an interval on its bar, and of any amount. */
type Scale = { readonly from: number; readonly to: number; readonly place: (amount: number) => number }

const third = 100 / 3

/**
 * The interval has the middle third of its bar, or from zero half of it, or up to no limit the other half. No value is below
 * zero: where the third below the interval would begin there, it ends at zero instead, so that a very low value stands far
 * from the interval.
 */
function scaleOf(low: number | null, high: number | null): Scale | null {
  const from = low !== null && low > 0 ? low : null
  if (from !== null && high !== null) {
    const width = high - from
    if (width <= 0) return null
    const below = Math.min(width, from)
    const place = (amount: number) => third * (1 + (amount - from) / (amount < from ? below : width))
    return { from: third, to: 2 * third, place }
  }
  const limit = high ?? from
  if (limit === null || limit <= 0) return null
  const place = (amount: number) => (50 * amount) / limit
  return high === null ? { from: 50, to: 100, place } : { from: 0, to: 50, place }
}
