import { addDays, isMorning, type LagosDate, type Slot, type Slots, windowsOn } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { offersByName } from '../../catalogue/index.ts'
import {
  collectionFee,
  findLabAt,
  isKnownArea,
  isPausedOn,
  type LocationRow,
  locationById,
} from '../../labs/index.ts'
import { goesTo, type Place, patientPlaceOf, roomIn, unsoldOf } from '../service-area/policy.ts'
import { availablePhlebotomists, givenOn } from '../service-area/repository.ts'
import { adviceFor, leavesTimeToSetOff, leftIn, mostForNewcomers, offeredDays, placesIn } from './policy.ts'
import type { OrderVisit } from './repository.ts'
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
export async function offerSlots(db: Db, query: WindowQuery, now: Date): Promise<Slots> {
  const site = await findLabAt(db, query.lab, query.location)
  if (!site) throw new DomainError('unknown_lab')
  if (collectionFee(site.lab, site.location) === null) throw new DomainError('no_home_collection')
  const place = await namedPlace(db, query, site.location)
  const [slots, offers] = await Promise.all([
    slotsOf(db, site.location, { place, days: offeredDays(now), accountId: query.accountId }, now),
    query.tests.length > 0 ? offersByName(db, site.lab.slug, [...query.tests]) : [],
  ])
  const fastingHours = Math.max(0, ...offers.map((offer) => offer.fastingHours))
  return { slots: slots ?? [], nobodyGoes: slots === null, fastingHours, advice: adviceFor(fastingHours) }
}

/** The place that the caller names, else that of the location. Throws `unknown_area`. */
async function namedPlace(
  db: Db,
  { state, area }: Pick<WindowQuery, 'state' | 'area'>,
  location: Place,
): Promise<Place> {
  if (state === undefined && area === undefined) return location
  if (!state || !area) throw new DomainError('unknown_area')
  const isLocations = state === location.state && area === location.area
  if (!isLocations && !(await isKnownArea(db, state, area))) throw new DomainError('unknown_area')
  return { state, area }
}

/** The windows of a day with room for an order's visit. */
export async function freeOn(db: Db, order: OrderVisit, day: LagosDate, now: Date): Promise<Slot[]> {
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
  const [capacity, taken, phlebotomists, given, { isNewcomer }] = await Promise.all([
    repository.capacityOf(db, location.id),
    repository.takenIn(db, location.id, days, now),
    availablePhlebotomists(db),
    givenOn(db, days, now),
    repository.ownerOf(db, accountId),
  ])
  if (!phlebotomists.some((phlebotomist) => goesTo(phlebotomist, place))) return null
  const slots: Slot[] = []
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) {
    if (isPausedOn(location, day)) continue
    const windows = windowsOn(location.openingHours, day).filter((window) =>
      leavesTimeToSetOff(day, window, now),
    )
    const starts = windows.map(({ from }) => from)
    const givenThen = given.filter((one) => one.day === day)
    const room = roomIn(phlebotomists, givenThen, place, starts, anyNumber)
    const others = givenThen.filter(({ orderId }) => orderId !== but)
    const isDayOver = isNewcomer && isOverFor(unsoldOf(phlebotomists, others, place))
    for (const window of windows) {
      const places = placesIn(location.openingHours, capacity, day, window.from)
      if (places === 0) continue
      const used = taken.find((one) => one.day === day && one.starts === window.from) ?? nothing
      const possible = Math.min(places, used.taken + (room.get(window.from) ?? 0))
      const isOver = isDayOver || (isNewcomer && isOverFor({ ...used, unsold: places - used.sold }))
      const left = isOver ? 'full' : leftIn(possible, used.taken)
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
