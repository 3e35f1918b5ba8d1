import { formatClock, type LagosDate, lagosDate, lagosTime } from './time.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const segment = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}:\d{2})-(\d{2}:\d{2})$/

/** A run of days, Monday being 0, with one opening: `from` and `to` are HH:MM, the latest 24:00. */
type Opening = { first: number; last: number; from: string; to: string }

/** What is written, opening by opening; null where it cannot be read. */
function openings(text: string): Opening[] | null {
  const read = text.split(';').map((part) => {
    const [, from = '', to = from, start = '', end = ''] = segment.exec(part.trim()) ?? []
    return { first: dayNumber(from), last: dayNumber(to), from: start, to: end }
  })
  return read.every(({ first, last }) => first >= 0 && last >= first) ? read : null
}

/**
 * Opening hours as people say them, a line for each run of days: "Mon to Fri: 7:30 am to 6 pm".
 * Days with two openings are joined; days with none are said to be closed. Unreadable text comes back as it is.
 */
export function hoursLines(text: string): string[] {
  const read = openings(text)
  if (!read) return text.trim() === '' ? [] : [text]
  const runs = new Map<string, string[]>()
  const open = new Set<number>()
  for (const { first, last, from, to } of read) {
    for (let day = first; day <= last; day++) open.add(day)
    const days = daysWords(first, last)
    runs.set(days, [...(runs.get(days) ?? []), span(from, to)])
  }
  const lines = [...runs].map(([days, spans]) => `${days}: ${spans.join(' and ')}`)
  const closed = weekdays.filter((_, day) => !open.has(day))
  return closed.length > 0 ? [...lines, `Closed on ${closed.join(' and ')}`] : lines
}

/** Whether a place is open at this instant by the clock in Lagos, in words. Null where its hours cannot be read. */
export function openNow(text: string, at: Date): { open: boolean; words: string } | null {
  const read = openings(text)
  if (!read) return null
  const today = (new Date(`${lagosDate(at)}T12:00:00Z`).getUTCDay() + 6) % 7
  const time = lagosTime(at)
  const now = on(today, read).find(({ from, to }) => from <= time && time < to)
  if (now) return { open: true, words: untilWords(today, now.to, read) }
  const next = nextOpening(today, time, read)
  return next === null ? null : { open: false, words: `Closed now. Opens ${next}` }
}

/** A day's openings, the earliest first. */
function on(day: number, read: readonly Opening[]): Opening[] {
  return read
    .filter(({ first, last }) => first <= day && day <= last)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

function untilWords(today: number, to: string, read: readonly Opening[]): string {
  if (to !== '24:00') return `Open now until ${shortClock(to)}`
  for (let days = 1; days <= 7; days++) {
    const [morning] = on((today + days) % 7, read)
    if (morning?.from !== '00:00')
      return `Open now until midnight${days === 1 ? '' : ` on ${weekdays[(today + days - 1) % 7]}`}`
    if (morning.to === '24:00') continue
    const day = days === 1 ? 'tomorrow' : `on ${weekdays[(today + days) % 7]}`
    return `Open now until ${shortClock(morning.to)} ${day}`
  }
  return 'Open now, day and night'
}

/** The openings of a calendar day, the earliest first, none where it is closed; null where the hours cannot be read. */
export function openingsOn(text: string, day: LagosDate): { from: string; to: string }[] | null {
  const read = openings(text)
  return (
    read && on((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7, read).map(({ from, to }) => ({ from, to }))
  )
}

function nextOpening(today: number, time: string, read: readonly Opening[]): string | null {
  for (let days = 0; days <= 7; days++) {
    const day = (today + days) % 7
    const opening = on(day, read).find(({ from }) => days > 0 || from > time)
    if (!opening) continue
    const at = `at ${shortClock(opening.from)}`
    if (days === 0) return at
    return days === 1 ? `tomorrow ${at}` : `${weekdays[day]} ${at}`
  }
  return null
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
