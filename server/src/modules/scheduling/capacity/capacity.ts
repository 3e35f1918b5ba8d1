import {
  addDays,
  type LagosDate,
  lagosDate,
  type PlacesBeyond,
  type PlacesPlan,
  type WindowStart,
} from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { locationById } from '../../labs/index.ts'
import type { LocationChange } from '../opening-hours/repository.ts'
import { placesIn } from '../windows/policy.ts'
import { capacityOf, lockCapacityExclusive, setPlaces, takenIn } from '../windows/repository.ts'
import { capacityFrom, planOf, planProblems, tidyPlan } from './policy.ts'
import * as repository from './repository.ts'

/** The present plan of a location: how many visits it makes in each window. */
export async function planNow(db: Db, locationId: number, now: Date): Promise<PlacesPlan> {
  return planOf(await capacityOf(db, locationId), lagosDate(now))
}

/** A plan as it would be stored. Throws `invalid`, by field, for what is not valid. */
export function wishedPlan(plan: PlacesPlan, now: Date): PlacesPlan {
  const today = lagosDate(now)
  const fields = planProblems(plan, today)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return tidyPlan(plan, today)
}

/** The coming windows with more paid or held visits than a plan has places. */
export async function beyondPlan(
  db: Db,
  locationId: number,
  plan: PlacesPlan,
  now: Date,
): Promise<PlacesBeyond[]> {
  const location = await locationById(db, locationId)
  const capacity = capacityFrom(plan)
  const first = lagosDate(now)
  const given = await takenIn(db, locationId, { first, last: addDays(first, 400) }, now)
  return given
    .map(({ day, starts, taken }) => {
      const places = placesIn(location?.openingHours ?? '', capacity, day as LagosDate, starts)
      return { date: day, from: starts, taken, places }
    })
    .filter(({ taken, places }) => taken > places)
    .toSorted((a, b) => (`${a.date} ${a.from}` < `${b.date} ${b.from}` ? -1 : 1))
}

/**
 * Sets how many visits a location makes. No booking takes a place meanwhile, and no order loses one: a window that now has
 * more visits than places takes no further bookings. Setting the present plan again has no effect. Throws `invalid`, and
 * `places_changed` if the present plan is not the one that was `seen`.
 */
export async function setPlan(
  tx: Tx,
  by: LocationChange,
  wished: PlacesPlan,
  seen: PlacesPlan,
): Promise<{ plan: PlacesPlan; beyond: PlacesBeyond[] }> {
  const plan = wishedPlan(wished, by.at)
  await lockCapacityExclusive(tx, by.locationId)
  const was = planOf(await capacityOf(tx, by.locationId), lagosDate(by.at))
  if (!isSame(was, plan)) {
    if (!isSame(was, tidyPlan(seen, lagosDate(by.at)))) throw new DomainError('places_changed')
    await repository.replacePlan(tx, by.locationId, plan)
    await repository.insertChange(tx, { ...by, was, became: plan })
    // From now on the database itself limits each window to its places, or to those already given.
    const location = await locationById(tx, by.locationId)
    for (const { id, day, starts } of await repository.lockSlotsFrom(tx, by.locationId, lagosDate(by.at)))
      await setPlaces(tx, id, placesIn(location?.openingHours ?? '', capacityFrom(plan), day, starts))
  }
  return { plan, beyond: await beyondPlan(tx, by.locationId, plan, by.at) }
}

function isSame(one: PlacesPlan, other: PlacesPlan): boolean {
  const textOf = ({ week, days }: PlacesPlan) =>
    JSON.stringify([week, days.map(({ on, places }) => [on, places])])
  return textOf(one) === textOf(other)
}

/**
 * Sets how many home visits a location makes: in any window, or `only` in one window of a weekday (Monday is 1). It applies
 * to every booking from now on; no order loses a place that it has.
 */
export async function setVisitPlaces(
  tx: Tx,
  locationId: number,
  places: number,
  only?: { readonly weekday: number; readonly starts: WindowStart },
): Promise<void> {
  await lockCapacityExclusive(tx, locationId)
  if (only) await repository.setCapacity(tx, { location_id: locationId, ...only, places })
  else await repository.setUsualCapacity(tx, locationId, places)
}
