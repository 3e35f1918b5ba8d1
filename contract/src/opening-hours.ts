import { addDays, dayInWords, formatClock, formatDay, type LagosDate, lagosDate, lagosTime } from './time.ts'

/** The days of a week in the order of opening hours. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
const weekly = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}:\d{2})-(\d{2}:\d{2})$/
const newWeek = /^from (\d{4}-\d{2}-\d{2})$/
const special = /^(\d{4}-\d{2}-\d{2}) (?:closed|(\d{2}:\d{2})-(\d{2}:\d{2}))(?: \((.+)\))?$/

type Span = { readonly from: string; readonly to: string }

/**
 * A range of days (Monday is 0) with one opening. `from` and `to` are HH:MM, at most 24:00. `since` is the day from which
 * its week applies; empty for the first week.
 */
type Opening = Span & { readonly since: string; readonly first: number; readonly last: number }

/** One opening of a special day. A day that is closed has a single entry with an empty `from`. */
type SpecialDay = Span & { readonly on: string; readonly name: string }

/** Parsed opening hours, one entry per opening. */
export type WrittenHours = { readonly week: readonly Opening[]; readonly special: readonly SpecialDay[] }

/**
 * Parses opening hours: "Mon-Fri 08:00-18:00; Sat 09:00-13:00; from 2027-01-04; Mon-Sat 07:00-17:00; 2026-12-25 closed
 * (Christmas Day); 2026-12-24 08:00-12:00". Returns null if they cannot be parsed.
 */
export function readWritten(text: string): WrittenHours | null {
  const week: Opening[] = []
  const days: SpecialDay[] = []
  let since = ''
  for (const part of text.split(';').map((one) => one.trim())) {
    const begins = newWeek.exec(part)
    const day = special.exec(part)
    if (begins) since = begins[1] ?? ''
    else if (day) {
      const [, on = '', from = '', to = '', name = ''] = day
      days.push({ on, from, to, name })
    } else {
      const [, from = '', to = from, start = '', end = ''] = weekly.exec(part) ?? []
      const [first, last] = [dayNumber(from), dayNumber(to)]
      if (first < 0 || last < first) return null
      week.push({ since, first, last, from: start, to: end })
    }
  }
  return { week, special: days }
}

/** How many days ahead special days are shown. */
const daysTold = 28

/**
 * Opening hours in words, one line for each range of days: "Mon to Fri: 7:30 am to 6 pm". Days with two openings are
 * joined; days without one are shown as closed. A planned week and the special days of the next four weeks follow. Text
 * that cannot be parsed is returned unchanged.
 */
export function hoursLines(text: string, at: Date): string[] {
  const read = readWritten(text)
  if (!read) return text.trim() === '' ? [] : [text]
  const today = lagosDate(at)
  const [next] = read.week
    .map(({ since }) => since)
    .filter((since) => since > today)
    .sort()
  const days = new Map<string, string>()
  for (const { on, from, to, name } of [...read.special].sort((a, b) => (a.on < b.on ? -1 : 1))) {
    if (on < today || on > addDays(today, daysTold)) continue
    const before = days.get(on)
    const words = from === '' ? 'closed' : span(from, to)
    days.set(
      on,
      before ? `${before} and ${words}` : `${name ? `${name}, ` : ''}${formatDay(on as LagosDate)}: ${words}`,
    )
  }
  return [
    ...weekLines(weekOf(read, today)),
    ...(next ? [`From ${formatDay(next as LagosDate)}: ${weekLines(weekOf(read, next)).join('; ')}`] : []),
    ...days.values(),
  ]
}

function weekLines(week: readonly Opening[]): string[] {
  const runs = new Map<string, string[]>()
  const open = new Set<number>()
  for (const { first, last, from, to } of week) {
    for (let day = first; day <= last; day++) open.add(day)
    const days = daysWords(first, last)
    runs.set(days, [...(runs.get(days) ?? []), span(from, to)])
  }
  const lines = [...runs].map(([days, spans]) => `${days}: ${spans.join(' and ')}`)
  const closed = weekdays.filter((_, day) => !open.has(day))
  return closed.length > 0 ? [...lines, `Closed on ${closed.join(' and ')}`] : lines
}

/** Whether a location is open at this instant in Lagos, with words. Null if its hours cannot be parsed. */
export function openNow(text: string, at: Date): { open: boolean; words: string } | null {
  const read = readWritten(text)
  if (!read) return null
  const today = lagosDate(at)
  const time = lagosTime(at)
  const now = on(today, read).find(({ from, to }) => from <= time && time < to)
  if (now) return { open: true, words: untilWords(today, now.to, read) }
  const next = nextOpening(today, time, read)
  return next === null ? null : { open: false, words: `Closed now. Opens ${next}` }
}

/** The openings of the week that applies on a day. */
function weekOf({ week }: WrittenHours, day: string): Opening[] {
  let newest = ''
  for (const { since } of week) if (since <= day && since > newest) newest = since
  return week.filter(({ since }) => since === newest)
}

/** A day's openings, the earliest first. */
function on(day: LagosDate, read: WrittenHours): Span[] {
  const own = read.special.filter((one) => one.on === day)
  const weekday = weekdayOf(day)
  const held: readonly Span[] =
    own.length > 0
      ? own.filter(({ from }) => from !== '')
      : weekOf(read, day).filter(({ first, last }) => first <= weekday && weekday <= last)
  return [...held].sort((a, b) => (a.from < b.from ? -1 : 1))
}

function untilWords(today: LagosDate, to: string, read: WrittenHours): string {
  if (to !== '24:00') return `Open now until ${shortClock(to)}`
  for (let days = 1; days <= 7; days++) {
    const [morning] = on(addDays(today, days), read)
    if (morning?.from !== '00:00')
      return `Open now until midnight${days === 1 ? '' : ` on ${weekdayIn(today, days - 1)}`}`
    if (morning.to === '24:00') continue
    return `Open now until ${shortClock(morning.to)} ${days === 1 ? 'tomorrow' : `on ${weekdayIn(today, days)}`}`
  }
  return 'Open now, day and night'
}

/** The openings of a calendar day, the earliest first, empty if it is closed; null if the hours cannot be parsed. */
export function openingsOn(text: string, day: LagosDate): { from: string; to: string }[] | null {
  return openingsOf(text)?.(day) ?? null
}

/** The same for many days: parses the hours once. */
export function openingsOf(text: string): ((day: LagosDate) => { from: string; to: string }[]) | null {
  const read = readWritten(text)
  return read && ((day) => on(day, read).map(({ from, to }) => ({ from, to })))
}

function nextOpening(today: LagosDate, time: string, read: WrittenHours): string | null {
  for (let days = 0; days <= daysTold; days++) {
    const opening = on(addDays(today, days), read).find(({ from }) => days > 0 || from > time)
    if (!opening) continue
    const at = `at ${shortClock(opening.from)}`
    if (days === 0) return at
    if (days === 1) return `tomorrow ${at}`
    return `${days > 7 ? formatDay(addDays(today, days)) : weekdayIn(today, days)} ${at}`
  }
  return null
}

/** Monday is 0. */
function weekdayOf(day: LagosDate): number {
  return (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
}

function weekdayIn(today: LagosDate, days: number): string {
  return dayInWords(addDays(today, days)).weekday
}

function dayNumber(short: string): number {
  return short === '' ? -1 : weekdays.findIndex((day) => day.startsWith(short))
}

function daysWords(first: number, last: number): string {
  const short = (day: number) => (weekdays[day] ?? '').slice(0, 3)
  if (first === last) return short(first)
  return last - first === 6 ? 'Every day' : `${short(first)} to ${short(last)}`
}

function span(start: string, end: string): string {
  if (start === '00:00' && end === '24:00') return 'open 24 hours'
  return `${shortClock(start)} to ${shortClock(end)}`
}

function shortClock(time: string): string {
  return formatClock(time).replace(':00', '')
}
