import { lagosDate, visitLead, visitTimes } from '@labalaba/contract'

/** A phlebotomist who may be sent, with how many visits they have on the day, and in the very window. */
export type Candidate = {
  readonly staffId: string
  readonly daily: number
  readonly load: number
  readonly atOnce: number
}

/**
 * Who is sent, of those who take one more that day: the one with the fewest visits in the window, as nobody is at two
 * doors, and of those the one with the fewest that day.
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

/** The order in which tubes are filled, so that what is in one spoils no other (CLSI GP41). */
const drawOrder = [
  /culture/i,
  /citrate/i,
  /serum|gold|red top|clot|plain/i,
  /heparin|green/i,
  /edta|purple|lavender/i,
  /fluoride|oxalate|grey/i,
]

/** Where a container stands in the order of draw; what is not drawn comes last. */
export function drawStep(container: string): number {
  const found = drawOrder.findIndex((tube) => tube.test(container))
  return found === -1 ? drawOrder.length : found
}

/** Containers in the order in which they are filled; those of one step stay as they were. */
export function inDrawOrder<T extends { readonly container: string }>(tubes: readonly T[]): T[] {
  return tubes.toSorted((one, other) => drawStep(one.container) - drawStep(other.container))
}

const day = 24 * 60 * 60 * 1000

/**
 * When something was done, by a phone's clock: never in the future, never longer ago than a day, never before the visit
 * was what it is (it was given to whoever goes, or the act before was done), and now where it says nonsense.
 */
export function doneAt(said: string, since: Date, now: Date): Date {
  const at = new Date(said).getTime() || now.getTime()
  return new Date(Math.min(now.getTime(), Math.max(at, since.getTime(), now.getTime() - day)))
}

/** What a phone said, believed or not; null where it is no moment. */
export function readSaid(said: string): Date | null {
  const when = new Date(said)
  return Number.isNaN(when.getTime()) ? null : when
}

/** How long after its time a phone's word still earns money: a clock that anybody can set decides nothing later. */
const wordOfPhone = 30 * 60 * 1000

/** Whether we heard of something so soon that the phone's word about its time is good for money. */
export function cameInTime(said: Date | null, received: Date): boolean {
  return said === null || received.getTime() - said.getTime() <= wordOfPhone
}

type Timed = { readonly visit_on: string; readonly visit_time: string }

/** Whether somebody may set off now: neither on another day, nor so early that the patient cannot expect it. */
export function mayNotSetOff(
  { visit_on: on, visit_time: time }: Timed,
  at: Date,
): 'not_today' | 'too_early' | null {
  if (on !== lagosDate(at)) return 'not_today'
  return at.getTime() < visitTimes(on, time).begins.getTime() - visitLead ? 'too_early' : null
}

/** Whether the window of a visit has begun, and whether it is over. */
export function windowAt({ visit_on: on, visit_time: time }: Timed, at: Date): 'before' | 'in' | 'after' {
  const { begins, ends } = visitTimes(on, time)
  return at < begins ? 'before' : at <= ends ? 'in' : 'after'
}

/** Whether two lists name the same things, each once. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return (
    new Set(one).size === one.length && one.length === other.length && one.every((x) => other.includes(x))
  )
}
