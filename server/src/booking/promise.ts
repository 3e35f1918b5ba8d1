import { type Promised, visitTimes } from '@labalaba/contract'
import { endOfOpenHour } from '../lab/index.ts'
import type { OrderState } from './order-state-machine.ts'
import { type Move, moveTo } from './track/policy.ts'

const hour = 60 * 60 * 1000

type Facts = {
  readonly state: OrderState
  readonly collection_on: string | null
  readonly collection_time: string | null
}

/** A move with what was written then of when its location is open, where something is promised from it on. */
type TimedMove = Move & { readonly openingHours: string | null }

/** What an order is promised by. */
export type Terms = {
  /** In which its slowest test is done. */
  readonly hours: number
  /** What is written now of when its location is open. */
  readonly openingHours: string
}

type Start = Pick<TimedMove, 'at' | 'openingHours'> & { readonly since: Promised['since'] }
type Standing = {
  readonly by: Date
  readonly since: Promised['since']
  readonly stands: Promised['stands']
  /** What was promised while the samples were on their way, where that was due soon or late when they came. */
  readonly movedFrom: Date | null
  /** When it stands otherwise, if nothing happens before. */
  readonly changesAt: Date | null
}

/**
 * By when every result of an order is out, of the slowest test: counted from when the lab received the samples; before
 * that from when they were taken, or from the end of a home visit that is still ahead. Null where nothing is known to
 * count from, and once the order has ended. What its location says afterwards of when it is open does not move it. In its
 * last quarter it is due soon, and behind it late; what is only planned is neither. The receipt counts anew: where the
 * promise before it was due soon or late already, the new one says so and is due soon at once, so that it looks no calmer
 * than what was told before.
 */
export function promiseOf(
  order: Facts,
  moves: readonly TimedMove[],
  { hours, openingHours }: Terms,
  now: Date,
): Standing | null {
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

/** Hours in which the slowest test of an order is done. */
export function slowestOf(lines: readonly { readonly turnaround_hours: number }[]): number {
  return Math.max(0, ...lines.map(({ turnaround_hours: hours }) => hours))
}

function dueBy({ at, openingHours }: Pick<TimedMove, 'at' | 'openingHours'>, hours: number): Date {
  return promiseBy(openingHours ?? '')(at, hours)
}

/**
 * By when what begins at an instant is promised, by when its location is open: the plain sum of hours, to the end of the hour;
 * where it is closed then, to the end of its first hour open. Wherever a result is said to be late or in time, it is by this.
 */
export function promiseBy(openingHours: string): (at: Date, hours: number) => Date {
  const toOpenHour = endOfOpenHour(openingHours)
  return (at, hours) => toOpenHour(new Date(at.getTime() + hours * hour))
}

function startOf(order: Facts, moves: readonly TimedMove[], openingHours: string, now: Date): Start | null {
  const { state } = order
  if (state === 'lab_processing') return since('received', moveTo(state, 'lab_processing', moves))
  if (state === 'sample_collected') return since('collected', moveTo(state, 'sample_collected', moves))
  if (state !== 'scheduled') return null
  const ends = endOfVisit(order)
  return ends && ends > now ? since('planned', { at: ends, openingHours }) : null
}

/** When the home visit of an order is over; null for a walk-in. */
function endOfVisit({ collection_on: day, collection_time: time }: Facts): Date | null {
  return day === null || time === null ? null : visitTimes(day, time).ends
}

function since(what: Promised['since'], start: Omit<Start, 'since'> | null): Start | null {
  return start && { ...start, since: what }
}

/** As it is told. */
export function presentPromise(promise: Standing | null): Promised | null {
  if (!promise) return null
  const { by, since, stands, movedFrom, changesAt } = promise
  const times = { movedFrom: movedFrom?.toISOString() ?? null, changesAt: changesAt?.toISOString() ?? null }
  return { by: by.toISOString(), since, stands, ...times }
}
