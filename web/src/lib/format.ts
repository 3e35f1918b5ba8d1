import {
  dayInWords,
  formatClock,
  formatDay,
  formatNaira,
  formatNairaExactly,
  formatPhone,
  koboFromNaira,
  type LagosDate,
  lagosDate,
  lagosTime,
  parseLagosDate,
} from '@labalaba/contract'
import * as copy from '../copy/components.ts'
import { fill } from './fill.ts'

/** An amount in naira as people write it: ₦12,500, or ₦12,500.50 if there are kobo. */
export function naira(amount: number): string {
  const kobo = koboFromNaira(amount)
  return kobo === null ? '' : formatNaira(kobo)
}

/** An amount in naira, always with two decimals: ₦12,500.00. */
export function nairaTwo(amount: number): string {
  const kobo = koboFromNaira(amount)
  return kobo === null ? '' : formatNairaExactly(kobo)
}

/** An instant (ISO text or Date), or a calendar day in Lagos as `YYYY-MM-DD`. */
export type Moment = Date | string

/** The Lagos calendar day of a moment. Text that is a day already is returned as it is. */
function dayOf(moment: Moment): LagosDate {
  const day = typeof moment === 'string' ? parseLagosDate(moment) : null
  return day ?? lagosDate(new Date(moment))
}

/** "Tuesday 31 March", with the year if it differs from the year of `now`. */
export function longDay(moment: Moment, now: Date = new Date()): string {
  const date = dayOf(moment)
  const year = date.slice(0, 4)
  return lagosDate(now).startsWith(year) ? formatDay(date) : `${formatDay(date)} ${year}`
}

/** What is shown after saving, followed by the past days that were left out, if there were any. */
export function withPassed(saved: string, days: readonly string[]): string {
  if (days.length === 0) return saved
  return `${saved} ${fill(copy.passedDays, { days: days.map((day) => longDay(day)).join(', ') })}`
}

/** "31 March 1985": without a weekday, as for a date of birth. */
export function plainDay(moment: Moment): string {
  const { day, month, year } = dayInWords(dayOf(moment))
  return `${day} ${month} ${year}`
}

/** "24 Aug 2026", where space is short. */
export function narrowDay(moment: Moment): string {
  const { day, month, year } = dayInWords(dayOf(moment))
  return `${day} ${month === 'September' ? 'Sept' : month.slice(0, 3)} ${year}`
}

/** Warms up date formatting in a task of its own while the page waits for data. Returns a function that cancels it. */
export function prepareDates(): () => void {
  const timer = setTimeout(() => lagosDate(new Date()))
  return () => clearTimeout(timer)
}

/** "Tue 31 Mar": for lists and tags. */
export function shortDay(moment: Moment): string {
  const { weekday, day, month } = dayInWords(dayOf(moment))
  return `${weekday.slice(0, 3)} ${day} ${month === 'September' ? 'Sept' : month.slice(0, 3)}`
}

/** "9:30 am" in Lagos, from an instant or from the wire's `09:30`. */
export function clockTime(moment: Moment): string {
  if (typeof moment === 'string' && /^\d{1,2}:\d{2}/.test(moment)) return formatClock(moment)
  return formatClock(lagosTime(new Date(moment)))
}

/** "Tuesday 31 March at 9:30 am", in Lagos. */
export function dayAndTime(moment: Moment, now: Date = new Date()): string {
  return fill(copy.dayAtTime, { day: longDay(moment, now), time: formatClock(lagosTime(new Date(moment))) })
}

/** 2348031234567 as people write it: 0803 123 4567. Any other text is returned unchanged. */
export const phoneShown = formatPhone

const titles = /^(dr|prof|mr|mrs|ms|miss|chief|engr|alhaji|alhaja|hajia|pastor|rev)\.?$/i

/** A short form of a name for narrow places (the first name, after the title if there is one), and its initial. */
export function calledName(name: string): { short: string; initial: string } {
  const [first = '', second] = name.trim().split(/\s+/)
  const own = titles.test(first) && second ? second : first
  return { short: own === first ? first : `${first} ${own}`, initial: own.slice(0, 1).toUpperCase() }
}
