import { visitWindows } from '@labalaba/contract'
import { flowThrough } from './flow.ts'

/** A place by its name: a state, and an area of it. */
export type Place = { readonly state: string; readonly area: string }

/** Somebody who can be sent, where they go (an empty area is all of a state), and how many visits a day they take. */
export type Goer = { readonly staffId: string; readonly daily: number; readonly areas: readonly Place[] }

/** A visit of a day: where, in which window, and to whom it is given, where that is said. */
export type Given = Place & { readonly starts: string; readonly staffId: string | null }

/** How many visits somebody makes in one window: as many as spread over a day give what they take in it. */
function atOnce({ daily }: Pick<Goer, 'daily'>): number {
  return Math.ceil(daily / visitWindows.length)
}

/** Whether somebody's areas cover a place. */
export function goesTo({ areas }: Pick<Goer, 'areas'>, { state, area }: Place): boolean {
  return areas.some((one) => one.state === state && (one.area === '' || one.area === area))
}

/**
 * How many more visits can be made at a place in each of some windows of a day, each window for itself and up to `most`:
 * so many that all which are given already can still be made, by those whose they are or by anybody who goes there, and that
 * nobody makes more in a day, or in a window, than they take.
 */
export function roomIn(
  goers: readonly Goer[],
  given: readonly Given[],
  place: Place,
  starts: readonly string[],
  most: number,
): Map<string, number> {
  return roomAt(goers, given, place.state, most)(place.area, starts)
}

/** The same for any area of a state: what is given is dealt out once. */
export function roomAt(
  goers: readonly Goer[],
  given: readonly Given[],
  state: string,
  most: number,
): (area: string, starts: readonly string[]) => Map<string, number> {
  const near = nearTo(state, goers, given)
  const dealt = dealOut(near.goers, near.given)
  return (area, starts) =>
    new Map(starts.map((window) => [window, dealt.more({ state, area, starts: window }, most)]))
}

/** How many visits of a day are not paid for, and how many of these newcomers hold. */
export type Unsold = { readonly unsold: number; readonly newcomers: number }

/**
 * How many visits of a day are not paid for, of all that are made by those who go to a place, and how many of these newcomers
 * hold. What is given anywhere that these people go counts, whoever makes it in the end.
 */
export function unsoldOf(
  goers: readonly Goer[],
  given: readonly (Given & { readonly heldUntil: Date | null; readonly isNewcomer: boolean })[],
  place: Place,
): Unsold {
  const able = goers.filter((goer) => goesTo(goer, place))
  const near = given.filter((one) => able.some((goer) => goesTo(goer, one)))
  const all = able.reduce((sum, { daily }) => sum + daily, 0)
  return {
    unsold: all - near.filter(({ heldUntil }) => heldUntil === null).length,
    newcomers: near.filter(({ isNewcomer }) => isNewcomer).length,
  }
}

/**
 * To whom a visit can be given: of those who go there and have time for it, those after whom as many of the others can
 * still be made as after anybody.
 */
export function fitFor(
  goers: readonly Goer[],
  others: readonly Given[],
  visit: Omit<Given, 'staffId'>,
): string[] {
  const near = nearTo(visit.state, goers, others)
  const able = near.goers.filter((goer) => goesTo(goer, visit) && hasTime(goer, near.given, visit.starts))
  const dealt = dealOut(near.goers, near.given)
  // Whoever is given it takes one from all the others, or none.
  const harmless = able.filter(({ staffId }) => dealt.isSpare(staffId, visit.starts))
  return (harmless.length > 0 ? harmless : able).map(({ staffId }) => staffId)
}

function hasTime(goer: Goer, given: readonly Given[], starts: string): boolean {
  const own = given.filter(({ staffId }) => staffId === goer.staffId)
  const inWindow = own.filter((one) => one.starts === starts)
  return own.length < goer.daily && inWindow.length < atOnce(goer)
}

/** Those, and the visits, that can bear on a state: its own, and those of all that are joined to it by who goes to both. */
function nearTo(asked: string, goers: readonly Goer[], given: readonly Given[]) {
  const states = new Set([asked])
  for (let before = 0; before < states.size; ) {
    before = states.size
    for (const { areas } of goers)
      if (areas.some(({ state }) => states.has(state))) for (const { state } of areas) states.add(state)
  }
  const near = goers.filter(({ areas }) => areas.some(({ state }) => states.has(state)))
  const theirs = new Set(near.map(({ staffId }) => staffId))
  const known = new Set(goers.map(({ staffId }) => staffId))
  const isNear = ({ state, staffId }: Given) =>
    staffId !== null && known.has(staffId) ? theirs.has(staffId) : states.has(state)
  return { goers: near, given: given.filter(isNear) }
}

type Asked = Omit<Given, 'staffId'>

/** As many of a day's visits as can be made at all, dealt out to those who make them. */
function dealOut(goers: readonly Goer[], given: readonly Given[]) {
  const flow = flowThrough()
  const known = new Set(goers.map(({ staffId }) => staffId))
  const isFixed = (one: Given) => one.staffId !== null && known.has(one.staffId)
  for (const goer of goers) {
    const own = given.filter(({ staffId }) => staffId === goer.staffId)
    flow.join(goer.staffId, 'done', Math.max(0, goer.daily - own.length))
    for (const { from } of visitWindows) {
      const inWindow = own.filter(({ starts }) => starts === from).length
      flow.join(`${goer.staffId} ${from}`, goer.staffId, Math.max(0, atOnce(goer) - inWindow))
    }
  }
  const joined = new Set<string>()
  const nodeOf = ({ state, area, starts }: Asked): string => {
    const node = JSON.stringify([starts, state, area])
    if (joined.has(node)) return node
    joined.add(node)
    for (const goer of goers)
      if (goesTo(goer, { state, area }))
        flow.join(node, `${goer.staffId} ${starts}`, Number.POSITIVE_INFINITY)
    return node
  }
  for (const one of given) if (!isFixed(one)) flow.push(nodeOf(one), 'done', 1)
  return {
    /** Whether one more that is somebody's own leaves as many of the others as before. */
    isSpare(staffId: string, starts: string): boolean {
      return flow.copy().push(`${staffId} ${starts}`, 'done', 1) === 1
    },
    /** How many more can be made there, up to so many; none of them is taken. */
    more(asked: Asked, most: number): number {
      const node = nodeOf(asked)
      const trial = flow.copy()
      return trial.push(node, 'done', most)
    },
  }
}
