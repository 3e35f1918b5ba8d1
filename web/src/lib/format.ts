import {
  formatClock,
  formatNaira,
  formatNairaExactly,
  formatPhone,
  grouped,
  koboFromNaira,
  lagosDate,
  lagosTime,
} from '@labalaba/contract'

/** Naira from the wire as people write it: ₦12,500, and ₦12,500.50 only where there are kobo. */
export function naira(amount: number): string {
  const kobo = koboFromNaira(amount)
  return kobo === null ? '' : formatNaira(kobo)
}

/** Naira from the wire with two decimals always: ₦12,500.00. */
export function nairaTwo(amount: number): string {
  const kobo = koboFromNaira(amount)
  return kobo === null ? '' : formatNairaExactly(kobo)
}

/** An instant (ISO text or Date), or a calendar day in Lagos as `YYYY-MM-DD`. */
export type Moment = Date | string

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)

function instant(moment: Moment): Date {
  if (moment instanceof Date) return moment
  return /^\d{4}-\d{2}-\d{2}$/.test(moment) ? noon(moment) : new Date(moment)
}

const longParts = { weekday: 'long', day: 'numeric', month: 'long' } as const
const plainParts = { day: 'numeric', month: 'long', year: 'numeric' } as const
const shortParts = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Each is made when it is first asked for, and kept: making one takes as long as hundreds of uses of it. */
const formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()

function part(moment: Moment, options: Intl.DateTimeFormatOptions): string {
  let format = formats.get(options)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options })
    formats.set(options, format)
  }
  return format.format(instant(moment)).replace(',', '')
}

/** "Tuesday 31 March", with the year where it is not the year of `now`. */
export function longDay(moment: Moment, now: Date = new Date()): string {
  const day = part(moment, longParts)
  const year = lagosDate(instant(moment)).slice(0, 4)
  return lagosDate(now).startsWith(year) ? day : `${day} ${year}`
}

/** "31 March 1985": no weekday, as for a date of birth. */
export function plainDay(moment: Moment): string {
  return part(moment, plainParts)
}

/** Makes ready what dates are written with, in a moment of its own, while the page still waits for its answers. */
export function prepareDates(): () => void {
  const timer = setTimeout(() => shortDay(new Date()))
  return () => clearTimeout(timer)
}

/** "Tue 31 Mar": for lists and tags. */
export function shortDay(moment: Moment): string {
  return part(moment, shortParts)
}

/** "9:30 am" in Lagos, from an instant or from the wire's `09:30`. */
export function clockTime(moment: Moment): string {
  if (typeof moment === 'string' && /^\d{1,2}:\d{2}/.test(moment)) return formatClock(moment)
  return formatClock(lagosTime(instant(moment)))
}

/** "Tuesday 31 March at 9:30 am", in Lagos. */
export function dayAndTime(moment: Moment, now: Date = new Date()): string {
  return `${longDay(moment, now)} at ${clockTime(instant(moment))}`
}

/** 2348031234567 as people say it: 0803 123 4567. Anything else comes back as it was. */
export const phoneShown = formatPhone

/** "1 test", "3 tests". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`
}
