import {
  addDays,
  formatVisitTime,
  hoursLines,
  type LagosDate,
  lagosDate,
  type OpenHours,
  type OpenSpan,
  type OpenWeek,
  type VisitOutsideHours,
  weekdays,
} from '@labalaba/contract'
import * as copy from '../../copy/opening-hours.ts'
import { plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'

/** The default hours: a working week. */
const working: OpenHours = {
  week: weekdays.map((_, day) => (day < 5 ? [{ from: '08:00', to: '18:00' }] : [])),
  planned: null,
  days: [],
}

/** The initial hours of the form; a working week if the stored hours cannot be read. */
export function startOf(hours: OpenHours | null): OpenHours {
  return hours ?? working
}

/** The most openings of one day. */
export const mostSpans = 4

/** Adds an opening to a day: the usual hours, or an empty one after the others. */
export function withSpan(spans: readonly OpenSpan[]): OpenSpan[] {
  const last = spans.at(-1)
  return [...spans, last ? { from: '', to: '' } : { from: '08:00', to: '18:00' }]
}

/** Sets one end of an opening from a time field. A closing time of 00:00 in the field means midnight, stored as 24:00. */
export function withTime(
  spans: readonly OpenSpan[],
  index: number,
  end: 'from' | 'to',
  typed: string,
): OpenSpan[] {
  const time = end === 'to' && typed === '00:00' ? '24:00' : typed
  return spans.map((span, at) => (at === index ? { ...span, [end]: time } : span))
}

/** A time as a time field shows it. */
export function shownTime(time: string): string {
  return time === '24:00' ? '00:00' : time
}

/** A week with one day replaced. */
export function withDay(week: OpenWeek, day: number, spans: readonly OpenSpan[]): OpenWeek {
  return week.map((before, index) => (index === day ? [...spans] : before))
}

/** A week in which all working days are like Monday. */
export function likeMonday(week: OpenWeek): OpenWeek {
  return week.map((spans, day) => (day < 5 ? [...(week[0] ?? [])] : spans))
}

/** Adds a planned week that starts in seven days, as a copy of the current one. */
export function withPlan(hours: OpenHours, now: Date): OpenHours {
  return { ...hours, planned: { from: addDays(lagosDate(now), 7), week: hours.week } }
}

/** Incomplete fields, by the field names that the server uses. */
export function gapsIn({ week, planned, days }: OpenHours): Record<string, string> {
  const unfilled = (spans: readonly OpenSpan[]) => spans.some(({ from, to }) => from === '' || to === '')
  const gaps: Record<string, string> = {}
  for (const [field, some] of [['week', week] as const, ['planned', planned?.week ?? []] as const])
    for (const [day, spans] of some.entries()) if (unfilled(spans)) gaps[`${field}.${day}`] = copy.bothTimes
  if (planned?.from === '') gaps['planned.from'] = copy.chooseDay
  for (const [index, { on, name, openings }] of days.entries())
    if (on === '') gaps[`days.${index}`] = copy.chooseDayOrRemove
    else if (unfilled(openings)) gaps[`days.${index}`] = copy.bothTimes
    else if (!/^[\p{L}\p{N} .,'’-]*$/u.test(name)) gaps[`days.${index}`] = copy.reasonWrong
  return gaps
}

/** "Friday 4 December between 7 and 9 am". */
export function visitWords({ date, time }: VisitOutsideHours, now: Date): string {
  return `${longDay(date, now)} ${formatVisitTime(time)}`
}

/** "3 home visits are booked for when you are closed", or the singular. */
export function affectedTitle(count: number): string {
  return plural(copy.visitsWhenClosed, count)
}

/** The changed hours, line by line, as of the day of the change. */
export function becameLines(became: string, at: string): string[] {
  return hoursLines(became, new Date(at))
}

/** The first and the last day that can be chosen. */
export function dayLimits(now: Date): { first: LagosDate; last: LagosDate } {
  const first = lagosDate(now)
  return { first, last: addDays(first, 400) }
}
