import { addDays, type LagosDate, lagosDate, type WalletMonths } from '@labalaba/contract'
import { monthName } from '../../lib/statement-words.ts'

export type Days = { readonly from: string; readonly to: string }
export type SpanName = 'this month' | 'last month' | 'three months' | 'a year'

/** The days of a statement, from the first of a month in Lagos; up to today if the span has not ended. */
export function daysOf(span: SpanName, now: Date): Days {
  const today = lagosDate(now)
  const first = `${today.slice(0, 7)}-01` as LagosDate
  if (span === 'last month') return { from: monthsBefore(first, 1), to: addDays(first, -1) }
  const back = { 'this month': 0, 'three months': 2, 'a year': 11 }[span]
  return { from: monthsBefore(first, back), to: today }
}

function monthsBefore(first: string, count: number): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  const nth = year * 12 + month - 1 - count
  return `${Math.floor(nth / 12)}-${String((nth % 12) + 1).padStart(2, '0')}-01`
}

/** The first letter of a month, shown below its bar. */
export function monthLetter(month: string): string {
  return monthName(month).slice(0, 1)
}

/** The sum of all months, less what was taken back. */
export function totalEarned(months: WalletMonths): number {
  const kobo = months.reduce((all, month) => all + Math.round((month.earned - month.takenBack) * 100), 0)
  return kobo / 100
}

/** The top of the scale: a round amount slightly above the highest bar, at least ₦1,000. */
export function scaleOf(months: WalletMonths): number {
  const highest = Math.max(1000, ...months.map((month) => Math.max(month.earned, month.takenBack)))
  const unit = 10 ** Math.floor(Math.log10(highest))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((top) => top >= highest) ?? highest
}
