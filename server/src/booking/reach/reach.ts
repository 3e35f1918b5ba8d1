import type { LagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { isKnownArea } from '../../lab/index.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { fitFor, type Goer, goesTo, type Place, roomIn, type Unsold, unsoldOf } from './policy.ts'
import * as repository from './repository.ts'

/** Where a patient is: as the order says, or where its lab location is. */
export function placeOf(
  order: { readonly collection_state: string | null; readonly collection_area: string | null },
  location: Place,
): Place {
  const { collection_state: state, collection_area: area } = order
  return state !== null && area !== null ? { state, area } : { state: location.state, area: location.area }
}

/** The place that somebody names, else where the location is. Refuses `unknown_area`. */
export async function namedPlace(
  db: Db,
  { state, area }: { readonly state?: string | undefined; readonly area?: string | undefined },
  location: Place,
): Promise<Place> {
  if (state === undefined && area === undefined) return location
  if (!state || !area) throw new DomainError('unknown_area')
  const isLocations = state === location.state && area === location.area
  if (!isLocations && !(await isKnownArea(db, state, area))) throw new DomainError('unknown_area')
  return { state, area }
}

type Days = { readonly first: LagosDate; readonly last: LagosDate }

/**
 * How many more visits can be made at a place, by day and window, up to `most`, as it looks now; null where nobody goes
 * there at all.
 */
export async function roomAround(
  db: Db,
  place: Place,
  days: Days,
  now: Date,
  most: number,
): Promise<((day: LagosDate, starts: readonly string[]) => Map<string, number>) | null> {
  const goers = await repository.goers(db)
  if (!goers.some((goer) => goesTo(goer, place))) return null
  const given = await repository.givenOn(db, days, now)
  return (day, starts) =>
    roomIn(
      goers,
      given.filter((one) => one.day === day),
      place,
      starts,
      most,
    )
}

/**
 * How many visits those who go to a place make on a day that nobody has paid for, and how many of these newcomers hold, at
 * whichever location, besides that of an order; by the day, as it looks now.
 */
export async function unsoldAround(
  db: Db,
  place: Place,
  { but, ...days }: { readonly first: string; readonly last: string; readonly but?: number | undefined },
  now: Date,
): Promise<(day: LagosDate) => Unsold> {
  const [goers, given] = await Promise.all([repository.goers(db), repository.givenOn(db, days, now)])
  return (day) =>
    unsoldOf(
      goers,
      given.filter((one) => one.day === day && one.orderId !== but),
      place,
    )
}

type Wanted = { readonly orderId: number; readonly day: string; readonly starts: string }

/** Whether somebody can come to an order's patient in a window, whatever place it has by now; as it looks now. */
export async function isReached(db: Db, place: Place, at: Wanted, now: Date): Promise<boolean> {
  const given = await repository.givenOn(db, { first: at.day, last: at.day }, now)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return hasRoom(await repository.goers(db), others, place, at)
}

/**
 * The same, where nobody else takes a place of that day: what of the day is unsold around the place, or null where nobody can
 * come. The caller holds the day.
 */
export async function staysReached(tx: Tx, place: Place, at: Wanted, now: Date): Promise<Unsold | null> {
  await repository.endRunOut(tx, at.day, now)
  const given = await repository.givenOnLocked(tx, at.day)
  const goers = await repository.goers(tx)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return hasRoom(goers, others, place, at) ? unsoldOf(goers, others, place) : null
}

function hasRoom(
  goers: readonly Goer[],
  others: readonly repository.GivenOn[],
  place: Place,
  { starts }: Pick<Wanted, 'starts'>,
): boolean {
  return (roomIn(goers, others, place, [starts], 1).get(starts) ?? 0) > 0
}

/**
 * To whom an order's visit can be given, so that all the others which have a place can still be made; in no order. Nobody
 * else takes a place of that day, or is given a visit on it, until the transaction ends.
 */
export async function whoFits(tx: Tx, place: Place, at: Wanted, now: Date): Promise<readonly string[]> {
  await repository.lockDay(tx, at.day)
  const given = await repository.givenOn(tx, { first: at.day, last: at.day }, now)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return fitFor(await repository.goers(tx), others, { ...place, starts: at.starts })
}
