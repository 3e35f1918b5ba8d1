import { intervalWords, type TrendPoint, type TrendSeries } from '@labalaba/contract'
import * as copy from '../../copy/results.ts'
import { fill } from '../../lib/fill.ts'

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
  return reported.unit === unit
    ? null
    : fill(copy.trendReportedAs, { value: withUnit(reported.value, reported.unit) })
}

/** The change from the second-last to the last value; null if there is none, or if one of them is only a bound. */
export function changeWords({ points, unit }: TrendSeries): string | null {
  const [before, last] = points.slice(-2)
  if (!before || !last || before.bound !== null || last.bound !== null) return null
  const by = Number(Math.abs(last.amount - before.amount).toPrecision(6))
  if (by === 0) return copy.trendSame
  return fill(last.amount > before.amount ? copy.trendUp : copy.trendDown, { amount: withUnit(by, unit) })
}

/** The usual interval of a value, in words; empty if its report has none. */
export function usualWords(point: TrendPoint, { unit }: TrendSeries): string {
  const words = intervalWords(point)
  if (words === '') return ''
  const interval = withUnit(words, unit)
  if (point.basis === 'pregnancy') return fill(copy.usualInPregnancy, { interval })
  return point.basis === 'unconfirmed' ? fill(copy.usualUnconfirmed, { interval }) : interval
}

/** Why the same analyte has another chart; null if it has none. */
export function apartWords({ apartFrom, unit }: TrendSeries): string | null {
  if (apartFrom.length === 0) return null
  const others = apartFrom.reduce((one, other) => fill(copy.oneAndOther, { one, other }))
  return fill(copy.trendApart, { others, unit: unit ?? copy.withoutUnit })
}
