import { intervalWords, type TrendPoint, type TrendSeries } from '@labalaba/contract'

/** "13.4 g/dL", or the number alone if there is no unit. */
export function withUnit(amount: number | string, unit: string | null): string {
  return unit ? `${amount} ${unit}` : String(amount)
}

/** A value of a series: "<0.5", "13.4". */
export function amountOf({ amount, bound }: Pick<TrendPoint, 'amount' | 'bound'>): string {
  return `${bound === 'below' ? '<' : bound === 'above' ? '>' : ''}${amount}`
}

/** The value in the report's own unit, if it was converted; else null. */
export function reportedWords({ reported }: TrendPoint, { unit }: TrendSeries): string | null {
  return reported.unit === unit ? null : `Reported as ${withUnit(reported.value, reported.unit)}`
}

/** The change from the second-last to the last value; null if there is none, or if one of them is only a bound. */
export function changeWords({ points, unit }: TrendSeries): string | null {
  const [before, last] = points.slice(-2)
  if (!before || !last || before.bound !== null || last.bound !== null) return null
  const by = Number(Math.abs(last.amount - before.amount).toPrecision(6))
  if (by === 0) return `The same as before`
  return `${last.amount > before.amount ? 'Up' : 'Down'} ${withUnit(by, unit)} since the value before`
}

/** The usual interval of a value, in words; empty if its report has none. */
export function usualWords(point: TrendPoint, { unit }: TrendSeries): string {
  const words = intervalWords(point)
  if (words === '') return ''
  return `${withUnit(words, unit)}${point.basis === 'unconfirmed' ? ', to be confirmed by the lab' : ''}`
}

/** Why the same analyte has another chart; null if it has none. */
export function apartWords({ apartFrom, unit }: TrendSeries): string | null {
  if (apartFrom.length === 0) return null
  const others = apartFrom.join(' and ')
  return `Other values of this were given in ${others}. No exact factor leads from ${others} to ${unit ?? 'values without a unit'}, so they have a chart of their own.`
}
