import { addDays, isMorning, type LagosDate, type Slot, type Slots, windowsOn } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { offersByName } from '../../catalogue/index.ts'
import { collectionFee, findLabAt, isPausedOn, type LocationRow, locationById } from '../../labs/index.ts'
import type { Place } from '../service-area/policy.ts'
import { namedPlace, patientPlaceOf, roomAround, unsoldAround } from '../service-area/service-area.ts'
import { adviceFor, leavesTimeToSetOff, leftIn, mostForNewcomers, offeredDays, placesIn } from './policy.ts'
import * as repository from './repository.ts'

type WindowQuery = {
  readonly lab: string
  readonly location: string
  readonly tests: readonly string[]
  /** The account that makes the request. */
  readonly accountId: number
  /** Where the patient is; undefined for the area of the location. */
  readonly state?: string | undefined
  readonly area?: string | undefined
}

/**
 * The windows of the next 14 days in which a phlebotomist can come to the patient for a location, with how full each is for
 * this account; none if no phlebotomist serves the place. Throws `unknown_lab`, `unknown_area`, and `no_home_collection` if
 * the lab offers no home visits.
 */
export async function offerSlots(db: Db, asked: WindowQuery, now: Date): Promise<Slots> {
  const site = await findLabAt(db, asked.lab, asked.location)
  if (!site) throw new DomainError('unknown_lab')
  if (collectionFee(site.lab, site.location) === null) throw new DomainError('no_home_collection')
  const place = await namedPlace(db, asked, site.location)
  const [slots, offers] = await Promise.all([
    slotsOf(db, site.location, { place, days: offeredDays(now), accountId: asked.accountId }, now),
    asked.tests.length > 0 ? offersByName(db, site.lab.slug, [...asked.tests]) : [],
  ])
  const fastingHours = Math.max(0, ...offers.map((offer) => offer.fastingHours))
  return { slots: slots ?? [], nobodyGoes: slots === null, fastingHours, advice: adviceFor(fastingHours) }
}

/** The windows of a day with room for an order's visit. */
export async function freeOn(
  db: Db,
  order: Parameters<typeof patientPlaceOf>[0] & {
    readonly id: number
    readonly location_id: number
    readonly account_id: number
  },
  day: LagosDate,
  now: Date,
): Promise<Slot[]> {
  const location = await locationById(db, order.location_id)
  if (!location) return []
  const days = { first: day, last: day }
  const wanted = { place: patientPlaceOf(order, location), days, accountId: order.account_id, but: order.id }
  const slots = await slotsOf(db, location, wanted, now)
  return (slots ?? []).filter(({ left }) => left !== 'full')
}

/** More places than any window has. */
const anyNumber = 1000

type Wanted = {
  readonly place: Place
  readonly days: { readonly first: LagosDate; readonly last: LagosDate }
  readonly accountId: number
  /** An order of the account that may change its window. */
  readonly but?: number
}

async function slotsOf(
  db: Db,
  location: LocationRow,
  { place, days, accountId, but }: Wanted,
  now: Date,
): Promise<Slot[] | null> {
  const [capacity, taken, roomOn, { isNewcomer }] = await Promise.all([
    repository.capacityOf(db, location.id),
    repository.takenIn(db, location.id, days, now),
    roomAround(db, place, days, now, anyNumber),
    repository.ownerOf(db, accountId),
  ])
  const around = isNewcomer ? await unsoldAround(db, place, { ...days, but }, now) : null
  if (!roomOn) return null
  const slots: Slot[] = []
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) {
    if (isPausedOn(location, day)) continue
    const windows = windowsOn(location.openingHours, day).filter((window) =>
      leavesTimeToSetOff(day, window, now),
    )
    const room = roomOn(
      day,
      windows.map(({ from }) => from),
    )
    for (const window of windows) {
      const places = placesIn(location.openingHours, capacity, day, window.from)
      if (places === 0) continue
      const used = taken.find((one) => one.day === day && one.starts === window.from) ?? nothing
      const reached = Math.min(places, used.taken + (room.get(window.from) ?? 0))
      const isOver =
        around !== null && (isOverFor({ ...used, unsold: places - used.sold }) || isOverFor(around(day)))
      const left = isOver ? 'full' : leftIn(reached, used.taken)
      slots.push({ date: day, ...window, left, morning: isMorning(window) })
    }
  }
  return slots
}

const nothing = { taken: 0, sold: 0, newcomers: 0 }

/** Whether newcomers hold as much of the unsold places as they may. */
function isOverFor({ unsold, newcomers }: { readonly unsold: number; readonly newcomers: number }): boolean {
  return newcomers >= mostForNewcomers(unsold)
}
