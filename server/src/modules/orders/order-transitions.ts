import { lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { isBookable, labById } from '../labs/index.ts'
import { bookedTimeHasCome, confirmWindow, freeWindows, refusePaused } from '../scheduling/index.ts'
import { orderTransitions } from './order-state-machine.ts'
import { comesLate, payability, waitsWithoutLink } from './policy.ts'
import type { OrderRow } from './repository.ts'
import * as repository from './repository.ts'

/** Locks an order for the caller's transaction. Throws `not_found`. Callers always lock it before its payments. */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  const order = await repository.lockOrder(tx, orderId)
  if (!order) throw new DomainError('not_found')
  return order
}

/** An order of the actor's own account. Throws `not_found` for that of another account. */
export async function requireOwnOrder(
  db: Db,
  { accountId }: Pick<Actor, 'accountId'>,
  reference: string,
): Promise<OrderRow> {
  const order = await repository.ownOrder(db, accountId, reference)
  if (!order) throw new DomainError('not_found')
  return order
}

/**
 * Returns if an order can be paid now. Throws `already_paid`, `order_not_payable`, `lab_not_bookable` if the lab's
 * registration ends before the visit, or `location_paused`. The caller holds the lock of the order.
 */
export async function assertPayable(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const answer = payability(order, now)
  if (answer === 'paid') throw new DomainError('already_paid')
  if (answer === 'ended') throw new DomainError('order_not_payable')
  if (answer === 'visit_passed') throw new DomainError('order_not_payable', { message: visitPassed })
  const lab = await labById(tx, order.lab_id)
  const day = (order.collection_on && parseLagosDate(order.collection_on)) || lagosDate(now)
  if (!lab || !isBookable(lab, day)) throw new DomainError('lab_not_bookable')
  await refusePaused(tx, order.location_id, day)
}

const visitPassed =
  'The time of the home visit has passed, so this order can no longer be paid. Book again with a new day.'

/** Sets the expiry of an unpaid order whose payment link was stopped, and returns it. */
export async function waitWithoutLink(tx: Tx, order: OrderRow, now: Date): Promise<Date> {
  const until = waitsWithoutLink(order, now)
  await repository.setExpiry(tx, order.id, until)
  return until
}

/** Whether a payment would pay an order now, or why not: it is paid, or it has ended in a way that money does not undo. */
export function takesMoney(order: OrderRow): 'takes' | 'paid_before' | 'too_late' {
  if (order.paid_at) return 'paid_before'
  return transition(orderTransitions, 'pay', order.state, 'system').ok ? 'takes' : 'too_late'
}

/**
 * Marks an order as paid. Returns `late` if it had expired, or if the time of its home visit has passed or its place is
 * taken: it is paid too, and its owner chooses what to do. Otherwise returns as `takesMoney` does.
 */
export async function markPaid(
  tx: Tx,
  order: OrderRow,
  at: Date,
): Promise<'paid' | 'late' | 'paid_before' | 'too_late'> {
  const takes = takesMoney(order)
  if (takes !== 'takes') return takes
  const late = !(await visitStands(tx, order, at)) || comesLate(order, at)
  await move(tx, order, 'pay', { actor: 'system', at }, { paid_at: at, ...(late && { late_money_at: at }) })
  return late ? 'late' : 'paid'
}

/**
 * Whether an order that is paid now can be done as booked: its home visit is ahead, and has its place from now on. If not,
 * its expired hold is deleted too, so that the order counts as one without a place.
 */
async function visitStands(tx: Tx, order: OrderRow, at: Date): Promise<boolean> {
  if (order.mode === 'walkin') return true
  if (!bookedTimeHasCome(order, at) && (await confirmWindow(tx, order, at))) return true
  await freeWindows(tx, [order.id])
  return false
}

/** Cancels an order that has no sample yet. Cancelling again has no effect. Throws `wrong_state`. */
export async function cancelOrder(
  tx: Tx,
  orderId: number,
  actor: OrderActor & ('patient' | 'doctor' | 'lab' | 'operator'),
  reason: string,
  at: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.state === 'cancelled') return
  if (!transition(orderTransitions, 'cancel', order.state, actor).ok) throw new DomainError('wrong_state')
  await freeWindows(tx, [order.id])
  const chooses = order.late_money_at !== null && (actor === 'patient' || actor === 'doctor')
  await move(tx, order, 'cancel', { actor, at, reason }, chooses ? { late_choice: 'cancel' } : {})
}

/** Ends an expired order for good, as its owner can no longer choose what a late payment should do. */
export async function closeExpired(tx: Tx, order: OrderRow, reason: string, at: Date): Promise<void> {
  await move(tx, order, 'close', { actor: 'system', at, reason })
}

/** Who moves an order by handling its samples. */
export type SampleHandler = {
  readonly actor: OrderActor & ('lab' | 'phlebotomist')
  readonly accountId: number
  readonly at: Date
}

/*
 * The caller of each function below holds the lock of the order. They return the new order, and throw `wrong_state`.
 */

/** Every sample of an order is taken. */
export async function collectOrder(tx: Tx, order: OrderRow, by: SampleHandler): Promise<OrderRow> {
  return await move(tx, order, 'collect', by)
}

/** Every sample of an order is in the lab. */
export async function receiveOrder(tx: Tx, order: OrderRow, by: SampleHandler): Promise<OrderRow> {
  return await move(tx, order, 'receive', by)
}

/** A sample of an order must be taken again: the patient is expected again, and no fee is owed for the earlier visit. */
export async function recollectOrder(
  tx: Tx,
  order: OrderRow,
  by: SampleHandler & { readonly reason: string },
): Promise<OrderRow> {
  return await freeFee(tx, await move(tx, order, 'recollect', by), { isOnTheWay: false })
}

/** Every result of an order is released. */
export async function releaseOrder(tx: Tx, order: OrderRow, by: SampleHandler): Promise<OrderRow> {
  return await move(tx, order, 'release', by)
}

/** Moves an order on without its given-up parts, as the system. */
export async function carryOn(
  tx: Tx,
  order: OrderRow,
  verb: 'collect' | 'receive' | 'release',
  at: Date,
): Promise<OrderRow> {
  return await move(tx, order, verb, { actor: 'system', at, reason: 'the rest was given up' })
}

type OrderActor = ActorOf<typeof orderTransitions>

/** Transitions an order. */
async function move(
  tx: Tx,
  order: OrderRow,
  verb: keyof typeof orderTransitions,
  by: Omit<repository.Event, 'verb' | 'from' | 'to'> & { readonly actor: OrderActor },
  changes: repository.OrderChanges = {},
): Promise<OrderRow> {
  const next = transition(orderTransitions, verb, order.state, by.actor)
  if (!next.ok) throw new DomainError('wrong_state')
  await repository.moveOrder(tx, order.id, { ...by, verb, from: order.state, to: next.to }, changes)
  return { ...order, ...changes, state: next.to }
}

/** A phlebotomist is on the way to the patient: a cancellation while the window lasts still pays the fee. */
export async function setOff(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { set_off_at: at })
}

/** The phlebotomist who had set off could not come, which is our fault: no fee is owed for this trip. */
export async function forgetSetOff(tx: Tx, orderId: number): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { set_off_at: null })
}

/** A phlebotomist went in vain within the window: the fee stays owed, whatever becomes of later visits. */
export async function earnFee(tx: Tx, orderId: number, at: Date): Promise<void> {
  await repository.setVisitFeeTimes(tx, orderId, { fee_earned_at: at })
}

/**
 * The samples taken at home could not be used: a cancellation now pays for no earlier visit. If a phlebotomist is on the
 * way again, the set-off stays.
 */
export async function freeFee(
  tx: Tx,
  order: OrderRow,
  { isOnTheWay }: { readonly isOnTheWay: boolean },
): Promise<OrderRow> {
  const free = { fee_earned_at: null, ...(!isOnTheWay && { set_off_at: null }) }
  await repository.setVisitFeeTimes(tx, order.id, free)
  return { ...order, ...free }
}

/** Whether the account that booked an order can still cancel it. */
export function canBeCancelled(order: Pick<OrderRow, 'state'>): boolean {
  return transition(orderTransitions, 'cancel', order.state, 'patient').ok
}

/** Ends unpaid orders whose time has run out, and calls `onExpired` for each in the same transaction. */
export async function expireOrders(
  db: Db,
  clock: Clock,
  onExpired: (tx: Tx, orderId: number) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const overdue = await repository.lockOverdue(tx, now, 200)
    await freeWindows(
      tx,
      overdue.map(({ id }) => id),
    )
    for (const order of overdue) {
      await move(tx, order, 'expire', { actor: 'system', at: now })
      await onExpired(tx, order.id)
    }
    return overdue.length
  })
}
