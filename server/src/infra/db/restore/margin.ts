import type { Gap } from './incarnation.ts'

const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000

/**
 * How many printed numbers to leave out: more than can have been given in the gap. `busiest` is the highest number that was
 * ever given on one day. At least a thousand.
 */
export function numbersToSkip({ from, to }: Gap, busiest: number): number {
  const days = Math.ceil((to.getTime() - from.getTime()) / day)
  return 1_000 + 2 * busiest * days
}

/**
 * How many ids to leave out, as a multiple of those given so far: twenty times the average rate since the install began.
 * An install younger than an hour counts as an hour old.
 */
export function idsToSkip({ from, to }: Gap, installedAt: Date): number {
  const age = Math.max(hour, from.getTime() - installedAt.getTime())
  return (20 * (to.getTime() - from.getTime())) / age
}

/** The years of a gap in Lagos, and the year after which its numbers go on. */
export function yearsOf({ from, to }: Gap, yearOf: (at: Date) => number): number[] {
  const [first, last] = [yearOf(from), yearOf(to)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
