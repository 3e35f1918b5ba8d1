/** A calendar day in Lagos, YYYY-MM-DD. Never a Date at midnight. */
export type LagosDate = string & { readonly calendar: 'Africa/Lagos' }

const zone = 'Africa/Lagos'
/** Made when it is first asked for, and kept: all of them at once would keep a slow phone from drawing its page. */
function once(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => {
    format ??= new Intl.DateTimeFormat(locale, options)
    return format
  }
}

// All in one language: the first format of another takes long to make.
const dayFormat = /* @__PURE__ */ once('en-GB', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const clockFormat = /* @__PURE__ */ once('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
const longDay = /* @__PURE__ */ once('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** The calendar day it is in Lagos at this instant. */
export function lagosDate(at: Date): LagosDate {
  return dayFormat().format(at).split('/').reverse().join('-') as LagosDate
}

/** The time of day in Lagos at this instant, HH:MM. */
export function lagosTime(at: Date): string {
  return clockFormat().format(at)
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

/** "Tuesday 31 March". */
export function formatDay(day: LagosDate): string {
  return longDay()
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '')
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
