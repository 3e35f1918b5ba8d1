import {
  addDays,
  formatVisitTime,
  hoursLines,
  type LagosDate,
  lagosDate,
  type OpenHours,
  type OpenSpan,
  type OpenWeek,
  type StandingVisit,
  weekdays,
} from '@labalaba/contract'
import { longDay } from '../../lib/format.ts'

/** Hours that nobody has said yet: a working week. */
const working: OpenHours = {
  week: weekdays.map((_, day) => (day < 5 ? [{ from: '08:00', to: '18:00' }] : [])),
  planned: null,
  days: [],
}

/** What the form begins with; a working week where what is written cannot be read. */
export function startOf(hours: OpenHours | null): OpenHours {
  return hours ?? working
}

/** The most openings of one day. */
export const mostSpans = 4

/** One more opening after those of a day: the usual hours, or two hours after the last. */
export function withSpan(spans: readonly OpenSpan[]): OpenSpan[] {
  const last = spans.at(-1)
  return [...spans, last ? { from: '', to: '' } : { from: '08:00', to: '18:00' }]
}

/** One end of one opening of a day, as a clock field gives it; a day ends at midnight, which such a field calls 00:00. */
export function withTime(
  spans: readonly OpenSpan[],
  index: number,
  end: 'from' | 'to',
  typed: string,
): OpenSpan[] {
  const time = end === 'to' && typed === '00:00' ? '24:00' : typed
  return spans.map((span, at) => (at === index ? { ...span, [end]: time } : span))
}

/** A time as a clock field shows it. */
export function shownTime(time: string): string {
  return time === '24:00' ? '00:00' : time
}

/** A week with one day replaced. */
export function withDay(week: OpenWeek, day: number, spans: readonly OpenSpan[]): OpenWeek {
  return week.map((before, index) => (index === day ? [...spans] : before))
}

/** A week whose working days are all as Monday is. */
export function likeMonday(week: OpenWeek): OpenWeek {
  return week.map((spans, day) => (day < 5 ? [...(week[0] ?? [])] : spans))
}

/** Begins another week that holds from a week ahead on, and is as the one now. */
export function withPlan(hours: OpenHours, now: Date): OpenHours {
  return { ...hours, planned: { from: addDays(lagosDate(now), 7), week: hours.week } }
}

/** What is not typed whole, by the field that the server would name. */
export function gapsIn({ week, planned, days }: OpenHours): Record<string, string> {
  const unfilled = (spans: readonly OpenSpan[]) => spans.some(({ from, to }) => from === '' || to === '')
  const gaps: Record<string, string> = {}
  for (const [field, some] of [['week', week] as const, ['planned', planned?.week ?? []] as const])
    for (const [day, spans] of some.entries()) if (unfilled(spans)) gaps[`${field}.${day}`] = bothTimes
  if (planned?.from === '') gaps['planned.from'] = 'Choose a day.'
  for (const [index, { on, name, openings }] of days.entries())
    if (on === '') gaps[`days.${index}`] = 'Choose a day, or remove this one.'
    else if (unfilled(openings)) gaps[`days.${index}`] = bothTimes
    else if (!/^[\p{L}\p{N} .,'’-]*$/u.test(name))
      gaps[`days.${index}`] = 'Say why with letters, figures and . , - only.'
  return gaps
}

const bothTimes = 'Give both times, or remove this opening.'

/** "Friday 4 December between 7 and 9 am". */
export function visitWords({ date, time }: StandingVisit, now: Date): string {
  return `${longDay(date, now)} ${formatVisitTime(time)}`
}

/** "3 home visits are booked for when you are closed", or one. */
export function standingTitle(count: number): string {
  return count === 1
    ? 'One home visit is booked for when you are closed'
    : `${count} home visits are booked for when you are closed`
}

/** What hours became, in lines, as of the day on which somebody said so. */
export function becameLines(became: string, at: string): string[] {
  return hoursLines(became, new Date(at))
}

/** The first and the last day that can be named. */
export function dayLimits(now: Date): { first: LagosDate; last: LagosDate } {
  const first = lagosDate(now)
  return { first, last: addDays(first, 400) }
}
