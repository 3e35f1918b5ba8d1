import { type Calculation, calculate } from './calculated-line.ts'
import type { Reading } from './result-value.ts'

/** How far a typed value may be from the one that follows from other lines, as a share of that one. Our own judgement. */
const mostDifference = 0.1

type NamedReading = Reading & { readonly name: string }

/**
 * What to check about a typed value that the values it follows from contradict, such as "Haemoglobin and Red blood cells, which
 * give 27.3". Null if it differs from what they give by a tenth at most, or if that cannot be decided, as for "<5". All are in
 * the units of their lines.
 */
export function contradictionOf(
  calculation: Omit<Calculation, 'from' | 'mayBeTyped'>,
  typed: Reading,
  given: readonly NamedReading[],
): string | null {
  const follows = calculate(calculation, given)
  if ('refused' in follows || typed.amount === null || follows.amount === null) return null
  if ([typed, follows].some(({ value }) => /^[<>]/.test(value))) return null
  if (Math.abs(typed.amount - follows.amount) <= mostDifference * follows.amount) return null
  return `${given.map(({ name }) => name).join(' and ')}, which give ${follows.value}`
}
