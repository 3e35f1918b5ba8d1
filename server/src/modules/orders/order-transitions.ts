import { lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { type ActorOf, transition } from '../../infra/state-machine.ts'
import { isBookable, labById } from '../labs/index.ts'
import { bookedTimeHasCome, confirmWindow, freeWindows, refusePaused } from '../scheduling/index.ts'
import { orderTransitions } from './order-state-machine.ts'
import { comesLate, payability, waitsWithoutLink } from './policy.ts'
import * as repository from './repository.ts'
import { freeFee } from './set-off.ts'

/** Locks an order for the caller's transaction. Throws `not_found`. Callers always lock it before its payments. */
export async function lockOrder(tx: Tx, orderId: number): Promise<repository.OrderRow> {
  const order = await repository.lockOrder(tx, orderId)
  if (!order) throw new DomainError('not_found')
  return order
}

/**
 * Returns if an order can be paid now. Throws `already_paid`, `order_not_payable`, `lab_not_bookable` if the lab's
 * registration ends before the visit, or `location_paused`. The caller holds the lock of the order.
 */
export async function assertPayable(tx: Tx, order: repository.OrderRow, now: Date): Promise<void> {
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
export async function waitWithoutLink(tx: Tx, order: repository.OrderRow, now: Date): Promise<Date> {
  const until = waitsWithoutLink(order, now)
  await repository.setExpiry(tx, order.id, until)
  return until
}

/** Whether a payment would pay an order now, or why not: it is paid, or it has ended in a way that money does not undo. */
export function takesMoney(order: repository.OrderRow): 'takes' | 'paid_before' | 'too_late' {
  if (order.paid_at) return 'paid_before'
  return transition(orderTransitions, 'pay', order.state, 'system').ok ? 'takes' : 'too_late'
}

/**
 * Marks an order as paid. Returns `late` if it had expired, or if the time of its home visit has passed or its place is
 * taken: it is paid too, and its owner chooses what to do. Otherwise returns as `takesMoney` does.
 */
export async function markPaid(
  tx: Tx,
  order: repository.OrderRow,
  at: Date,
): Promise<'paid' | 'late' | 'paid_before' | 'too_late'> {
  const takes = takesMoney(order)
  if (takes !== 'takes') return takes
  const late = !(await visitStands(tx, order, at)) || comesLate(order, at)
  await repository.moveOrder(
    tx,
    order.id,
    { verb: 'pay', from: order.state, to: orderTransitions.pay.to, actor: 'system', at },
    { paid_at: at, ...(late && { late_money_at: at }) },
  )
  return late ? 'late' : 'paid'
}

/**
 * Whether an order that is paid now can be done as booked: its home visit is ahead, and has its place from now on. If not,
 * its expired hold is deleted too, so that the order counts as one without a place.
 */
async function visitStands(tx: Tx, order: repository.OrderRow, at: Date): Promise<boolean> {
  if (order.mode === 'walkin') return true
  if (!bookedTimeHasCome(order, at) && (await confirmWindow(tx, order, at))) return true
  await freeWindows(tx, [order.id])
  return false
}

/** Cancels an order that has no sample yet. Cancelling again has no effect. Throws `wrong_state`. */
export async function cancelOrder(
  tx: Tx,
  orderId: number,
  actor: ActorOf<typeof orderTransitions> & ('patient' | 'doctor' | 'lab' | 'operator'),
  reason: string,
  at: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.state === 'cancelled') return
  const next = transition(orderTransitions, 'cancel', order.state, actor)
  if (!next.ok) throw new DomainError('wrong_state')
  await freeWindows(tx, [order.id])
  const chooses = order.late_money_at !== null && (actor === 'patient' || actor === 'doctor')
  await repository.moveOrder(
    tx,
    order.id,
    { verb: 'cancel', from: order.state, to: next.to, actor, at, reason },
    chooses ? { late_choice: 'cancel' } : {},
  )
}

/** Ends an expired order for good, as its owner can no longer choose what a late payment should do. */
export async function closeExpired(
  tx: Tx,
  order: repository.OrderRow,
  reason: string,
  at: Date,
): Promise<void> {
  const next = transition(orderTransitions, 'close', order.state, 'system')
  if (!next.ok) throw new DomainError('wrong_state')
  const event = { verb: 'close', from: order.state, to: next.to, actor: 'system', at, reason }
  await repository.moveOrder(tx, order.id, event)
}

/** Who moves an order by handling its samples. */
export type SampleHandler = {
  readonly actor: ActorOf<typeof orderTransitions> & ('lab' | 'phlebotomist')
  readonly accountId: number
  readonly at: Date
}

/** Every sample of an order is taken. Returns the new order, as the functions below do; throws `wrong_state`. */
export async function collectOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: SampleHandler,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'collect', by)
}

/** Every sample of an order is in the lab. */
export async function receiveOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: SampleHandler,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'receive', by)
}

/** A sample of an order must be taken again: the patient is expected again, and no fee is owed for the earlier visit. */
export async function recollectOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: SampleHandler & { readonly reason: string },
): Promise<repository.OrderRow> {
  return await freeFee(tx, await moveOn(tx, order, 'recollect', by), { isOnTheWay: false })
}

/** Every result of an order is released. */
export async function releaseOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: SampleHandler,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'release', by)
}

/**
 * Moves an order on without its given-up parts, as the system. The caller holds the lock of the order. Returns the new
 * order; throws `wrong_state`.
 */
export async function carryOn(
  tx: Tx,
  order: repository.OrderRow,
  verb: 'collect' | 'receive' | 'release',
  at: Date,
): Promise<repository.OrderRow> {
  const next = transition(orderTransitions, verb, order.state, 'system')
  if (!next.ok) throw new DomainError('wrong_state')
  const reason = 'the rest was given up'
  await repository.moveOrder(tx, order.id, {
    verb,
    from: order.state,
    to: next.to,
    actor: 'system',
    at,
    reason,
  })
  return { ...order, state: next.to }
}

/** The caller holds the lock of the order. */
async function moveOn(
  tx: Tx,
  order: repository.OrderRow,
  verb: 'collect' | 'receive' | 'release' | 'recollect',
  by: SampleHandler & { readonly reason?: string },
): Promise<repository.OrderRow> {
  const next = transition(orderTransitions, verb, order.state, by.actor)
  if (!next.ok) throw new DomainError('wrong_state')
  await repository.moveOrder(tx, order.id, { ...by, verb, from: order.state, to: next.to })
  return { ...order, state: next.to }
}

/** Whether the account that booked an order can still cancel it. */
export function canBeCancelled(order: Pick<repository.OrderRow, 'state'>): boolean {
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
      const next = transition(orderTransitions, 'expire', order.state, 'system')
      if (!next.ok) continue
      await repository.moveOrder(tx, order.id, {
        verb: 'expire',
        from: order.state,
        to: next.to,
        actor: 'system',
        at: now,
      })
      await onExpired(tx, order.id)
    }
    return overdue.length
  })
}
