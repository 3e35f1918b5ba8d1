import { addDays, isMorning, type LagosDate, type Slot, type Slots, windowsOn } from '@labalaba/contract'
import { offersByName } from '../../catalogue/index.ts'
import type { Db } from '../../db.ts'
import { collectionFee, findLabAt, isPausedOn, type LocationRow, locationById } from '../../lab/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as rows from './rows.ts'
import { adviceFor, canBeReached, leftIn, offeredDays, placesIn } from './rules.ts'

type Asked = { readonly lab: string; readonly location: string; readonly tests: readonly string[] }

/**
 * The windows of the next 14 days in which a location's phlebotomists can come, with how full each is. Refuses
 * `unknown_lab`, and `no_home_collection` where the lab visits nobody.
 */
export async function offerSlots(db: Db, asked: Asked, now: Date): Promise<Slots> {
  const site = await findLabAt(db, asked.lab, asked.location)
  if (!site) throw new Refusal('unknown_lab')
  if (collectionFee(site.lab, site.location) === null) throw new Refusal('no_home_collection')
  const [slots, offers] = await Promise.all([
    slotsOf(db, site.location, offeredDays(now), now),
    asked.tests.length > 0 ? offersByName(db, site.lab.id, [...asked.tests]) : [],
  ])
  const fastingHours = Math.max(0, ...offers.map((offer) => offer.fastingHours))
  return { slots, fastingHours, advice: adviceFor(fastingHours) }
}

/** The windows of a day that have room. */
export async function freeOn(db: Db, locationId: number, day: LagosDate, now: Date): Promise<Slot[]> {
  const location = await locationById(db, locationId)
  if (!location) return []
  const slots = await slotsOf(db, location, { first: day, last: day }, now)
  return slots.filter(({ left }) => left !== 'full')
}

async function slotsOf(
  db: Db,
  location: LocationRow,
  days: { readonly first: LagosDate; readonly last: LagosDate },
  now: Date,
): Promise<Slot[]> {
  const [capacity, taken] = await Promise.all([
    rows.capacityOf(db, location.id),
    rows.takenIn(db, location.id, days, now),
  ])
  const slots: Slot[] = []
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) {
    if (isPausedOn(location, day)) continue
    for (const window of windowsOn(location.openingHours, day)) {
      const places = placesIn(location.openingHours, capacity, day, window.from)
      if (places === 0 || !canBeReached(day, window, now)) continue
      const there = taken.find((one) => one.day === day && one.starts === window.from)
      const left = leftIn(places, there?.taken ?? 0)
      slots.push({ date: day, ...window, left, morning: isMorning(window) })
    }
  }
  return slots
}
