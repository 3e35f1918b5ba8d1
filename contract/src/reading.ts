import type { ResultFlag } from './result.ts'

/** What a value is measured by. */
export type Measure = {
  readonly kind: 'quantity' | 'choice' | 'text'
  readonly choices: readonly string[]
  readonly expected: readonly string[]
  readonly low: number | null
  readonly high: number | null
  readonly criticalLow: number | null
  readonly criticalHigh: number | null
}

/** A value as it is kept: as it was typed, and its number where it has one. */
export type Reading = { readonly value: string; readonly amount: number | null }

const quantity = /^([<>]?) ?(\d{1,9}(?:\.\d{1,6})?)$/

/** What was typed as a value of that kind; else what is wrong with it. */
export function readValue(
  { kind, choices }: Pick<Measure, 'kind' | 'choices'>,
  typed: string,
): Reading | { readonly wrong: string } {
  if (kind === 'text') return { value: typed, amount: null }
  if (kind === 'choice')
    return choices.includes(typed) ? { value: typed, amount: null } : { wrong: 'choose one of the list' }
  const [, sign = '', digits] = quantity.exec(typed) ?? []
  if (digits === undefined) return { wrong: 'give a number, such as 4.5 or <0.1' }
  return { value: `${sign}${digits}`, amount: Number(digits) }
}

type Limits = Pick<Measure, 'low' | 'high' | 'criticalLow' | 'criticalHigh'>

/** How a value stands to what it is measured by; null where there is nothing to say. */
export function flagOf(measure: Measure, { value, amount }: Reading): ResultFlag | null {
  if (measure.kind === 'choice') {
    if (measure.expected.length === 0) return null
    return measure.expected.includes(value) ? 'normal' : 'abnormal'
  }
  if (amount === null) return null
  if (value.startsWith('<')) return flagBelow(measure, amount)
  if (value.startsWith('>')) return flagAbove(measure, amount)
  return flagAt(measure, amount)
}

function flagAt({ low, high, criticalLow, criticalHigh }: Limits, amount: number): ResultFlag | null {
  if (criticalLow !== null && amount < criticalLow) return 'critical_low'
  if (criticalHigh !== null && amount > criticalHigh) return 'critical_high'
  if (low !== null && amount < low) return 'low'
  if (high !== null && amount > high) return 'high'
  return low === null && high === null ? null : 'normal'
}

/** Somewhere below: it is told only where that is enough to know. */
function flagBelow({ low, high, criticalLow }: Limits, bound: number): ResultFlag | null {
  if (criticalLow !== null && bound <= criticalLow) return 'critical_low'
  if (low !== null && bound <= low) return 'low'
  const mayBeLow = low !== null && low > 0
  return high !== null && bound <= high && !mayBeLow ? 'normal' : null
}

/** Somewhere above: as below. */
function flagAbove({ low, high, criticalHigh }: Limits, bound: number): ResultFlag | null {
  if (criticalHigh !== null && bound >= criticalHigh) return 'critical_high'
  if (high !== null && bound >= high) return 'high'
  return low !== null && bound >= low && high === null ? 'normal' : null
}

/** How a value stands, in a word or two, alike on screens and on paper. */
export const flagWords: Readonly<Record<ResultFlag, string>> = {
  normal: 'Normal',
  low: 'Low',
  high: 'High',
  critical_low: 'Very low',
  critical_high: 'Very high',
  abnormal: 'Abnormal',
}

/** "4 to 11", "up to 5", "from 60"; empty where there is none. */
export function intervalWords({ low, high }: Pick<Measure, 'low' | 'high'>): string {
  if (low !== null && high !== null) return `${low} to ${high}`
  if (high !== null) return `up to ${high}`
  return low === null ? '' : `from ${low}`
}
