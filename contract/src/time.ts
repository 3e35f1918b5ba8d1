/** A calendar day in Lagos, YYYY-MM-DD. Never a Date at midnight. */
export type LagosDate = string & { readonly calendar: 'Africa/Lagos' }

let lagosClock: Intl.DateTimeFormat | undefined

/**
 * Day and time in Lagos as "31/03/2026, 09:30". One format for all that is asked of the clock there, made when it is
 * first asked for: a slow phone takes as long to make one as to draw a part of its page.
 */
function inLagos(at: Date): string {
  lagosClock ??= new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Africa/Lagos', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  return lagosClock.format(at)
}

/** The calendar day it is in Lagos at this instant. */
export function lagosDate(at: Date): LagosDate {
  const [day = ''] = inLagos(at).split(', ')
  return day.split('/').reverse().join('-') as LagosDate
}

/** The time of day in Lagos at this instant, HH:MM. */
export function lagosTime(at: Date): string {
  return inLagos(at).slice(-5)
}

/** Reads YYYY-MM-DD; null when there is no such day. */
export function parseLagosDate(text: string): LagosDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? (text as LagosDate) : null
}

/** `days` after (or before) a day. */
export function addDays(day: LagosDate, days: number): LagosDate {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10) as LagosDate
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
]

/** A calendar day in words: Tuesday, 31, March, 2026. */
export function dayInWords(date: LagosDate): { weekday: string; day: number; month: string; year: number } {
  const at = new Date(`${date}T00:00:00Z`)
  return {
    weekday: weekdays[at.getUTCDay()] ?? '',
    day: at.getUTCDate(),
    month: months[at.getUTCMonth()] ?? '',
    year: at.getUTCFullYear(),
  }
}

/** "Tuesday 31 March". */
export function formatDay(date: LagosDate): string {
  const { weekday, day, month } = dayInWords(date)
  return `${weekday} ${day} ${month}`
}

/** "9:30 am" from HH:MM. */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = hours % 12 === 0 ? 12 : hours % 12
  return `${hour}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

/** "Tuesday 31 March at 9:30 am", in Lagos. */
export function formatMoment(at: Date): string {
  return `${formatDay(lagosDate(at))} at ${formatClock(lagosTime(at))}`
}
