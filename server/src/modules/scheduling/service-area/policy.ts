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

/**
 * How many more visits can be made at a place in each of some windows of a day, each window on its own and up to `most`.
 * All visits that have a place can still be made, by their phlebotomist or by any who serves their area, and no
 * phlebotomist makes more in a day or window than they take.
 */
export function roomIn(
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
  place: Place,
  starts: readonly string[],
  most: number,
): Map<string, number> {
  return roomAt(availablePhlebotomists, given, place.state, most)(place.area, starts)
}

/** The same for any area of a state; the given visits are distributed only once. */
export function roomAt(
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
  state: string,
  most: number,
): (area: string, starts: readonly string[]) => Map<string, number> {
  const near = nearTo(state, availablePhlebotomists, given)
  const dealt = dealOut(near.availablePhlebotomists, near.given)
  return (area, starts) =>
    new Map(starts.map((window) => [window, dealt.more({ state, area, starts: window }, most)]))
}

/** How many visits of a day are not paid for, and how many visits newcomers hold. */
export type Unsold = { readonly unsold: number; readonly newcomers: number }

/**
 * How many visits of a day are not paid for, of all that the phlebotomists of a place can make, and how many visits
 * newcomers hold. Visits anywhere in the areas of these phlebotomists count, whichever phlebotomist makes them in the end.
 */
export function unsoldOf(
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  given: readonly (PlannedVisit & { readonly heldUntil: Date | null; readonly isNewcomer: boolean })[],
  place: Place,
): Unsold {
  const able = availablePhlebotomists.filter((goer) => goesTo(goer, place))
  const near = given.filter((one) => able.some((goer) => goesTo(goer, one)))
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
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  others: readonly PlannedVisit[],
  visit: Omit<PlannedVisit, 'staffId'>,
): string[] {
  const near = nearTo(visit.state, availablePhlebotomists, others)
  const able = near.availablePhlebotomists.filter(
    (goer) => goesTo(goer, visit) && hasTime(goer, near.given, visit.starts),
  )
  const dealt = dealOut(near.availablePhlebotomists, near.given)
  // An assignment makes either one of the other visits impossible, or none.
  const harmless = able.filter(({ staffId }) => dealt.isSpare(staffId, visit.starts))
  return (harmless.length > 0 ? harmless : able).map(({ staffId }) => staffId)
}

function hasTime(goer: AvailablePhlebotomist, given: readonly PlannedVisit[], starts: string): boolean {
  const own = given.filter(({ staffId }) => staffId === goer.staffId)
  const inWindow = own.filter((one) => one.starts === starts)
  return own.length < goer.daily && inWindow.length < atOnce(goer)
}

/**
 * The phlebotomists and visits that can affect a state: its own, and those of all states linked to it by phlebotomists who
 * serve both.
 */
function nearTo(
  asked: string,
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  given: readonly PlannedVisit[],
) {
  const states = new Set([asked])
  for (let before = 0; before < states.size; ) {
    before = states.size
    for (const { areas } of availablePhlebotomists)
      if (areas.some(({ state }) => states.has(state))) for (const { state } of areas) states.add(state)
  }
  const near = availablePhlebotomists.filter(({ areas }) => areas.some(({ state }) => states.has(state)))
  const theirs = new Set(near.map(({ staffId }) => staffId))
  const known = new Set(availablePhlebotomists.map(({ staffId }) => staffId))
  const isNear = ({ state, staffId }: PlannedVisit) =>
    staffId !== null && known.has(staffId) ? theirs.has(staffId) : states.has(state)
  return { availablePhlebotomists: near, given: given.filter(isNear) }
}

type WantedVisit = Omit<PlannedVisit, 'staffId'>

/** Distributes a day's visits to the phlebotomists, so that as many as possible can be made. */
function dealOut(availablePhlebotomists: readonly AvailablePhlebotomist[], given: readonly PlannedVisit[]) {
  const flow = flowThrough()
  const known = new Set(availablePhlebotomists.map(({ staffId }) => staffId))
  const isFixed = (one: PlannedVisit) => one.staffId !== null && known.has(one.staffId)
  for (const goer of availablePhlebotomists) {
    const own = given.filter(({ staffId }) => staffId === goer.staffId)
    flow.join(goer.staffId, 'done', Math.max(0, goer.daily - own.length))
    for (const { from } of visitWindows) {
      const inWindow = own.filter(({ starts }) => starts === from).length
      flow.join(`${goer.staffId} ${from}`, goer.staffId, Math.max(0, atOnce(goer) - inWindow))
    }
  }
  const joined = new Set<string>()
  const nodeOf = ({ state, area, starts }: WantedVisit): string => {
    const node = JSON.stringify([starts, state, area])
    if (joined.has(node)) return node
    joined.add(node)
    for (const goer of availablePhlebotomists)
      if (goesTo(goer, { state, area }))
        flow.join(node, `${goer.staffId} ${starts}`, Number.POSITIVE_INFINITY)
    return node
  }
  for (const one of given) if (!isFixed(one)) flow.push(nodeOf(one), 'done', 1)
  return {
    /** Whether one more visit of this phlebotomist leaves as many of the others possible as before. */
    isSpare(staffId: string, starts: string): boolean {
      return flow.copy().push(`${staffId} ${starts}`, 'done', 1) === 1
    },
    /** How many more visits can be made there, up to `most`; none of them is reserved. */
    more(asked: WantedVisit, most: number): number {
      const node = nodeOf(asked)
      const trial = flow.copy()
      return trial.push(node, 'done', most)
    },
  }
}
