import {
  addDays,
  type LagosDate,
  type OpenHours,
  type OpenSpan,
  type OpenWeek,
  parseLagosDate,
  readWritten,
  type WrittenHours,
  weekdays,
} from '@labalaba/contract'

/** How many days ahead a date may be given. */
const furthest = 400

/** Parses stored opening hours for editing, without past days. Returns null if the text cannot be parsed. */
export function readHours(text: string, today: LagosDate): OpenHours | null {
  const written = readWritten(text)
  if (!written) return null
  const weeks = [...new Set(written.week.map(({ since }) => since))].toSorted()
  const held = weeks.findLast((since) => since <= today) ?? ''
  const next = weeks.find((since) => since > today)
  const days = [...new Set(written.special.map(({ on }) => on))].filter((on) => on >= today).toSorted()
  return {
    week: weekSince(written, held),
    planned: next === undefined ? null : { from: next, week: weekSince(written, next) },
    days: days.map((on) => {
      const own = written.special.filter((one) => one.on === on)
      const spans = own.flatMap(({ from, to }) => (from === '' ? [] : [{ from, to }]))
      return { on, name: own[0]?.name ?? '', openings: spans }
    }),
  }
}

function weekSince({ week }: WrittenHours, since: string): OpenWeek {
  return weekdays.map((_, day) =>
    week
      .filter((one) => one.since === since && one.first <= day && day <= one.last)
      .map(({ from, to }) => ({ from, to }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  )
}

/** Formats opening hours so that `readWritten` can parse them. Leaves out past days. */
export function writeHours({ week, planned, days }: OpenHours, today: LagosDate): string {
  const isDue = planned !== null && planned.from <= today
  return [
    ...writeWeek(isDue ? planned.week : week),
    ...(planned && !isDue ? [`from ${planned.from}`, ...writeWeek(planned.week)] : []),
    ...days
      .filter(({ on }) => on >= today)
      .toSorted((a, b) => (a.on < b.on ? -1 : 1))
      .flatMap(({ on, name, openings }) => {
        const why = name === '' ? '' : ` (${name})`
        if (openings.length === 0) return [`${on} closed${why}`]
        return openings.map(({ from, to }) => `${on} ${from}-${to}${why}`)
      }),
  ].join('; ')
}

/** Consecutive days with the same openings become one range. */
function writeWeek(week: OpenWeek): string[] {
  const runs: { first: number; last: number; spans: readonly OpenSpan[] }[] = []
  for (const [day, spans] of week.entries()) {
    const before = runs.at(-1)
    if (before && JSON.stringify(before.spans) === JSON.stringify(spans)) before.last = day
    else runs.push({ first: day, last: day, spans })
  }
  const short = (day: number) => (weekdays[day] ?? '').slice(0, 3)
  return runs.flatMap(({ first, last, spans }) => {
    const days = first === last ? short(first) : `${short(first)}-${short(last)}`
    return spans.map(({ from, to }) => `${days} ${from}-${to}`)
  })
}

/** Problems of the submitted opening hours, by field; empty if there is none. */
export function hoursProblems({ week, planned, days }: OpenHours, today: LagosDate): Record<string, string> {
  const problems: Record<string, string> = weekProblems(week, 'week')
  if (planned) {
    Object.assign(problems, weekProblems(planned.week, 'planned'))
    if (!isAhead(planned.from, addDays(today, 1), today))
      problems['planned.from'] = 'Choose a day after today, and within 400 days.'
  }
  for (const [index, { on, openings }] of days.entries()) {
    if (!isAhead(on, today, today))
      problems[`days.${index}`] = 'Choose a day from today on, and within 400 days.'
    else if (days.findIndex((one) => one.on === on) < index)
      problems[`days.${index}`] = 'This day is here twice.'
    else if (!inOrder(openings)) problems[`days.${index}`] = wrongSpans
  }
  return problems
}

const wrongSpans = 'Each opening ends after it begins, and before the next one begins.'

function weekProblems(week: OpenWeek, field: string): Record<string, string> {
  const wrong = week.findIndex((spans) => !inOrder(spans))
  if (wrong >= 0) return { [`${field}.${wrong}`]: wrongSpans }
  if (week.every((spans) => spans.length === 0)) return { [field]: 'Open on at least one day of the week.' }
  return {}
}

function inOrder(spans: readonly OpenSpan[]): boolean {
  return spans.every(({ from, to }, index) => from < to && (spans[index - 1]?.to ?? '') < from)
}

function isAhead(day: string, first: LagosDate, today: LagosDate): boolean {
  return parseLagosDate(day) !== null && day >= first && day <= addDays(today, furthest)
}
