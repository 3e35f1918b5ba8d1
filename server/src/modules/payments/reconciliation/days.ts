import { addDays, type LagosDate, lagosDate, lagosTime } from '@labalaba/contract'

/** When a day was last compared. An unfinished comparison is started again. */
export type Looked = {
  readonly day: string
  readonly startedAt: Date
  readonly finishedAt: Date | null
}

/** The nightly comparison starts at this time: payments just before midnight are listed by then. */
const night = '01:00'
/** Each day is compared again for this many nights, because money can be taken back days later. */
const nights = 7
/** Days missed longer ago than this are not compared. */
const mostDays = 90
const hour = 60 * 60 * 1000

/** A time as text in Lagos time; two of these sort like the times. */
const stamp = (at: Date) => `${lagosDate(at)} ${lagosTime(at)}`

/**
 * The days to compare now, newest first: today every hour, each of the last seven days once a night, and days missed while
 * no worker ran. `first` is the day of the first attempt.
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

/** When the last nightly comparison was due. */
function lastNight(today: LagosDate, now: Date): string {
  const tonight = `${today} ${night}`
  return stamp(now) >= tonight ? tonight : `${addDays(today, -1)} ${night}`
}
