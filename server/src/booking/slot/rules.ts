import {
  addDays,
  type LagosDate,
  lagosDate,
  lagosTime,
  longFast,
  type Slot,
  type VisitWindow,
  windowsOn,
} from '@labalaba/contract'

const minute = 60 * 1000

/** How long a place is held for somebody who is paying, in milliseconds. */
export const holdLife = 10 * minute
/** The most places that an account holds without having paid. */
export const mostHolds = 3
/** How many days are offered, from today. */
const daysOffered = 14
/** Nobody can set out for a visit that begins at once; milliseconds. */
const leadTime = 2 * 60 * minute

/** How many visits a location makes: in any window, and in the windows of weekdays that differ. */
export type Capacity = {
  readonly usual: number
  readonly special: readonly { readonly weekday: number; readonly starts: string; readonly places: number }[]
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(day: LagosDate): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}

/** How many visits can be made in a window of a day; none where the location is closed then. */
export function placesIn(openingHours: string, capacity: Capacity, day: LagosDate, starts: string): number {
  if (!windowsOn(openingHours, day).some(({ from }) => from === starts)) return 0
  const weekday = weekdayOf(day)
  const differs = capacity.special.find((one) => one.weekday === weekday && one.starts === starts)
  return differs?.places ?? capacity.usual
}

/** How full a window is, in a word: "few" from the last quarter of its places on, and for the last one. */
export function leftIn(places: number, taken: number): Slot['left'] {
  const left = places - taken
  if (left <= 0) return 'full'
  return left === 1 || left * 4 <= places ? 'few' : 'open'
}

/** The days that are offered. */
export function offeredDays(now: Date): { first: LagosDate; last: LagosDate } {
  const first = lagosDate(now)
  return { first, last: addDays(first, daysOffered - 1) }
}

/** Whether somebody can still set out for a window. */
export function canBeReached(day: LagosDate, { from }: VisitWindow, now: Date): boolean {
  const soonest = new Date(now.getTime() + leadTime)
  const today = lagosDate(soonest)
  return day > today || (day === today && from >= lagosTime(soonest))
}

/** Which windows suit a fast, in a sentence; null where all do. */
export function adviceFor(fastingHours: number): string | null {
  if (fastingHours < longFast) return null
  return `The patient must not eat for ${fastingHours} hours before, so a morning visit suits best.`
}
