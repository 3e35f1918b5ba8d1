import { visitWindows } from '@labalaba/contract'
import { flowThrough } from './flow.ts'

/** A place: a state, and an area of it. */
export type Place = { readonly state: string; readonly area: string }

/** A phlebotomist who can be sent, their areas (an empty area is the whole state), and how many visits a day they take. */
export type AvailablePhlebotomist = {
  readonly staffId: string
  readonly daily: number
  readonly areas: readonly Place[]
}

/** A visit of a day that has a place: where, in which window, and the phlebotomist if it is assigned. */
export type PlannedVisit = Place & { readonly starts: string; readonly staffId: string | null }

/** How many visits a phlebotomist makes in one window: their daily number spread evenly over the windows, rounded up. */
function atOnce({ daily }: Pick<AvailablePhlebotomist, 'daily'>): number {
  return Math.ceil(daily / visitWindows.length)
}

/** Whether a phlebotomist's areas cover a place. */
export function goesTo({ areas }: Pick<AvailablePhlebotomist, 'areas'>, { state, area }: Place): boolean {
  return areas.some((one) => one.state === state && (one.area === '' || one.area === area))
}

/** Where a patient is: as the order says, or else at its lab location. */
export function patientPlaceOf(
  order: { readonly collection_state: string | null; readonly collection_area: string | null },
  location: Place,
): Place {
  const { collection_state: state, collection_area: area } = order
  return state !== null && area !== null ? { state, area } : { state: location.state, area: location.area }
}

/**
 * How many more visits can be made at a place in each of some windows of a day, each window on its own and up to `most`.
 * All visits that have a place can still be made, by their phlebotomist or by any who serves their area, and no
 * phlebotomist makes more in a day or window than they take.
 */
export function roomIn(
  phlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
  place: Place,
  starts: readonly string[],
  most: number,
): Map<string, number> {
  return roomAt(phlebotomists, given, place.state, most)(place.area, starts)
}

/** The same for any area of a state; the given visits are distributed only once. */
export function roomAt(
  phlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
  state: string,
  most: number,
): (area: string, starts: readonly string[]) => Map<string, number> {
  const near = nearTo(state, phlebotomists, given)
  const dealt = dealOut(near.phlebotomists, near.given)
  return (area, starts) =>
    new Map(starts.map((window) => [window, dealt.more({ state, area, starts: window }, most)]))
}

/**
 * Counts for the limits of newcomers: the visits of a day that the phlebotomists of a place can make and that no one has
 * paid for (held ones included), and those that newcomers hold.
 */
export type Unsold = { readonly unsold: number; readonly newcomers: number }

/**
 * Counts them for a place from the day's visits that have a place. Visits anywhere in the areas of its phlebotomists count,
 * whichever phlebotomist makes them in the end.
 */
export function unsoldOf(
  phlebotomists: readonly AvailablePhlebotomist[],
  visits: readonly (PlannedVisit & { readonly heldUntil: Date | null; readonly isNewcomer: boolean })[],
  place: Place,
): Unsold {
  const able = phlebotomists.filter((one) => goesTo(one, place))
  const near = visits.filter((visit) => able.some((one) => goesTo(one, visit)))
  const all = able.reduce((sum, { daily }) => sum + daily, 0)
  return {
    unsold: all - near.filter(({ heldUntil }) => heldUntil === null).length,
    newcomers: near.filter(({ isNewcomer }) => isNewcomer).length,
  }
}

/**
 * The phlebotomists to whom a visit can be assigned: of those who serve its area and have time, those with whom the most
 * other visits can still be made.
 */
export function fitFor(
  phlebotomists: readonly AvailablePhlebotomist[],
  others: readonly PlannedVisit[],
  visit: Omit<PlannedVisit, 'staffId'>,
): string[] {
  const near = nearTo(visit.state, phlebotomists, others)
  const able = near.phlebotomists.filter(
    (one) => goesTo(one, visit) && hasTime(one, near.given, visit.starts),
  )
  const dealt = dealOut(near.phlebotomists, near.given)
  // An assignment makes either one of the other visits impossible, or none.
  const harmless = able.filter(({ staffId }) => dealt.isSpare(staffId, visit.starts))
  return (harmless.length > 0 ? harmless : able).map(({ staffId }) => staffId)
}

function hasTime(
  phlebotomist: AvailablePhlebotomist,
  given: readonly PlannedVisit[],
  starts: string,
): boolean {
  const own = given.filter(({ staffId }) => staffId === phlebotomist.staffId)
  const inWindow = own.filter((visit) => visit.starts === starts)
  return own.length < phlebotomist.daily && inWindow.length < atOnce(phlebotomist)
}

/**
 * The phlebotomists and visits that can affect a state: its own, and those of all states linked to it by phlebotomists who
 * serve both.
 */
function nearTo(
  state: string,
  phlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
) {
  const states = new Set([state])
  for (let before = 0; before < states.size; ) {
    before = states.size
    for (const { areas } of phlebotomists)
      if (areas.some((area) => states.has(area.state))) for (const area of areas) states.add(area.state)
  }
  const near = phlebotomists.filter(({ areas }) => areas.some((area) => states.has(area.state)))
  const theirs = new Set(near.map(({ staffId }) => staffId))
  const isFixed = isAssignedTo(phlebotomists)
  return {
    phlebotomists: near,
    given: given.filter((visit) =>
      isFixed(visit) ? theirs.has(visit.staffId ?? '') : states.has(visit.state),
    ),
  }
}

/** Whether a visit is assigned to one of these phlebotomists. One assigned to another person can be made by anyone here. */
function isAssignedTo(phlebotomists: readonly AvailablePhlebotomist[]): (visit: PlannedVisit) => boolean {
  const ids = new Set(phlebotomists.map(({ staffId }) => staffId))
  return ({ staffId }) => staffId !== null && ids.has(staffId)
}

type WantedVisit = Omit<PlannedVisit, 'staffId'>

/** Distributes a day's visits to the phlebotomists, so that as many as possible can be made. */
function dealOut(phlebotomists: readonly AvailablePhlebotomist[], given: readonly PlannedVisit[]) {
  const flow = flowThrough()
  for (const one of phlebotomists) {
    const own = given.filter(({ staffId }) => staffId === one.staffId)
    flow.join(one.staffId, 'done', Math.max(0, one.daily - own.length))
    for (const { from } of visitWindows) {
      const inWindow = own.filter(({ starts }) => starts === from).length
      flow.join(`${one.staffId} ${from}`, one.staffId, Math.max(0, atOnce(one) - inWindow))
    }
  }
  const joined = new Set<string>()
  const nodeOf = ({ state, area, starts }: WantedVisit): string => {
    const node = JSON.stringify([starts, state, area])
    if (joined.has(node)) return node
    joined.add(node)
    for (const one of phlebotomists)
      if (goesTo(one, { state, area })) flow.join(node, `${one.staffId} ${starts}`, Number.POSITIVE_INFINITY)
    return node
  }
  const isFixed = isAssignedTo(phlebotomists)
  for (const visit of given) if (!isFixed(visit)) flow.push(nodeOf(visit), 'done', 1)
  return {
    /** Whether one more visit of this phlebotomist leaves as many of the others possible as before. */
    isSpare(staffId: string, starts: string): boolean {
      return flow.copy().push(`${staffId} ${starts}`, 'done', 1) === 1
    },
    /** How many more visits can be made there, up to `most`; none of them is reserved. */
    more(wanted: WantedVisit, most: number): number {
      const node = nodeOf(wanted)
      return flow.copy().push(node, 'done', most)
    },
  }
}
