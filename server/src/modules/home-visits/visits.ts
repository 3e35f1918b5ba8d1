import { windowOf } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Jobs } from '../../infra/queue/jobs.ts'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { writeDown } from '../audit/index.ts'
import { locationById } from '../labs/index.ts'
import {
  type BookerRole,
  cancellationOf,
  forgetSetOff,
  lockOrder,
  moveVisit,
  type OrderRow,
  orderById,
  type VisitMover,
} from '../orders/index.ts'
import {
  availablePhlebotomists,
  bookedTimeHasCome,
  fitFor,
  givenOn,
  lockDay,
  patientPlaceOf,
} from '../scheduling/index.ts'
import { expectSpecimens } from '../specimens/index.ts'
import { canBeSent, lockCandidates } from './area-repository.ts'
import { awaitsChoice, whoGoes, windowAt } from './policy.ts'
import * as repository from './repository.ts'
import { type VisitVerb, visitTransitions } from './visit-state-machine.ts'

/*
 * Every transition of a visit needs the lock of its order, and after it the lock of the visit.
 */

/** The jobs of home visits: a visit follows the changes of its order. */
export function visitJobs({ db, clock }: { readonly db: Db; readonly clock: Clock }): Jobs {
  return {
    'follow-order': async ({ orderId }) => {
      await db.transaction().execute((tx) => followOrder(tx, Number(orderId), clock.now()))
    },
  }
}

/**
 * Brings the home visit of an order in line with the order: opens it once the order is paid, at its day and time, assigns a
 * phlebotomist if there is one, and cancels it with the order. Safe to call any number of times, from anywhere.
 */
export async function followOrder(tx: Tx, orderId: number, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.mode !== 'sampleCollection') return
  const visit = await repository.lockOpenVisit(tx, order.id)
  if (order.state !== 'scheduled') {
    if (visit) await callOff(tx, order, visit, now)
    return
  }
  // If samples taken at this time could not be used, they are taken at another time, which the patient chooses.
  if (
    !visit &&
    (bookedTimeHasCome(order, now) || awaitsChoice(order) || (await repository.wasVisited(tx, order)))
  )
    return
  const current = visit ? await atItsTime(tx, order, visit, now) : await openVisit(tx, order, 'system', now)
  if (current?.state === 'requested') await assignAvailable(tx, order, current, now)
}

/** Opens the visit of a paid order. */
async function openVisit(
  tx: Tx,
  order: OrderRow,
  actor: ActorOf<typeof visitTransitions> & ('system' | 'patient' | 'doctor'),
  now: Date,
): Promise<repository.VisitRow | undefined> {
  const { collection_on: day, collection_time: time } = order
  const site = await locationById(tx, order.location_id)
  if (!day || !time || !site) return undefined
  const { state: area_state, area } = patientPlaceOf(order, site)
  const visit = { order_id: order.id, visit_on: day, visit_time: time, area_state, area, opened_at: now }
  return await repository.insertVisit(tx, visit, actor)
}

/** Cancels a visit that is no longer needed: the order was cancelled, or its samples were taken elsewhere. */
async function callOff(tx: Tx, order: OrderRow, visit: repository.VisitRow, now: Date): Promise<void> {
  const cancelled = order.state === 'cancelled' ? await cancellationOf(tx, order.id) : undefined
  const actor = visitTransitions.cancel.by.find((one) => one === cancelled?.actor) ?? 'system'
  await move(tx, visit, 'cancel', { actor, at: now }, cleared)
}

const cleared = { missed_reason: null } as const
/** The columns of a visit that is moved: the facts of its old time no longer count. */
const afresh = { ...cleared, staff_id: null, arrived_at: null, code_tries: 0 } as const

/**
 * Moves the visit to the order's day and time. If those have changed, or its phlebotomist no longer works here, it waits
 * for a new assignment.
 */
async function atItsTime(
  tx: Tx,
  order: OrderRow,
  visit: repository.VisitRow,
  now: Date,
): Promise<repository.VisitRow> {
  const { collection_on: day, collection_time: time } = order
  if (!day || !time || visit.state === 'on_the_way') return visit
  const isAtItsTime = visit.visit_on === day && visit.visit_time === time
  const goes =
    visit.state !== 'assigned' || (visit.staff_id !== null && (await canBeSent(tx, visit.staff_id)))
  if (isAtItsTime && goes) return visit
  return await moveToTime(tx, visit, { day, time }, { actor: 'system', at: now })
}

/** When a change was made, and by which operator for what reason. */
type Timed = { readonly at: Date; readonly accountId?: number; readonly reason?: string }

/** Moves a visit to another time, where it waits for an assignment. */
async function moveToTime(
  tx: Tx,
  visit: repository.VisitRow,
  { day, time }: { readonly day: string; readonly time: string },
  by: Timed & { readonly actor: VisitMover | 'system' },
): Promise<repository.VisitRow> {
  const moved = { ...afresh, visit_on: day, visit_time: time, round: visit.round + 1 }
  return await move(tx, visit, 'rebook', by, moved)
}

/**
 * Assigns a visit to the phlebotomist of its area with the fewest visits at that time and day, among those who leave all
 * other placed visits possible; if there is none, it waits. A visit whose window is over is not assigned: it would be in no
 * round and no longer listed for operators.
 */
async function assignAvailable(
  tx: Tx,
  order: OrderRow,
  visit: repository.VisitRow,
  now: Date,
): Promise<void> {
  if (windowAt(visit, now) === 'after') return
  const { area_state: areaState, area, visit_on: day, visit_time: time } = visit
  // No other transaction takes a place or assigns a visit of that day until this one ends.
  await lockDay(tx, day)
  const given = await givenOn(tx, { first: day, last: day }, now)
  const others = given.filter(({ orderId }) => orderId !== order.id)
  const wanted = { state: areaState, area, starts: windowOf(time)?.from ?? time }
  const fit = fitFor(await availablePhlebotomists(tx), others, wanted)
  const candidates = await lockCandidates(tx, { areaState, area, day, time })
  const staffId = whoGoes(candidates.filter((one) => fit.includes(one.staffId)))
  if (staffId) await assign(tx, order, visit, staffId, { actor: 'system', at: now })
}

/**
 * Gives a visit that was missed, or must be made again, another day and time at no further charge; before a phlebotomist
 * has set off, booking does this. Calling it again with the same time has no effect. Throws `wrong_state`, and as
 * `moveVisit` of booking does.
 */
export async function rebookVisit(
  tx: Tx,
  orderId: number,
  chooser: BookerRole,
  wanted: { readonly date: string; readonly time: string },
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const visit = await repository.lockOpenVisit(tx, order.id)
  const isWaiting = visit?.state === 'requested' || visit?.state === 'assigned'
  if (isWaiting && visit.visit_on === wanted.date && visit.visit_time === wanted.time) return
  if (!canRebook(order, visit)) throw new DomainError('wrong_state')
  await moveVisit(tx, order.id, chooser, wanted, now, { back: true })
  const moved = await orderById(tx, order.id)
  if (!moved) throw new DomainError('not_found')
  const current = visit
    ? await moveToTime(tx, visit, { day: wanted.date, time: wanted.time }, { actor: chooser, at: now })
    : await openVisit(tx, moved, chooser, now)
  if (current) await assignAvailable(tx, moved, current, now)
}

/**
 * An operator gives a visit another day and time for the patient, at no further charge, while no phlebotomist is on the
 * way: it was missed, its time has passed, or the lab is closed then. The patient is notified once, and the audit of the
 * order records it. Calling it again with the same time has no effect. Throws `not_found`, `wrong_state`, and as booking
 * does.
 */
export async function moveForPatient(
  tx: Tx,
  visitId: string,
  wanted: { readonly date: string; readonly time: string },
  by: { readonly accountId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  const { order, visit } = await lockBoth(tx, visitId)
  if (order.state !== 'scheduled' || !canMove(visit)) throw new DomainError('wrong_state')
  const { date: day, time } = wanted
  if (visit.visit_on === day && visit.visit_time === time && visit.state !== 'missed') return
  await moveVisit(tx, order.id, 'operator', wanted, by.at, { back: true })
  const moved = await moveToTime(tx, visit, { day, time }, { ...by, actor: 'operator' })
  const entry = { order_id: order.id, account_id: by.accountId, at: by.at } as const
  await writeDown(tx, [{ ...entry, role: 'operator', what: 'visit_moved' }])
  await assignAvailable(tx, order, moved, by.at)
}

/** Whether an operator can give a visit another time. */
export function canMove({ state }: Pick<repository.VisitRow, 'state'>): boolean {
  return state === 'requested' || state === 'assigned' || state === 'missed'
}

/**
 * Whether the account that booked can choose a new visit: the last was missed (the new time may be the same), or a
 * phlebotomist had set off for it and is no longer on the way.
 */
export function canRebook(
  order: Pick<OrderRow, 'state' | 'mode' | 'set_off_at'>,
  openVisit: Pick<repository.VisitRow, 'state'> | undefined,
): boolean {
  if (order.mode !== 'sampleCollection' || order.state !== 'scheduled') return false
  return openVisit?.state === 'missed' || (order.set_off_at !== null && openVisit?.state !== 'on_the_way')
}

async function assign(
  tx: Tx,
  order: OrderRow,
  visit: repository.VisitRow,
  staffId: string,
  by: Timed & { readonly actor: 'operator' | 'system' },
): Promise<void> {
  const verb = visit.state === 'requested' ? 'assign' : 'reassign'
  const assigned = { staff_id: staffId, arrived_at: null, code_tries: 0, round: visit.round + 1 }
  await move(tx, visit, verb, { ...by, staffId }, assigned)
  // The phlebotomist who was on the way no longer comes, and no other has set off.
  if (visit.state === 'on_the_way') await forgetSetOff(tx, order.id)
  await expectSpecimens(tx, order, by.at)
}

/**
 * An operator assigns a visit to a phlebotomist, whatever their areas and load. Calling it again has no effect, unless
 * wrong door codes have locked the visit. Throws `not_found`, `wrong_state` and `unknown_phlebotomist`.
 */
export async function assignVisit(
  tx: Tx,
  visitId: string,
  staffId: string,
  by: { readonly accountId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  const { order, visit } = await lockBoth(tx, visitId)
  if (!(await canBeSent(tx, staffId))) throw new DomainError('unknown_phlebotomist')
  const stays = visit.staff_id === staffId && !isLocked(visit)
  if (stays && (visit.state === 'assigned' || visit.state === 'on_the_way')) return
  if (order.state !== 'scheduled') throw new DomainError('wrong_state')
  await assign(tx, order, visit, staffId, { ...by, actor: 'operator' })
}

/** Whether too many wrong door codes were tried: only a new assignment unlocks the visit. */
export function isLocked(visit: Pick<repository.VisitRow, 'code_tries' | 'state'>): boolean {
  return visit.code_tries >= 5 && visit.state === 'on_the_way'
}

/** Locks a visit's order, and then the visit. Throws `not_found`. */
export async function lockBoth(
  tx: Tx,
  visitId: string,
): Promise<{ order: OrderRow; visit: repository.VisitRow }> {
  const found = await repository.visitById(tx, visitId)
  if (!found) throw new DomainError('not_found')
  const order = await lockOrder(tx, found.order_id)
  const visit = await repository.lockVisit(tx, visitId)
  if (!visit) throw new DomainError('not_found')
  return { order, visit }
}

type By = Omit<repository.Event, 'verb' | 'from' | 'to'> & {
  readonly actor: ActorOf<typeof visitTransitions>
}

/** Transitions a visit that the caller has locked, and returns it. Throws `wrong_state`. */
export async function move(
  tx: Tx,
  visit: repository.VisitRow,
  verb: VisitVerb,
  by: By,
  changes: repository.VisitChanges = {},
): Promise<repository.VisitRow> {
  const next = transition(visitTransitions, verb, visit.state, by.actor)
  if (!next.ok) throw new DomainError('wrong_state')
  await repository.moveVisit(tx, visit.id, { ...by, verb, from: visit.state, to: next.to }, changes)
  return { ...visit, ...changes, state: next.to }
}

/**
 * Opens, moves, assigns and cancels visits that the events have missed, and returns how many orders it has checked. It goes
 * through all of them, `atOnce` per query: otherwise those that cannot be assigned would block the others for ever.
 */
export async function catchUpVisits(
  db: Db,
  now: Date,
  onTrouble: (error: unknown, orderId: number) => void,
  atOnce = 200,
): Promise<number> {
  let checked = 0
  for (let orders = [0]; orders.length > 0; checked += orders.length) {
    orders = await repository.ordersToFollow(db, now, { after: orders.at(-1) ?? 0, limit: atOnce })
    for (const orderId of orders)
      await db
        .transaction()
        .execute((tx) => followOrder(tx, orderId, now))
        .catch((error: unknown) => onTrouble(error, orderId))
  }
  return checked
}
