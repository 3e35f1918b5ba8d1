import type { LagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { isKnownArea } from '../../labs/index.ts'
import {
  type AvailablePhlebotomist,
  fitFor,
  goesTo,
  type Place,
  roomIn,
  type Unsold,
  unsoldOf,
} from './policy.ts'
import * as repository from './repository.ts'

/** Where a patient is: as the order says, or else at its lab location. */
export function patientPlaceOf(
  order: { readonly collection_state: string | null; readonly collection_area: string | null },
  location: Place,
): Place {
  const { collection_state: state, collection_area: area } = order
  return state !== null && area !== null ? { state, area } : { state: location.state, area: location.area }
}

/** The place that the caller names, else that of the location. Throws `unknown_area`. */
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
 * How many more visits can be made at a place, by day and window, up to `most`, without a lock; null if no phlebotomist
 * serves the place.
 */
export async function roomAround(
  db: Db,
  place: Place,
  days: Days,
  now: Date,
  most: number,
): Promise<((day: LagosDate, starts: readonly string[]) => Map<string, number>) | null> {
  const availablePhlebotomists = await repository.availablePhlebotomists(db)
  if (!availablePhlebotomists.some((goer) => goesTo(goer, place))) return null
  const given = await repository.givenOn(db, days, now)
  return (day, starts) =>
    roomIn(
      availablePhlebotomists,
      given.filter((one) => one.day === day),
      place,
      starts,
      most,
    )
}

/**
 * How many unpaid visits the phlebotomists of a place can make on a day, and how many newcomers hold, at any location,
 * except the order `but`; by day, without a lock.
 */
export async function unsoldAround(
  db: Db,
  place: Place,
  { but, ...days }: { readonly first: string; readonly last: string; readonly but?: number | undefined },
  now: Date,
): Promise<(day: LagosDate) => Unsold> {
  const [availablePhlebotomists, given] = await Promise.all([
    repository.availablePhlebotomists(db),
    repository.givenOn(db, days, now),
  ])
  return (day) =>
    unsoldOf(
      availablePhlebotomists,
      given.filter((one) => one.day === day && one.orderId !== but),
      place,
    )
}

type Wanted = { readonly orderId: number; readonly day: string; readonly starts: string }

/**
 * Whether a phlebotomist can come to an order's patient in a window, whatever place the order has by now; without a lock.
 */
export async function hasRoomInWindow(db: Db, place: Place, at: Wanted, now: Date): Promise<boolean> {
  const given = await repository.givenOn(db, { first: at.day, last: at.day }, now)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return hasRoom(await repository.availablePhlebotomists(db), others, place, at)
}

/**
 * The same while no other transaction takes a place of that day: how much of the day is unsold around the place, or null if
 * no phlebotomist can come. The caller holds the lock of the day.
 */
export async function keepsRoomInWindow(tx: Tx, place: Place, at: Wanted, now: Date): Promise<Unsold | null> {
  await repository.expireHolds(tx, at.day, now)
  const given = await repository.givenOnLocked(tx, at.day)
  const availablePhlebotomists = await repository.availablePhlebotomists(tx)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return hasRoom(availablePhlebotomists, others, place, at)
    ? unsoldOf(availablePhlebotomists, others, place)
    : null
}

function hasRoom(
  availablePhlebotomists: readonly AvailablePhlebotomist[],
  others: readonly repository.GivenOn[],
  place: Place,
  { starts }: Pick<Wanted, 'starts'>,
): boolean {
  return (roomIn(availablePhlebotomists, others, place, [starts], 1).get(starts) ?? 0) > 0
}

/**
 * The phlebotomists to whom an order's visit can be assigned so that all other placed visits stay possible; unordered. No
 * other transaction takes a place or assigns a visit of that day until this one ends.
 */
export async function phlebotomistsFor(
  tx: Tx,
  place: Place,
  at: Wanted,
  now: Date,
): Promise<readonly string[]> {
  await repository.lockDay(tx, at.day)
  const given = await repository.givenOn(tx, { first: at.day, last: at.day }, now)
  const others = given.filter(({ orderId }) => orderId !== at.orderId)
  return fitFor(await repository.availablePhlebotomists(tx), others, { ...place, starts: at.starts })
}
