import type { CriticalTier } from './critical-call.ts'
import { isolatesOf, readIsolates } from './isolates.ts'
import { isOrganism } from './organism.ts'
import type { CriticalLimit, ResultFlag } from './result-judgement.ts'
import { longestText, mostTextLines, plainText } from './result-text.ts'
import type { WarningLimit } from './result-warning.ts'

/** A line that may be a text with a form of its own. */
type Structured = { readonly structure?: 'isolates' | null }

/** How a value is judged: its kind, choices and limits. */
export type Measure = {
  readonly kind: 'quantity' | 'choice' | 'text'
  readonly choices: readonly string[]
  readonly expected: readonly string[]
  readonly low: number | null
  readonly high: number | null
  /** A value below it is critical, at once. */
  readonly criticalLow: number | null
  /** A value above it is critical, at once. */
  readonly criticalHigh: number | null
  /** The rows of the table of critical limits that fit the patient. */
  readonly criticals: readonly CriticalLimit[]
} & Structured

/** A stored value: as typed, and its number if it has one. */
export type Reading = { readonly value: string; readonly amount: number | null }

const quantity = /^([<>]?) ?(\d{1,9}(?:\.\d{1,6})?)$/

/** Parses a typed value of that kind. Returns what is wrong if it is invalid. */
export function readValue(
  { kind, choices, structure = null }: Pick<Measure, 'kind' | 'choices'> & Structured,
  typed: string,
): Reading | { readonly wrong: string } {
  if (structure === 'isolates') {
    const read = readIsolates(typed)
    return 'wrong' in read ? read : { value: read.value, amount: null }
  }
  if (kind === 'text') {
    const value = plainText(typed)
    return value.length > longestText || value.split('\n').length > mostTextLines
      ? { wrong: `give at most ${longestText} characters and ${mostTextLines} lines` }
      : { value, amount: null }
  }
  if (kind === 'choice')
    return choices.includes(typed) ? { value: typed, amount: null } : { wrong: 'choose one of the list' }
  const [, sign = '', digits] = quantity.exec(typed) ?? []
  if (digits === undefined) return { wrong: 'give a number, such as 4.5 or <0.1' }
  return { value: `${sign}${digits}`, amount: Number(digits) }
}

type Limits = Pick<Measure, 'low' | 'high' | 'criticalLow' | 'criticalHigh'>

/** How a value is judged. `tier` says how soon someone must be called about it; null if it is not critical. */
export type Judgement = { readonly flag: ResultFlag | null; readonly tier: CriticalTier | null }

/** Judges a value. Of several limits that it reaches, the one with the shortest time to the call counts. */
export function judge(measure: Measure, reading: Reading): Judgement {
  const reached = measure.criticals.flatMap((limit) => {
    const flag = criticalFlag(limit, reading, measure)
    return flag ? [{ flag, tier: limit.tier }] : []
  })
  const critical = reached.find(({ tier }) => tier === 'immediate') ?? reached[0]
  const flag = flagWithin(measure, reading)
  if (flag === 'critical_low' || flag === 'critical_high') return { flag, tier: 'immediate' }
  return critical ?? { flag, tier: null }
}

/** The flag of a value; null if it cannot be judged. */
export function flagOf(measure: Measure, reading: Reading): ResultFlag | null {
  return judge(measure, reading).flag
}

/** The critical flag of a value that reaches this limit; null if it does not, or if that cannot be decided. */
function criticalFlag(limit: CriticalLimit, reading: Reading, { structure }: Structured): ResultFlag | null {
  if (structure === 'isolates') return hasOrganism(reading.value, limit) ? 'critical_abnormal' : null
  if (reading.amount === null) return limit.choices.includes(reading.value) ? 'critical_abnormal' : null
  const side = sideReached(limit, reading)
  return side && `critical_${side}`
}

/** Whether an organism of a culture is one of those that a limit names. */
function hasOrganism(culture: string, { choices }: CriticalLimit): boolean {
  const found = isolatesOf(culture)?.found ?? []
  return found.some(({ organism }) => choices.some((one) => isOrganism(organism, one)))
}

type Sides = Pick<CriticalLimit, 'atOrBelow' | 'atOrAbove'>

/** The side of a limit that a number reaches; null if it does not, or if that cannot be decided, as for "<5". */
function sideReached({ atOrBelow, atOrAbove }: Sides, { value, amount }: Reading): 'low' | 'high' | null {
  if (amount === null) return null
  if (atOrBelow !== null && amount <= atOrBelow && !value.startsWith('>')) return 'low'
  if (atOrAbove !== null && amount >= atOrAbove && !value.startsWith('<')) return 'high'
  return null
}

/** The limits by which a value should be checked, at most one of each kind, those that stop first; empty if none. */
export function warningsAt(limits: readonly WarningLimit[], reading: Reading): WarningLimit[] {
  const reached = limits
    .filter((limit) => sideReached(limit, reading) !== null)
    .sort((one, other) => Number(other.stops) - Number(one.stops))
  return reached.filter(({ kind }, index) => reached.findIndex((other) => other.kind === kind) === index)
}

function flagWithin(measure: Measure, { value, amount }: Reading): ResultFlag | null {
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

/** The value is somewhere below `bound`. Returns a flag only if that is enough to decide. */
function flagBelow({ low, high, criticalLow }: Limits, bound: number): ResultFlag | null {
  if (criticalLow !== null && bound <= criticalLow) return 'critical_low'
  if (low !== null && bound <= low) return 'low'
  const mayBeLow = low !== null && low > 0
  return high !== null && bound <= high && !mayBeLow ? 'normal' : null
}

/** The value is somewhere above `bound`. Returns a flag only if that is enough to decide. */
function flagAbove({ low, high, criticalHigh }: Limits, bound: number): ResultFlag | null {
  if (criticalHigh !== null && bound >= criticalHigh) return 'critical_high'
  if (high !== null && bound >= high) return 'high'
  return low !== null && bound >= low && high === null ? 'normal' : null
}

/** The words of each flag, the same on screens and on paper. How soon someone must act is in `tierWords` alone. */
export const flagWords: Readonly<Record<ResultFlag, string>> = {
  normal: 'Normal',
  low: 'Low',
  high: 'High',
  critical_low: 'Very low',
  critical_high: 'Very high',
  critical_abnormal: 'Critical',
  abnormal: 'Abnormal',
}

/** The words beside the mark of a critical value, on screens and on paper: how soon someone must act. */
export const tierWords: Readonly<Record<CriticalTier, string>> = { immediate: 'Act now', urgent: 'Act today' }

/** "4 to 11", "up to 5", "from 60"; empty if there is no interval. */
export function intervalWords({ low, high }: Pick<Measure, 'low' | 'high'>): string {
  if (low !== null && high !== null) return `${low} to ${high}`
  if (high !== null) return `up to ${high}`
  return low === null ? '' : `from ${low}`
}
