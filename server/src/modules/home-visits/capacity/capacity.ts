import { type CapacityArea, type LagosDate, type VisitCapacity, visitWindows } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import {
  type AvailablePhlebotomist,
  availablePhlebotomists,
  type GivenOn,
  givenOn,
  goesTo,
  roomAt,
} from '../../scheduling/index.ts'
import { listSendable, visitedAreas } from '../area-repository.ts'

/** More visits than all phlebotomists together can make in a window. */
const anyNumber = 1000

type Around = {
  readonly people: readonly AvailablePhlebotomist[]
  readonly given: readonly GivenOn[]
  /** The areas in which a lab with home visits has a location, by state. */
  readonly visited: ReadonlyMap<string, readonly string[]>
}

/** The home visits that are booked and those that can still be made on a day in a state, by area. */
export async function capacityOn(
  db: Db,
  day: LagosDate,
  chosenState: string | undefined,
  now: Date,
): Promise<VisitCapacity> {
  const [people, given, visited, sendable] = await Promise.all([
    availablePhlebotomists(db),
    givenOn(db, { first: day, last: day }, now),
    visitedAreas(db),
    listSendable(db),
  ])
  const around = { people, given, visited: new Map(visited.map(({ state, areas }) => [state, areas])) }
  const states = statesIn(around)
  const names = new Map(sendable.map(({ id, name }) => [id, name]))
  const state =
    chosenState ??
    (states.find(({ uncovered }) => uncovered > 0) ?? states.find(({ booked }) => booked > 0) ?? states[0])
      ?.state
  return {
    states,
    state: state ?? null,
    areas: state === undefined ? [] : areasIn(state, around, names),
  }
}

/**
 * Every state with a lab, a visit or a phlebotomist; `uncovered` counts the areas with visits that no phlebotomist serves.
 */
function statesIn({ people, given, visited }: Around): VisitCapacity['states'] {
  const names = new Set([
    ...visited.keys(),
    ...given.map(({ state }) => state),
    ...people.flatMap(({ areas }) => areas.map(({ state }) => state)),
  ])
  return [...names].toSorted().map((state) => {
    const here = given.filter((one) => one.state === state)
    const areas = [...new Set(here.map(({ area }) => area))]
    const uncovered = areas.filter((area) => !people.some((one) => goesTo(one, { state, area }))).length
    return { state, booked: here.length, uncovered }
  })
}

function areasIn(
  state: string,
  { people, given, visited }: Around,
  names: ReadonlyMap<string, string>,
): CapacityArea[] {
  const goesSomewhere = people.flatMap(({ areas }) => areas.filter((one) => one.state === state))
  const areas = new Set([
    ...given.filter((one) => one.state === state).map(({ area }) => area),
    ...goesSomewhere.map(({ area }) => area),
    // Areas with a lab that no phlebotomist serves. One that is served with the whole state counts under the empty area.
    ...(visited.get(state) ?? []).filter((area) => !people.some((one) => goesTo(one, { state, area }))),
  ])
  const room = roomAt(people, given, state, anyNumber)
  const found = [...areas].map((area) => areaOn({ state, area }, { people, given, names, room }))
  return found.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.area === '' ? 1 : other.area === '' ? -1 : one.area < other.area ? -1 : 1),
  )
}

/**
 * Order: areas with visits that no phlebotomist can make, then with unassigned visits, then with other visits, then the
 * rest.
 */
function rank({ people, unassigned, windows }: CapacityArea): number {
  const isWanted = windows.some(({ booked, held }) => booked + held > 0)
  if (isWanted) return people.length === 0 ? 0 : unassigned > 0 ? 1 : 2
  return people.length === 0 ? 3 : 4
}

type AreaFacts = Pick<Around, 'people' | 'given'> & {
  readonly names: ReadonlyMap<string, string>
  readonly room: ReturnType<typeof roomAt>
}

function areaOn(
  place: { readonly state: string; readonly area: string },
  { people, given, names, room: roomIn }: AreaFacts,
): CapacityArea {
  const here = given.filter((one) => one.state === place.state && one.area === place.area)
  const starts = visitWindows.map(({ from }) => from)
  const room = roomIn(place.area, starts)
  return {
    area: place.area,
    people: people
      .filter((one) => goesTo(one, place))
      .map(({ staffId }) => names.get(staffId) ?? '')
      .toSorted(),
    unassigned: here.filter(({ heldUntil, staffId }) => heldUntil === null && staffId === null).length,
    windows: visitWindows.map(({ from, to }) => {
      const inWindow = here.filter((one) => one.starts === from)
      const held = inWindow.filter(({ heldUntil }) => heldUntil !== null).length
      return { from, to, held, booked: inWindow.length - held, left: room.get(from) ?? 0 }
    }),
  }
}
