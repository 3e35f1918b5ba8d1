import { addDays, lagosDate, lagosTime, openingsOf, type Promised, visitTimes } from '@labalaba/contract'
import type { OrderState } from './order-state-machine.ts'
import { type Move, moveTo } from './tracking/policy.ts'

const hour = 60 * 60 * 1000

type Facts = {
  readonly state: OrderState
  readonly collection_on: string | null
  readonly collection_time: string | null
}

/** A transition, with the opening hours of its location at that time if it starts a promise. */
type TimedMove = Move & { readonly openingHours: string | null }

/** What the promised time of an order depends on. */
export type Terms = {
  /** The turnaround of its slowest test, in hours. */
  readonly hours: number
  /** The present opening hours of its location. */
  readonly openingHours: string
}

type Start = Pick<TimedMove, 'at' | 'openingHours'> & { readonly since: Promised['since'] }
type PromiseStatus = {
  readonly by: Date
  readonly since: Promised['since']
  readonly stands: Promised['stands']
  /** The time promised before the receipt, if that was due soon or late when the lab received the samples; else null. */
  readonly movedFrom: Date | null
  /** When `stands` changes next, if nothing happens before. */
  readonly changesAt: Date | null
}

/**
 * By when all results of an order are promised, by its slowest test: counted from the lab's receipt of the samples; before
 * that from their collection, or from the end of a home visit that is still ahead. Null if there is nothing to count from,
 * and once the order has ended. Later changes of the opening hours do not move it. In its last quarter it is due soon,
 * after it late; a planned one is neither. The receipt starts a new count: if the promise before it was due soon or late
 * already, the new one gives its time in `movedFrom` and is due soon immediately, so that it does not look better than the
 * earlier one.
 */
export function promiseOf(
  order: Facts,
  moves: readonly TimedMove[],
  { hours, openingHours }: Terms,
  now: Date,
): PromiseStatus | null {
  const start = startOf(order, moves, openingHours, now)
  if (!start || hours <= 0) return null
  const { since } = start
  const by = dueBy(start, hours)
  if (since === 'planned') return { by, since, stands: 'on_time', movedFrom: null, changesAt: start.at }
  const quarter = (hours * hour) / 4
  const taken = since === 'received' && moveTo(order.state, 'sample_collected', moves)
  const before = taken ? dueBy(taken, hours) : by
  const movedFrom = before < by && start.at.getTime() >= before.getTime() - quarter ? before : null
  const soon = new Date((movedFrom ?? by).getTime() - quarter)
  if (now < soon) return { by, since, stands: 'on_time', movedFrom, changesAt: soon }
  if (now < by) return { by, since, stands: 'soon', movedFrom, changesAt: by }
  return { by, since, stands: 'late', movedFrom, changesAt: null }
}

/** The turnaround of the slowest test of an order, in hours. */
export function longestTurnaroundHours(lines: readonly { readonly turnaround_hours: number }[]): number {
  return Math.max(0, ...lines.map(({ turnaround_hours: hours }) => hours))
}

function dueBy({ at, openingHours }: Pick<TimedMove, 'at' | 'openingHours'>, hours: number): Date {
  return promiseBy(openingHours ?? '')(at, hours)
}

/**
 * When work that starts at an instant is due, by the opening hours of the location: start plus hours, to the end of that
 * hour; if the location is closed then, to the end of its first open hour. Everything that calls a result late or in time
 * uses this.
 */
export function promiseBy(openingHours: string): (at: Date, hours: number) => Date {
  const toOpenHour = endOfOpenHour(openingHours)
  return (at, hours) => toOpenHour(new Date(at.getTime() + hours * hour))
}

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

function startOf(order: Facts, moves: readonly TimedMove[], openingHours: string, now: Date): Start | null {
  const { state } = order
  if (state === 'lab_processing') return since('received', moveTo(state, 'lab_processing', moves))
  if (state === 'sample_collected') return since('collected', moveTo(state, 'sample_collected', moves))
  if (state !== 'scheduled') return null
  const ends = endOfVisit(order)
  return ends && ends > now ? since('planned', { at: ends, openingHours }) : null
}

/** The end of an order's home visit; null for a walk-in. */
function endOfVisit({ collection_on: day, collection_time: time }: Facts): Date | null {
  return day === null || time === null ? null : visitTimes(day, time).ends
}

function since(what: Promised['since'], start: Omit<Start, 'since'> | null): Start | null {
  return start && { ...start, since: what }
}

/** The promise as the contract returns it. */
export function presentPromise(promise: PromiseStatus | null): Promised | null {
  if (!promise) return null
  const { by, since, stands, movedFrom, changesAt } = promise
  const times = { movedFrom: movedFrom?.toISOString() ?? null, changesAt: changesAt?.toISOString() ?? null }
  return { by: by.toISOString(), since, stands, ...times }
}
