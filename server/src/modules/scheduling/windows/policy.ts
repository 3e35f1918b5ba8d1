import {
  addDays,
  type LagosDate,
  lagosDate,
  lagosTime,
  longFast,
  type Slot,
  type VisitWindow,
  visitLead,
  windowsOn,
} from '@labalaba/contract'

const minute = 60 * 1000

/** How long a place is held for a payer, in milliseconds. */
export const holdLife = 10 * minute
/** How long an order may hold places unpaid, all its holds together, in milliseconds. */
const heldInAll = 30 * minute
/** The most unpaid places that one mailbox holds. */
export const mostHolds = 3

/**
 * How many of the unsold places newcomers, who have not paid for any booking yet, may hold together: all but a third
 * (rounded down), and at least one. So a few people cannot hold a whole day for nothing, and a newcomer can still book the
 * last place.
 */
export function mostForNewcomers(unsold: number): number {
  return Math.max(1, unsold - Math.floor(unsold / 3))
}

/** How much newcomers may hold, and the network of this request. */
export type HoldAllowance = {
  /** A keyed hash of the network address. */
  readonly network: Buffer
  readonly perNewcomer: number
  readonly perNetwork: number
}

/**
 * For whom a place is held. A holder is known, and no newcomer, once they have paid for a booking, or are a verified
 * doctor.
 */
export type Holder = {
  readonly mailbox: string
  /** The patient's phone. */
  readonly phone: string
  readonly isNewcomer: boolean
  /** Null if a staff member makes the request. */
  readonly allowance: HoldAllowance | null
}

/** How many days are offered, including today. */
const daysOffered = 14

/** How many visits a location makes: the usual number for any window, and the windows of weekdays that differ. */
export type Capacity = {
  readonly usual: number
  readonly special: readonly { readonly weekday: number; readonly starts: string; readonly places: number }[]
  /** Windows of single days; they take precedence over those of the weekday. */
  readonly days: readonly { readonly day: string; readonly starts: string; readonly places: number }[]
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}

/** How many visits can be made in a window of a day; 0 if the location is closed then. */
export function placesIn(openingHours: string, capacity: Capacity, day: LagosDate, starts: string): number {
  if (!windowsOn(openingHours, day).some(({ from }) => from === starts)) return 0
  const own = capacity.days.find((one) => one.day === day && one.starts === starts)
  if (own) return own.places
  const weekday = weekdayOf(day)
  const differs = capacity.special.find((one) => one.weekday === weekday && one.starts === starts)
  return differs?.places ?? capacity.usual
}

/** How full a window is: "few" if at most a quarter of its places, or only one, is left. */
export function leftIn(places: number, taken: number): Slot['left'] {
  const left = places - taken
  if (left <= 0) return 'full'
  return left === 1 || left * 4 <= places ? 'few' : 'open'
}

/** The first and last day that are offered. */
export function offeredDays(now: Date): { first: LagosDate; last: LagosDate } {
  const first = lagosDate(now)
  return { first, last: addDays(first, daysOffered - 1) }
}

/** Whether a phlebotomist can still set out in time for a window. */
export function leavesTimeToSetOff(day: LagosDate, { from }: VisitWindow, now: Date): boolean {
  const soonest = new Date(now.getTime() + visitLead)
  const today = lagosDate(soonest)
  return day > today || (day === today && from >= lagosTime(soonest))
}

/**
 * The next hold of an order that has held places for `heldSeconds`, the last of them until `before`: until when it lasts,
 * and how many seconds it adds. Null if the order has used up its holding time.
 */
export function nextHold(
  heldSeconds: number,
  before: Date | null,
  now: Date,
): { readonly until: Date; readonly seconds: number } | null {
  const from = Math.max(now.getTime(), before?.getTime() ?? 0)
  const last = from + heldInAll - heldSeconds * 1000
  const until = Math.max(from, Math.min(last, now.getTime() + holdLife))
  if (until <= now.getTime()) return null
  return { until: new Date(until), seconds: Math.ceil((until - from) / 1000) }
}

/** Advice on the windows that suit a fast; null if all do. */
export function adviceFor(fastingHours: number): string | null {
  if (fastingHours < longFast) return null
  return `The patient must not eat for ${fastingHours} hours before, so a morning visit is best.`
}
