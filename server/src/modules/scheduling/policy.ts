import { addDays, type LagosDate, lagosDate, lagosTime } from '@labalaba/contract'

const hour = 60 * 60 * 1000

/** The furthest day for which a home visit can be booked, in days from today. */
const furthestVisit = 90

/** Whether the time of an order's home visit has come; never for a walk-in. */
export function bookedTimeHasCome(
  order: {
    readonly collection_on: string | null
    readonly collection_time: string | null
  },
  at: Date,
): boolean {
  const { collection_on: day, collection_time: time } = order
  if (day === null || time === null) return false
  const today = lagosDate(at)
  return day < today || (day === today && time <= lagosTime(at))
}

/** Whether a home visit on that Lagos day and time is still to come, and within the furthest bookable day. */
export function visitIsAhead(day: LagosDate, time: string, now: Date): boolean {
  const today = lagosDate(now)
  const last = lagosDate(new Date(now.getTime() + furthestVisit * 24 * hour))
  return (day > today || (day === today && time > lagosTime(now))) && day <= last
}

/** A form may be open for up to 7 days before it is saved. An earlier day in it is a mistake. */
const openFor = 7

/** Whether a day passed while the form was open. Such a day is left out without an error. */
export function hasJustPassed(on: string, today: LagosDate): boolean {
  return on < today && on >= addDays(today, -openFor)
}
