import * as copy from '../copy/components.ts'
import { fill } from '../lib/fill.ts'

/** The three parts as typed. */
export type DateParts = { day: string; month: string; year: string }

export const noDate: DateParts = { day: '', month: '', year: '' }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthNumber(typed: string): number {
  const text = typed.trim().toLowerCase()
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return text.length < 3 ? 0 : months.indexOf(text.slice(0, 3)) + 1
}

/** The calendar day `YYYY-MM-DD` of the parts, or null if there is no such day. Accepts 5, 05 and May. */
export function dateFromParts({ day, month, year }: DateParts): string | null {
  const [d, m, y] = [Number(day.trim()), monthNumber(month), Number(year.trim())]
  if (!/^\d{1,2}$/.test(day.trim()) || !/^\d{4}$/.test(year.trim()) || m < 1 || m > 12) return null
  const at = new Date(Date.UTC(y, m - 1, d))
  const real = at.getUTCDate() === d && at.getUTCMonth() === m - 1
  return real ? at.toISOString().slice(0, 10) : null
}

/** The parts of `YYYY-MM-DD`, as a person would have typed them. */
export function partsFromDate(date: string): DateParts {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!found) return noDate
  return { day: String(Number(found[3])), month: String(Number(found[2])), year: found[1] ?? '' }
}

/** The error of a date of birth, or null if it is valid. `today` is `YYYY-MM-DD`. */
export function birthProblem(parts: DateParts, today: string): string | null {
  const named: [string, string][] = [
    [copy.dayPart, parts.day],
    [copy.monthPart, parts.month],
    [copy.yearPart, parts.year],
  ]
  const [part, other, last] = named.filter(([, typed]) => typed.trim() === '').map(([name]) => name)
  if (last) return copy.birthMissing
  if (part && other) return fill(copy.birthNeedsBoth, { part, other })
  if (part) return fill(copy.birthNeeds, { part })
  const date = dateFromParts(parts)
  if (date === null) return copy.birthUnreal
  if (date > today) return copy.birthFuture
  return date < `${Number(today.slice(0, 4)) - 130}` ? copy.birthYear : null
}
