import { parseLagosDate, type WindowStart, windowOf } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { isPausedOn, type LocationRow, locationById } from '../../labs/index.ts'
import { bookedTimeHasCome } from '../policy.ts'
import { lockDay } from '../service-area/repository.ts'
import { hasRoomInWindow, keepsRoomInWindow, patientPlaceOf } from '../service-area/service-area.ts'
import { assertMayHold, holderOf, isLeftFor } from './holds.ts'
import { freeOn } from './offered.ts'
import type { HoldingOrder, OrderVisit, PaidVisit } from './order-visit.ts'
import { type HoldAllowance, type Holder, leavesTimeToSetOff, nextHold, placesIn } from './policy.ts'
import * as repository from './repository.ts'

/** Until when a place is held, and for whom. */
type Hold = { readonly until: Date; readonly holder: Holder }

/**
 * Holds a place for the home visit of an unpaid order, for ten minutes from now; does nothing for a walk-in. Calling it
 * again prolongs the hold, or takes another place if the first was lost. An order that has held places for thirty minutes
 * in total gets no further hold, and can be paid while its window has room. Throws `too_many_holds` and `slot_full`. The
 * caller holds the lock of the order, or has just placed it.
 */
export async function holdWindow(
  tx: Tx,
  order: HoldingOrder,
  now: Date,
  allowance: HoldAllowance | null = null,
): Promise<void> {
  if (order.collection_on === null) return
  const holder = await holderOf(tx, order, allowance)
  await assertMayHold(tx, holder, order.id, now)
  const before = await repository.reservationOf(tx, order.id)
  const hold = nextHold(order.held_seconds, before?.heldUntil ?? null, now)
  if (!hold) return await requireRoomWithoutHold(tx, order, before, now)
  if (!(await reserveWindow(tx, order, { until: hold.until, holder }, now)))
    throw new DomainError('slot_full')
  if (hold.seconds > 0) await repository.addHeld(tx, order.id, hold.seconds)
}

/**
 * Throws `slot_full` if the window of an order that may hold no place any more has no room now. Frees its place in another
 * window.
 */
async function requireRoomWithoutHold(
  tx: Tx,
  order: OrderVisit,
  before: repository.ReservationRow | undefined,
  now: Date,
): Promise<void> {
  const at = windowFor(order)
  if (!at || !(await hasRoom(tx, order, at, now))) throw new DomainError('slot_full')
  if (before && (before.day !== at.day || before.starts !== at.starts))
    await repository.freePlaces(tx, [order.id])
}

/**
 * Locks the window of an order's home visit, if it has one. The order of locks is the same everywhere: the order, its
 * payment, the window, the owner's credit.
 */
export async function lockWindow(tx: Tx, order: OrderVisit): Promise<void> {
  const at = windowFor(order)
  if (!at) return
  await repository.lockCapacityShared(tx, at.locationId)
  await lockDay(tx, at.day)
  await lockInOrder(tx, at, await repository.reservationOf(tx, order.id))
}

/**
 * Gives the home visit of a paid order a permanent place: its held one, or another of its window. Returns whether it has
 * one. The caller holds the lock of the order.
 */
export async function confirmWindow(tx: Tx, order: OrderVisit, now: Date): Promise<boolean> {
  return await reserveWindow(tx, order, null, now)
}

/**
 * As `holdPlace` or `keepPlace`, for a caller that chooses the time now: throws `slot_unavailable` with the free windows of
 * the day, also if the window begins too soon for a phlebotomist to set out.
 */
export async function reserveRequestedWindow(
  tx: Tx,
  order: HoldingOrder,
  paid: boolean,
  now: Date,
  allowance: HoldAllowance | null = null,
): Promise<void> {
  const at = windowFor(order)
  const window = at && windowOf(at.starts)
  const inTime = !at || !window || leavesTimeToSetOff(at.day, window, now)
  try {
    if (inTime && !paid) return await holdWindow(tx, order, now, allowance)
    if (inTime && (await confirmWindow(tx, order, now))) return
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'slot_full')) throw error
  }
  const day = order.collection_on && parseLagosDate(order.collection_on)
  const windows = day ? await freeOn(tx, order, day, now) : []
  throw new DomainError('slot_unavailable', { data: { windows } })
}

/** Frees the places of orders that have ended, or whose visit is over. Calling it again has no effect. */
export async function freeWindows(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await repository.freePlaces(tx, orderIds)
}

/** The state of an order's place, for its page. */
export type ReservationStatus = {
  readonly has: boolean
  readonly heldUntil: Date | null
  /** It has no place, and none is left. */
  readonly full: boolean
}

/** The present state of the place of an order's home visit. */
export async function reservationStatus(db: Db, order: OrderVisit, now: Date): Promise<ReservationStatus> {
  const at = windowFor(order)
  if (order.collection_on === null) return { has: false, heldUntil: null, full: false }
  const place = await repository.reservationOf(db, order.id)
  const held = place?.heldUntil ?? null
  if (place && (held === null || held > now)) return { has: true, heldUntil: held, full: false }
  return {
    has: false,
    heldUntil: null,
    full: at === null || !(await hasRoom(db, order, at, now)),
  }
}

/** Whether a window has room, without a lock: places of the location, and a phlebotomist who can come to the patient. */
async function hasRoom(db: Db, order: OrderVisit, at: repository.Window, now: Date): Promise<boolean> {
  const location = await locationById(db, at.locationId)
  if (!location) return false
  return await hasRoomAmong(db, order, { ...at, location, places: await capacityIn(db, location, at) }, now)
}

/** A window with its location, and how many visits the location makes in it. */
type Offered = repository.Window & { readonly location: LocationRow; readonly places: number }

async function hasRoomAmong(
  db: Db,
  order: OrderVisit,
  { location, places, ...at }: Offered,
  now: Date,
): Promise<boolean> {
  const taken = await repository.takenIn(db, at.locationId, { first: at.day, last: at.day }, now)
  const there = taken.find((slot) => slot.starts === at.starts)?.taken ?? 0
  if (there >= places) return false
  return await hasRoomInWindow(db, patientPlaceOf(order, location), { orderId: order.id, ...at }, now)
}

/**
 * Returns `stands` for a walk-in and for a paid home visit with its place. Otherwise the owner must choose another time: it
 * had `passed` when the payment came, or its place was `taken` by others.
 */
export async function visitAfterMoney(db: Db, order: PaidVisit): Promise<'stands' | 'passed' | 'taken'> {
  if (order.mode === 'walkin' || order.late_money_at === null) return 'stands'
  if (bookedTimeHasCome(order, order.late_money_at)) return 'passed'
  return (await repository.reservationOf(db, order.id)) ? 'stands' : 'taken'
}

function windowFor(order: OrderVisit): repository.Window | null {
  const window = windowOf(order.collection_time ?? '')
  const day = order.collection_on === null ? null : parseLagosDate(order.collection_on)
  return window && day && { locationId: order.location_id, day, starts: window.from }
}

/**
 * Takes a place of the order's window, in exchange for one that it may have in another. A transaction that takes a place
 * first locks its day, which all locations share as they share the phlebotomists; one that takes or frees places then locks
 * their slots, earliest first. This prevents overbooking and deadlocks. Prolonging a hold needs neither lock, and a full
 * window is refused without waiting. Each first takes the shared advisory lock of the location, as closing a day of it deletes holds.
 */
async function reserveWindow(tx: Tx, order: OrderVisit, hold: Hold | null, now: Date): Promise<boolean> {
  const at = windowFor(order)
  if (!at) return false
  await repository.lockCapacityShared(tx, at.locationId)
  if (await repository.prolongPlace(tx, order.id, at, hold?.until ?? null, now)) return true
  const location = await locationById(tx, at.locationId)
  if (!location) return false
  // This cannot change while the location is shared.
  const places = await capacityIn(tx, location, at)
  if (!(await hasRoomAmong(tx, order, { ...at, location, places }, now))) return false
  await lockDay(tx, at.day)
  const slot = await lockInOrder(tx, at, await repository.reservationOf(tx, order.id))
  if ((await repository.deleteExpiredHolds(tx, slot.id, now)) >= places) return false
  const around = await keepsRoomInWindow(
    tx,
    patientPlaceOf(order, location),
    { orderId: order.id, ...at },
    now,
  )
  if (!around) return false
  const wanted = { ...at, orderId: order.id, slotId: slot.id, places, around }
  if (hold && !(await isLeftFor(tx, hold.holder, wanted, now))) return false
  if (slot.places !== places) await repository.setPlaces(tx, slot.id, places)
  await repository.givePlace(tx, order.id, slot.id, hold)
  return true
}

async function lockInOrder(tx: Tx, wanted: repository.Window, before: repository.Window | undefined) {
  const key = (at: repository.Window) => `${at.day} ${at.starts}`
  if (before && key(before) < key(wanted)) await repository.lockSlot(tx, before)
  const slot = await repository.lockSlot(tx, wanted)
  if (before && key(before) > key(wanted)) await repository.lockSlot(tx, before)
  return slot
}

async function capacityIn(
  db: Db,
  location: LocationRow,
  { day, starts }: repository.Window,
): Promise<number> {
  if (isPausedOn(location, day)) return 0
  return placesIn(location.openingHours, await repository.capacityOf(db, location.id), day, starts)
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
  await repository.lockCapacityExclusive(tx, locationId)
  if (only) await repository.setCapacity(tx, { locationId, ...only }, places)
  else await repository.setUsualCapacity(tx, locationId, places)
}
