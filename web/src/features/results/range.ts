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
  const { amount } = reading
  const place = (of: number) => Math.round(((of - scale.start) / (scale.end - scale.start)) * 1000) / 10
  const at = place(amount)
  return {
    from: Math.max(0, place(low ?? scale.start)),
    to: Math.min(100, place(high ?? scale.end)),
    at: Math.max(0, Math.min(100, at)),
    reaches: value.startsWith('<') ? 'below' : value.startsWith('>') ? 'above' : null,
    isBeyond: at < 0 || at > 100,
    stands: flagOf(measure, reading),
  }
}

/**
 * The numbers at the ends of a bar: the interval has the middle third, or from zero half of the bar, or up to no limit the
 * other half. No value is below zero.
 */
function scaleOf(low: number | null, high: number | null): { start: number; end: number } | null {
  const from = low !== null && low > 0 ? low : null
  if (from !== null && high !== null)
    return high > from ? { start: 2 * from - high, end: 2 * high - from } : null
  const limit = high ?? from
  return limit !== null && limit > 0 ? { start: 0, end: 2 * limit } : null
}
