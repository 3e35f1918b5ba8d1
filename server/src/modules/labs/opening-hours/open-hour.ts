import { addDays, lagosDate, lagosTime, openingsOf } from '@labalaba/contract'

const hour = 60 * 60 * 1000

/** How many days ahead to look for an opening. A form cannot close that many days one by one. */
const furthest = 100

/**
 * Returns the first end of a whole hour, from a moment on, in which the location was open, so work could be done there.
 * Uses Lagos time, which is a whole number of hours from UTC. If the opening hours are unknown, the end of the hour.
 */
export function endOfOpenHour(written: string): (from: Date) => Date {
  const openingsOn = openingsOf(written)
  return (from) => {
    const end = new Date(Math.ceil(from.getTime() / hour) * hour)
    return (openingsOn && firstOpen(openingsOn, end)) ?? end
  }
}

/** The end of this open hour or of the next one; null if there is none within `furthest` days. */
function firstOpen(openingsOn: NonNullable<ReturnType<typeof openingsOf>>, end: Date): Date | null {
  const began = new Date(end.getTime() - hour)
  for (let days = 0; days <= furthest; days++) {
    const day = addDays(lagosDate(began), days)
    const earliest = days === 0 ? hoursOf(lagosTime(began)) + 1 : 1
    for (const opening of openingsOn(day)) {
      const hours = Math.max(earliest, Math.ceil(hoursOf(opening.from)) + 1)
      if (hours <= hoursOf(opening.to)) return new Date(Date.parse(`${day}T00:00:00+01:00`) + hours * hour)
    }
  }
  return null
}

/** HH:MM as hours since midnight. */
function hoursOf(time: string): number {
  return Number(time.slice(0, 2)) + Number(time.slice(3)) / 60
}
