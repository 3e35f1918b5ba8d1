import type { Age, LabInterval } from '@labalaba/contract'

const long: Readonly<Record<Age['unit'], number>> = { hours: 1, days: 24, months: 730.5, years: 8766 }

/** An age in mean hours: twelve months are a year. For comparing ages with each other, never for a person's age. */
function inHours({ amount, unit }: Age): number {
  return amount * long[unit]
}

/** The faults of a lab's intervals of one line, by the index of the interval; empty if they are valid. */
export function judgeIntervals(own: readonly LabInterval[]): Record<string, string> {
  const wrong: Record<string, string> = {}
  own.forEach((interval, index) => {
    const problem =
      limitProblem(interval) ??
      (own.slice(0, index).some((other) => fitsBoth(other, interval))
        ? 'Another interval covers some of the same patients.'
        : null)
    if (problem) wrong[String(index)] = problem
  })
  return wrong
}

function limitProblem({ from, to, low, high, criticalLow, criticalHigh }: LabInterval): string | null {
  if (to !== null && inHours(to) <= inHours(from))
    return 'The age at the end must be above the age at the beginning.'
  if (low === null && high === null) return 'Give a low limit, a high one, or both.'
  if (low !== null && high !== null && high < low) return 'The high limit must not be below the low one.'
  if (criticalLow !== null && criticalLow > (low ?? Infinity))
    return 'The critical low limit must not be above the low one.'
  if (criticalHigh !== null && criticalHigh < (high ?? -Infinity))
    return 'The critical high limit must not be below the high one.'
  if (criticalLow !== null && high !== null && criticalLow >= high)
    return 'The critical low limit must be below the high one.'
  if (criticalHigh !== null && low !== null && criticalHigh <= low)
    return 'The critical high limit must be above the low one.'
  return null
}

/** Whether one patient could match both. */
export function fitsBoth(one: LabInterval, other: LabInterval): boolean {
  const sameSex = one.sex === null || other.sex === null || one.sex === other.sex
  const endsAfter = (first: LabInterval, second: LabInterval) =>
    first.to === null || inHours(first.to) > inHours(second.from)
  return sameSex && endsAfter(one, other) && endsAfter(other, one)
}

/** Whether one of these intervals fits each adult of a sex. */
export function coversAdults(own: readonly LabInterval[], sex: 'Male' | 'Female'): boolean {
  const theirs = inOrder(own.filter((interval) => interval.sex === null || interval.sex === sex))
  let coveredTo = inHours({ amount: 18, unit: 'years' })
  for (const { from, to } of theirs)
    if (inHours(from) <= coveredTo) coveredTo = to === null ? Infinity : Math.max(coveredTo, inHours(to))
  return coveredTo === Infinity
}

/** Sorts by starting age, then women before men. */
export function inOrder(own: readonly LabInterval[]): LabInterval[] {
  return own.toSorted(
    (one, other) => inHours(one.from) - inHours(other.from) || (one.sex ?? '').localeCompare(other.sex ?? ''),
  )
}
