import { addDays, lagosDate, lagosTime, openingsOn } from '@labalaba/contract'

const hour = 60 * 60 * 1000

/** How many days ahead an opening is looked for: more than a form of hours can close one by one. */
const furthest = 100

/**
 * The first end of a whole hour from a moment on through which a place was open, by the clock in Lagos, which is whole
 * hours from UTC: something can have been done there by then. Where it is not known when it is open, the end of the hour.
 */
export function endOfOpenHour(written: string, from: Date): Date {
  const end = new Date(Math.ceil(from.getTime() / hour) * hour)
  const began = new Date(end.getTime() - hour)
  const today = lagosDate(began)
  for (let days = 0; days <= furthest; days++) {
    const day = addDays(today, days)
    const openings = openingsOn(written, day)
    if (!openings) break
    const earliest = days === 0 ? hoursOf(lagosTime(began)) + 1 : 1
    for (const opening of openings) {
      const hours = Math.max(earliest, Math.ceil(hoursOf(opening.from)) + 1)
      if (hours <= hoursOf(opening.to)) return new Date(Date.parse(`${day}T00:00:00+01:00`) + hours * hour)
    }
  }
  return end
}

/** HH:MM as hours since midnight. */
function hoursOf(time: string): number {
  return Number(time.slice(0, 2)) + Number(time.slice(3)) / 60
}
