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

/** How long a place is held for somebody who is paying, in milliseconds. */
export const holdLife = 10 * minute
/** For how long an order holds places unpaid, all its holds together; milliseconds. */
const heldInAll = 30 * minute
/** The most places that one mailbox holds without having paid. */
export const mostHolds = 3

/**
 * How many of the unsold places newcomers may hold together, who have paid for no booking yet: all but a third, rounded down,
 * and always one. So few people cannot hold all of a day for nothing, and somebody new can still book the last place.
 */
export function mostForNewcomers(unsold: number): number {
  return Math.max(1, unsold - Math.floor(unsold / 3))
}

/** How much newcomers may hold, and from where this one asks. */
export type HoldAllowance = {
  /** A keyed hash. */
  readonly network: Buffer
  readonly perNewcomer: number
  readonly perNetwork: number
}

/** Whom a place is held for. Somebody is known once they have paid for a booking, or are a verified doctor. */
export type Holder = {
  readonly mailbox: string
  /** The patient's. */
  readonly phone: string
  readonly isNewcomer: boolean
  /** Null where somebody who works here asks. */
  readonly allowance: HoldAllowance | null
}

/** How many days are offered, from today. */
const daysOffered = 14

/** How many visits a location makes: in any window, and in the windows of weekdays that differ. */
export type Capacity = {
  readonly usual: number
  readonly special: readonly { readonly weekday: number; readonly starts: string; readonly places: number }[]
  /** In the windows of one day, which come before those of its weekday. */
  readonly days: readonly { readonly day: string; readonly starts: string; readonly places: number }[]
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(day: LagosDate): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay() || 7
}

/** How many visits can be made in a window of a day; none where the location is closed then. */
export function placesIn(openingHours: string, capacity: Capacity, day: LagosDate, starts: string): number {
  if (!windowsOn(openingHours, day).some(({ from }) => from === starts)) return 0
  const own = capacity.days.find((one) => one.day === day && one.starts === starts)
  if (own) return own.places
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
  const soonest = new Date(now.getTime() + visitLead)
  const today = lagosDate(soonest)
  return day > today || (day === today && from >= lagosTime(soonest))
}

/**
 * A hold of an order that has held places for so many seconds before, the last of them until `before`: until when it
 * lasts, and for how many seconds more than that one. Null where it has held for as long as it may.
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

/** Which windows suit a fast, in a sentence; null where all do. */
export function adviceFor(fastingHours: number): string | null {
  if (fastingHours < longFast) return null
  return `The patient must not eat for ${fastingHours} hours before, so a morning visit suits best.`
}
