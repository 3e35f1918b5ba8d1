import { formatClock } from './time.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const segment = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}:\d{2})-(\d{2}:\d{2})$/

/**
 * Opening hours as people say them, a line for each run of days: "Mon to Fri: 7:30 am to 6 pm".
 * Days with two openings are joined; days with none are said to be closed. Unreadable text comes back as it is.
 */
export function hoursLines(text: string): string[] {
  const runs = new Map<string, string[]>()
  const open = new Set<number>()
  for (const part of text.split(';')) {
    const [, from = '', to = from, start = '', end = ''] = segment.exec(part.trim()) ?? []
    const first = dayNumber(from)
    const last = dayNumber(to)
    if (first < 0 || last < first) return text.trim() === '' ? [] : [text]
    for (let day = first; day <= last; day++) open.add(day)
    const days = first === last ? from : last - first === 6 ? 'Every day' : `${from} to ${to}`
    runs.set(days, [...(runs.get(days) ?? []), span(start, end)])
  }
  const lines = [...runs].map(([days, spans]) => `${days}: ${spans.join(' and ')}`)
  const closed = weekdays.filter((_, day) => !open.has(day))
  return closed.length > 0 ? [...lines, `Closed on ${closed.join(' and ')}`] : lines
}

function dayNumber(short: string): number {
  return short === '' ? -1 : weekdays.findIndex((day) => day.startsWith(short))
}

function span(start: string, end: string): string {
  if (start === '00:00' && end === '24:00') return 'open 24 hours'
  return `${shortClock(start)} to ${shortClock(end)}`
}

function shortClock(time: string): string {
  return formatClock(time).replace(':00', '')
}
