import { addDays, type LagosDate, lagosDate, lagosTime } from '@labalaba/contract'

/** When a day was last compared. One that began and did not end is begun again. */
export type Looked = {
  readonly day: string
  readonly startedAt: Date
  readonly finishedAt: Date | null
}

/** The night's look is made from this time on: what came just before midnight is listed by then. */
const night = '01:00'
/** A day is looked at again in each of so many nights, as money can be taken back days later. */
const nights = 7
/** Days that were missed longer ago than this are left alone. */
const mostDays = 90
const hour = 60 * 60 * 1000

/** An instant as Lagos reads it; two of these compare like the instants. */
const stamp = (at: Date) => `${lagosDate(at)} ${lagosTime(at)}`

/**
 * The days to compare now, newest first: today so far every hour, each of the last seven once a night, and whatever was
 * missed while nobody worked. `first` is the day on which the first attempt was begun.
 */
export function daysDue(now: Date, first: LagosDate | null, looked: readonly Looked[]): LagosDate[] {
  if (!first) return []
  const today = lagosDate(now)
  const last = new Map(looked.map((one) => [one.day, one]))
  const oldest = addDays(today, -mostDays)
  const due: LagosDate[] = []
  for (let day = today; day >= first && day >= oldest; day = addDays(day, -1))
    if (isDue(day, today, now, last.get(day))) due.push(day)
  return due
}

function isDue(day: LagosDate, today: LagosDate, now: Date, last: Looked | undefined): boolean {
  const isOver = stamp(now) >= `${addDays(day, 1)} ${night}`
  if (day !== today && !isOver) return false
  if (!last?.finishedAt || last.finishedAt < last.startedAt) return true
  if (day === today) return now.getTime() - last.finishedAt.getTime() >= hour
  const wanted = day >= addDays(today, -nights) ? lastNight(today, now) : ''
  const ended = `${addDays(day, 1)} ${night}`
  return stamp(last.finishedAt) < (wanted > ended ? wanted : ended)
}

/** When the last night's look was to begin. */
function lastNight(today: LagosDate, now: Date): string {
  const tonight = `${today} ${night}`
  return stamp(now) >= tonight ? tonight : `${addDays(today, -1)} ${night}`
}
