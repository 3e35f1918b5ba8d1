import { lagosDate, visitLead, visitTimes } from '@labalaba/contract'

/** A phlebotomist who may be sent, with their visits on the day (`load`) and in the window (`atOnce`). */
export type Candidate = {
  readonly staffId: string
  readonly daily: number
  readonly load: number
  readonly atOnce: number
}

/**
 * Chooses a phlebotomist who takes one more visit that day: the one with the fewest visits in the window, as a person
 * cannot be at two doors, and among those the one with the fewest that day.
 */
export function whoGoes(candidates: readonly Candidate[]): string | null {
  const [first] = candidates
    .filter(({ load, daily }) => load < daily)
    .toSorted(
      (one, other) =>
        one.atOnce - other.atOnce || one.load - other.load || (one.staffId < other.staffId ? -1 : 1),
    )
  return first?.staffId ?? null
}

/** The order in which tubes are filled, so that no additive contaminates the next tube (CLSI GP41). */
const drawOrder = [
  /culture/i,
  /citrate/i,
  /serum|gold|red top|clot|plain/i,
  /heparin|green/i,
  /edta|purple|lavender/i,
  /fluoride|oxalate|grey/i,
]

/** The position of a container in the order of draw; containers that are not drawn come last. */
export function drawStep(container: string): number {
  const found = drawOrder.findIndex((tube) => tube.test(container))
  return found === -1 ? drawOrder.length : found
}

/** Containers in the order of draw; those with the same position keep their order. */
export function inDrawOrder<T extends { readonly container: string }>(tubes: readonly T[]): T[] {
  return tubes.toSorted((one, other) => drawStep(one.container) - drawStep(other.container))
}

const day = 24 * 60 * 60 * 1000

/**
 * When an act was done, by the phone's clock, but never in the future, never more than a day ago and never before `since`
 * (the visit's assignment or its last act). Returns `now` if the phone's time is not valid.
 */
export function doneAt(phoneTime: string, since: Date, now: Date): Date {
  const at = new Date(phoneTime).getTime() || now.getTime()
  return new Date(Math.min(now.getTime(), Math.max(at, since.getTime(), now.getTime() - day)))
}

/** The time by the phone's clock, unchecked; null if it is not a valid time. */
export function readPhoneTime(phoneTime: string): Date | null {
  const when = new Date(phoneTime)
  return Number.isNaN(when.getTime()) ? null : when
}

/**
 * How late a report may come and still earn money, in milliseconds: later, a clock that the user can set decides nothing.
 */
const longestDelay = 30 * 60 * 1000

/** Whether a report came soon enough that its time counts for money. */
export function cameInTime(phoneTime: Date | null, received: Date): boolean {
  return phoneTime === null || received.getTime() - phoneTime.getTime() <= longestDelay
}

type Timed = { readonly visit_on: string; readonly visit_time: string }

/** Why a phlebotomist may not set off now: it is another day, or too early for the patient to expect a visit. */
export function mayNotSetOff(
  { visit_on: on, visit_time: time }: Timed,
  at: Date,
): 'not_today' | 'too_early' | null {
  if (on !== lagosDate(at)) return 'not_today'
  return at.getTime() < visitTimes(on, time).begins.getTime() - visitLead ? 'too_early' : null
}

/** Whether a moment is before, in or after the window of a visit. */
export function windowAt({ visit_on: on, visit_time: time }: Timed, at: Date): 'before' | 'in' | 'after' {
  const { begins, ends } = visitTimes(on, time)
  return at < begins ? 'before' : at <= ends ? 'in' : 'after'
}

/** Whether the payment of an order came late, and the account that booked has not yet chosen what to do. */
export function awaitsChoice(order: {
  readonly late_money_at: Date | null
  readonly late_choice: string | null
}): boolean {
  return order.late_money_at !== null && order.late_choice === null
}
