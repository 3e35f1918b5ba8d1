import { parseLagosDate, windowOf } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addressAbout } from '../../../infra/http/tries.ts'
import type { UseLimits } from '../../../infra/http/use-limits.ts'
import { mailboxOf } from '../../accounts/index.ts'
import { isPausedOn, type LocationRow, locationById } from '../../labs/index.ts'
import { bookedTimeHasCome } from '../policy.ts'
import { patientPlaceOf, roomIn, type Unsold, unsoldOf } from '../service-area/policy.ts'
import * as serviceArea from '../service-area/repository.ts'
import { freeOn } from './offered.ts'
import {
  type HoldAllowance,
  type Holder,
  holdLife,
  leavesTimeToSetOff,
  mostForNewcomers,
  mostHolds,
  nextHold,
  placesIn,
} from './policy.ts'
import * as repository from './repository.ts'

/** Until when a place is held, and for whom. */
type Hold = { readonly until: Date; readonly holder: Holder }

/**
 * As `holdWindow` for an unpaid order or `confirmWindow` for a paid one, for a caller that chooses the time now: throws
 * `slot_unavailable` with the free windows of the day, also if the window begins too soon for a phlebotomist to set out.
 */
export async function reserveRequestedWindow(
  tx: Tx,
  order: repository.HoldingOrder,
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

/**
 * Holds a place for the home visit of an unpaid order, for ten minutes from now; does nothing for a walk-in. Calling it
 * again prolongs the hold, or takes another place if the first was lost. An order that has held places for thirty minutes
 * in total gets no further hold, and can be paid while its window has room. Throws `too_many_holds` and `slot_full`. The
 * caller holds the lock of the order, or has just placed it.
 */
export async function holdWindow(
  tx: Tx,
  order: repository.HoldingOrder,
  now: Date,
  allowance: HoldAllowance | null = null,
): Promise<void> {
  if (order.collection_on === null) return
  const { email, isNewcomer } = await repository.ownerOf(tx, order.account_id)
  const holder = { mailbox: mailboxOf(email), phone: order.patient_phone, isNewcomer, allowance }
  await assertMayHold(tx, holder, order.id, now)
  const before = await repository.reservationOf(tx, order.id)
  const hold = nextHold(order.held_seconds, before?.heldUntil ?? null, now)
  if (!hold) return await requireRoomWithoutHold(tx, order, before, now)
  if (!(await reserveWindow(tx, order, { until: hold.until, holder }, now)))
    throw new DomainError('slot_full')
  if (hold.seconds > 0) await repository.addHeld(tx, order.id, hold.seconds)
}

const retryAfter = holdLife / 1000

/**
 * Checks that a holder may hold one more place, not counting the given order. A mailbox holds at most three; a newcomer
 * fewer (usually one), also counted by the patient's phone. Concurrent transactions for the same mailbox or phone wait
 * until this one ends. Throws `too_many_holds`.
 */
async function assertMayHold(tx: Tx, holder: Holder, orderId: number, now: Date): Promise<void> {
  const held = await repository.countHolds(tx, holder, orderId, now)
  const perNewcomer = holder.allowance?.perNewcomer ?? Number.POSITIVE_INFINITY
  if (held.ofMailbox >= mostHolds) throw new DomainError('too_many_holds', { retryAfter })
  if (holder.isNewcomer && Math.max(held.ofMailbox, held.ofPhone) >= perNewcomer)
    throw new DomainError('too_many_holds', {
      retryAfter,
      message:
        'A home visit of this account or for this phone is not paid yet. Pay or cancel it first, or wait ten minutes.',
    })
}

/**
 * Throws `slot_full` if the window of an order that may hold no place any more has no room now. Frees its place in another
 * window.
 */
async function requireRoomWithoutHold(
  tx: Tx,
  order: repository.OrderVisit,
  before: repository.ReservationRow | undefined,
  now: Date,
): Promise<void> {
  const at = windowFor(order)
  if (!at || !(await hasRoom(tx, order, at, now))) throw new DomainError('slot_full')
  if (before && (before.day !== at.day || before.starts !== at.starts))
    await repository.freeWindows(tx, [order.id])
}

/**
 * Gives the home visit of a paid order a permanent place: its held one, or another of its window. Returns whether it has
 * one. The caller holds the lock of the order.
 */
export async function confirmWindow(tx: Tx, order: repository.OrderVisit, now: Date): Promise<boolean> {
  return await reserveWindow(tx, order, null, now)
}

/**
 * Takes a place of the order's window, in exchange for one that it may have in another. A transaction that takes a place
 * first locks its day, which all locations share as they share the phlebotomists; one that takes or frees places then locks
 * their slots, earliest first. This prevents overbooking and deadlocks. Prolonging a hold needs neither lock, and a full
 * window is refused without waiting. Each first takes the shared advisory lock of the location, as closing a day of it
 * deletes holds.
 */
async function reserveWindow(
  tx: Tx,
  order: repository.OrderVisit,
  hold: Hold | null,
  now: Date,
): Promise<boolean> {
  const at = windowFor(order)
  if (!at) return false
  await repository.lockCapacityShared(tx, at.locationId)
  if (await repository.prolongPlace(tx, order.id, at, hold?.until ?? null, now)) return true
  const location = await locationById(tx, at.locationId)
  if (!location) return false
  // This cannot change while the location is shared.
  const places = await capacityIn(tx, location, at)
  if (!(await hasRoomAmong(tx, order, { ...at, location, places }, now))) return false
  await serviceArea.lockDay(tx, at.day)
  const slot = await lockInOrder(tx, at, await repository.reservationOf(tx, order.id))
  if ((await repository.deleteExpiredHolds(tx, slot.id, now)) >= places) return false
  const around = await unsoldWithRoom(tx, order, { ...at, location }, now)
  if (!around) return false
  const wanted = { ...at, orderId: order.id, slotId: slot.id, places, around }
  if (hold && !(await isLeftFor(tx, hold.holder, wanted, now))) return false
  if (slot.places !== places) await repository.setPlaces(tx, slot.id, places)
  await repository.givePlace(tx, order.id, slot.id, hold)
  return true
}

type WindowAt = repository.Window & { readonly location: LocationRow }

/**
 * How much of the day is unsold around an order's patient, or null if no phlebotomist can come in the window. No other
 * transaction takes a place of that day: the caller holds its lock.
 */
async function unsoldWithRoom(
  tx: Tx,
  order: repository.OrderVisit,
  { location, day, starts }: WindowAt,
  now: Date,
): Promise<Unsold | null> {
  await serviceArea.expireHolds(tx, day, now)
  const given = await serviceArea.givenOnLocked(tx, day)
  const phlebotomists = await serviceArea.availablePhlebotomists(tx)
  const others = given.filter(({ orderId }) => orderId !== order.id)
  const place = patientPlaceOf(order, location)
  const room = roomIn(phlebotomists, others, place, [starts], 1).get(starts) ?? 0
  return room > 0 ? unsoldOf(phlebotomists, others, place) : null
}

/**
 * A locked window with its slot, for an order that has no place in it yet; how many visits its location makes in it, and
 * how much of the day is unsold around the patient.
 */
type Locked = repository.Window & {
  readonly orderId: number
  readonly slotId: number
  readonly places: number
  readonly around: Unsold
}

/**
 * Whether a window has a place left for a holder. Always true for known holders. For a newcomer: unless newcomers already
 * hold two thirds of the unsold places of the window, or of the unsold visits of the day around the patient. Throws
 * `too_many_holds` if newcomers of the same network hold as many places of the location's day as they may. The caller holds
 * the lock of the day.
 */
async function isLeftFor(
  tx: Tx,
  { isNewcomer, allowance }: Holder,
  { orderId, slotId, places, around, ...at }: Locked,
  now: Date,
): Promise<boolean> {
  if (!isNewcomer) return true
  const { sold, newcomers } = await repository.usedIn(tx, slotId, now)
  if (newcomers >= mostForNewcomers(places - sold) || around.newcomers >= mostForNewcomers(around.unsold))
    return false
  if (
    allowance &&
    (await repository.heldFrom(tx, allowance.network, { ...at, but: orderId }, now)) >= allowance.perNetwork
  )
    throw new DomainError('too_many_holds', {
      retryAfter,
      message:
        'Many home visits of that day from your network are not paid yet. Choose another day, or wait ten minutes.',
    })
  return true
}

/**
 * Locks the window of an order's home visit, if it has one. The order of locks is the same everywhere: the order, its
 * payment, the window, the owner's credit.
 */
export async function lockWindow(tx: Tx, order: repository.OrderVisit): Promise<void> {
  const at = windowFor(order)
  if (!at) return
  await repository.lockCapacityShared(tx, at.locationId)
  await serviceArea.lockDay(tx, at.day)
  await lockInOrder(tx, at, await repository.reservationOf(tx, order.id))
}

async function lockInOrder(tx: Tx, wanted: repository.Window, before: repository.Window | undefined) {
  const key = (at: repository.Window) => `${at.day} ${at.starts}`
  if (before && key(before) < key(wanted)) await repository.lockSlot(tx, before)
  const slot = await repository.lockSlot(tx, wanted)
  if (before && key(before) > key(wanted)) await repository.lockSlot(tx, before)
  return slot
}

/** The state of an order's place, for its page. */
export type ReservationStatus = {
  readonly has: boolean
  readonly heldUntil: Date | null
  /** It has no place, and none is left. */
  readonly full: boolean
}

/** The present state of the place of an order's home visit. */
export async function reservationStatus(
  db: Db,
  order: repository.OrderVisit,
  now: Date,
): Promise<ReservationStatus> {
  if (order.collection_on === null) return { has: false, heldUntil: null, full: false }
  const place = await repository.reservationOf(db, order.id)
  const held = place?.heldUntil ?? null
  if (place && (held === null || held > now)) return { has: true, heldUntil: held, full: false }
  const at = windowFor(order)
  return { has: false, heldUntil: null, full: at === null || !(await hasRoom(db, order, at, now)) }
}

/** Whether a window has room, without a lock: places of the location, and a phlebotomist who can come to the patient. */
async function hasRoom(
  db: Db,
  order: repository.OrderVisit,
  at: repository.Window,
  now: Date,
): Promise<boolean> {
  const location = await locationById(db, at.locationId)
  if (!location) return false
  return await hasRoomAmong(db, order, { ...at, location, places: await capacityIn(db, location, at) }, now)
}

async function hasRoomAmong(
  db: Db,
  order: repository.OrderVisit,
  { locationId, location, places, day, starts }: WindowAt & { readonly places: number },
  now: Date,
): Promise<boolean> {
  const days = { first: day, last: day }
  const taken = await repository.takenIn(db, locationId, days, now)
  if ((taken.find((slot) => slot.starts === starts)?.taken ?? 0) >= places) return false
  const given = await serviceArea.givenOn(db, days, now)
  const others = given.filter(({ orderId }) => orderId !== order.id)
  const phlebotomists = await serviceArea.availablePhlebotomists(db)
  const room = roomIn(phlebotomists, others, patientPlaceOf(order, location), [starts], 1)
  return (room.get(starts) ?? 0) > 0
}

/**
 * Returns `stands` for a walk-in and for a paid home visit with its place. Otherwise the owner must choose another time: it
 * had `passed` when the payment came, or its place was `taken` by others.
 */
export async function visitAfterMoney(
  db: Db,
  order: repository.PaidVisit,
): Promise<'stands' | 'passed' | 'taken'> {
  if (order.mode === 'walkin' || order.late_money_at === null) return 'stands'
  if (bookedTimeHasCome(order, order.late_money_at)) return 'passed'
  return (await repository.reservationOf(db, order.id)) ? 'stands' : 'taken'
}

function windowFor(order: repository.OrderVisit): repository.Window | null {
  const window = windowOf(order.collection_time ?? '')
  const day = order.collection_on === null ? null : parseLagosDate(order.collection_on)
  return window && day && { locationId: order.location_id, day, starts: window.from }
}

/** How many visits a location makes in a window; 0 if it is paused or closed then. */
async function capacityIn(
  db: Db,
  location: LocationRow,
  { day, starts }: repository.Window,
): Promise<number> {
  if (isPausedOn(location, day)) return 0
  return placesIn(location.openingHours, await repository.capacityOf(db, location.id), day, starts)
}

/** How much newcomers may hold, and the network of this request. */
export function holdAllowanceOf(
  { secret, useLimits }: { readonly secret: Secret; readonly useLimits: UseLimits },
  address: string,
): HoldAllowance {
  return {
    network: addressAbout(secret, 'held visits', address),
    perNewcomer: useLimits.visitHoldsOfNewcomer,
    perNetwork: useLimits.visitHoldsPerNetwork,
  }
}
