import { type Promised, visitTimes } from '@labalaba/contract'
import type { OrderState } from './order-state.ts'
import { type Move, reachedAt } from './track/rules.ts'

const hour = 60 * 60 * 1000

type Facts = {
  readonly state: OrderState
  readonly collection_on: string | null
  readonly collection_time: string | null
}

type Start = { readonly at: Date; readonly since: Promised['since'] }
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
 * count from, and once the order has ended. In its last quarter it is due soon, and behind it late; what is only planned
 * is neither. The receipt counts anew: where the promise before it was due soon or late already, the new one says so and is
 * due soon at once, so that it looks no calmer than what was told before.
 */
export function promiseOf(order: Facts, moves: readonly Move[], hours: number, now: Date): Standing | null {
  const start = startOf(order, moves, now)
  if (!start || hours <= 0) return null
  const { since } = start
  const by = dueBy(start, hours)
  if (since === 'planned') return { by, since, stands: 'on_time', movedFrom: null, changesAt: start.at }
  const quarter = (hours * hour) / 4
  const taken = since === 'received' && reachedAt(order.state, 'sample_collected', moves)
  const before = taken ? dueBy({ at: taken }, hours) : by
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

function dueBy({ at }: Pick<Start, 'at'>, hours: number): Date {
  return wholeHour(new Date(at.getTime() + hours * hour))
}

function startOf(order: Facts, moves: readonly Move[], now: Date): Start | null {
  const { state } = order
  if (state === 'lab_processing') return since('received', reachedAt(state, 'lab_processing', moves))
  if (state === 'sample_collected') return since('collected', reachedAt(state, 'sample_collected', moves))
  if (state !== 'scheduled') return null
  const ends = endOfVisit(order)
  return ends && ends > now ? since('planned', ends) : null
}

/** When the home visit of an order is over; null for a walk-in. */
function endOfVisit({ collection_on: day, collection_time: time }: Facts): Date | null {
  return day === null || time === null ? null : visitTimes(day, time).ends
}

function since(what: Promised['since'], at: Date | null) {
  return at && { at, since: what }
}

/** A promise is kept to the hour: what falls within one is promised by its end. Lagos is whole hours from UTC. */
function wholeHour(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / hour) * hour)
}

/** As it is told. */
export function presentPromise(promise: Standing | null): Promised | null {
  if (!promise) return null
  const { by, since, stands, movedFrom, changesAt } = promise
  const times = { movedFrom: movedFrom?.toISOString() ?? null, changesAt: changesAt?.toISOString() ?? null }
  return { by: by.toISOString(), since, stands, ...times }
}
