/** A calendar day in Lagos, YYYY-MM-DD. Never a Date at midnight. */
export type LagosDate = string & { readonly calendar: 'Africa/Lagos' }

/**
 * Nigeria has been one hour ahead of UTC, summer and winter, since September 1919 (tz database, Africa/Lagos). A time zone
 * lookup would take a slow phone as long as rendering half a page.
 */
const aheadOfUtc = 3_600_000

/** Day and time in Lagos as "2026-03-31T09:30:00.000Z"; read the Z as Lagos time. */
function inLagos(at: Date): string {
  return new Date(at.getTime() + aheadOfUtc).toISOString()
}

/** The calendar day it is in Lagos at this instant. */
export function lagosDate(at: Date): LagosDate {
  return inLagos(at).slice(0, 10) as LagosDate
}

/** The time of day in Lagos at this instant, HH:MM. */
export function lagosTime(at: Date): string {
  return inLagos(at).slice(11, 16)
}

/** The instant at which a day begins in Lagos. */
export function lagosMidnight(day: LagosDate): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadOfUtc)
}

/** Parses YYYY-MM-DD; null if there is no such day. */
export function parseLagosDate(text: string): LagosDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? (text as LagosDate) : null
}

/** The day `days` after a day (before it if negative). */
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
