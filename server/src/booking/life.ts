import { lagosDate, parseLagosDate } from '@labalaba/contract'
import type { Db, Tx } from '../db.ts'
import { isBookable, labById } from '../lab/index.ts'
import type { Clock } from '../platform/clock.ts'
import { DomainError } from '../platform/domain-error.ts'
import { type ActorOf, transition } from '../platform/state-machine.ts'
import { orderTransitions } from './order-state-machine.ts'
import { refusePaused } from './pause/pause.ts'
import { comesLate, payability, visitHasPassed, waitsWithoutLink } from './policy.ts'
import * as repository from './repository.ts'
import { freeFee } from './set-off.ts'
import { freePlaces, keepPlace } from './slot/places.ts'

/** Locks an order for the caller's transaction. Refuses `not_found`. Lock it before its payments, everywhere. */
export async function lockOrder(tx: Tx, orderId: number): Promise<repository.OrderRow> {
  const order = await repository.lockOrder(tx, orderId)
  if (!order) throw new DomainError('not_found')
  return order
}

/**
 * Lets an order be paid now, or refuses `already_paid`, `order_not_payable`, `lab_not_bookable` where the lab's registration
 * does not last until the visit, or `location_paused`. The caller holds the order's lock.
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

/** An unpaid order has no link any more: it waits as one without, from now on. Answers until when. */
export async function waitWithoutLink(tx: Tx, order: repository.OrderRow, now: Date): Promise<Date> {
  const until = waitsWithoutLink(order, now)
  await repository.setExpiry(tx, order.id, until)
  return until
}

/** Whether money would pay an order now; else that other money has, or that it has ended in a way money does not undo. */
export function takesMoney(order: repository.OrderRow): 'takes' | 'paid_before' | 'too_late' {
  if (order.paid_at) return 'paid_before'
  return transition(orderTransitions, 'pay', order.state, 'system').ok ? 'takes' : 'too_late'
}

/**
 * The money has arrived: `paid` moves the order on. `late` does so too, where the order had expired, or the time of its
 * home visit has passed or went to others, and its owner is to choose what becomes of it. Otherwise as `takesMoney` says.
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
 * Whether an order that is paid now can be done as it was booked: its home visit is ahead, and has its place from now on.
 * Where it cannot, an expired hold of its own goes too, so that the order counts as one without a place.
 */
async function visitStands(tx: Tx, order: repository.OrderRow, at: Date): Promise<boolean> {
  if (order.mode === 'walkin') return true
  if (!visitHasPassed(order, at) && (await keepPlace(tx, order, at))) return true
  await freePlaces(tx, [order.id])
  return false
}

/** Cancels an order that has no sample yet. Cancelling again is harmless. Refuses `wrong_state`. */
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
  await freePlaces(tx, [order.id])
  const chooses = order.late_money_at !== null && (actor === 'patient' || actor === 'doctor')
  await repository.moveOrder(
    tx,
    order.id,
    { verb: 'cancel', from: order.state, to: next.to, actor, at, reason },
    chooses ? { late_choice: 'cancel' } : {},
  )
}

/** Ends an expired order for good, as nobody is left to choose what late money for it should do. */
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

/** Who moves an order by what they do with its samples. */
export type Hand = {
  readonly actor: ActorOf<typeof orderTransitions> & ('lab' | 'phlebotomist')
  readonly accountId: number
  readonly at: Date
}

/** Every sample of an order is taken. Answers the order as it is now, as the moves below do; refuses `wrong_state`. */
export async function collectOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: Hand,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'collect', by)
}

/** Every sample of an order is in the lab. */
export async function receiveOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: Hand,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'receive', by)
}

/** A sample of an order must be taken once more: the patient is expected again, and owes no visit that was made. */
export async function recollectOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: Hand & { readonly reason: string },
): Promise<repository.OrderRow> {
  return await freeFee(tx, await moveOn(tx, order, 'recollect', by), { isOnTheWay: false })
}

/** Every result of an order is out. */
export async function releaseOrder(
  tx: Tx,
  order: repository.OrderRow,
  by: Hand,
): Promise<repository.OrderRow> {
  return await moveOn(tx, order, 'release', by)
}

/**
 * An order goes on without what was given up of it: nobody's hand moves it. The caller holds its lock. Answers the order
 * as it is now; refuses `wrong_state`.
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
  by: Hand & { readonly reason?: string },
): Promise<repository.OrderRow> {
  const next = transition(orderTransitions, verb, order.state, by.actor)
  if (!next.ok) throw new DomainError('wrong_state')
  await repository.moveOrder(tx, order.id, { ...by, verb, from: order.state, to: next.to })
  return { ...order, state: next.to }
}

/** Whether whoever booked an order can still cancel it. */
export function canBeCancelled(order: Pick<repository.OrderRow, 'state'>): boolean {
  return transition(orderTransitions, 'cancel', order.state, 'patient').ok
}

/** Ends the unpaid orders whose time has run out, and tells each to `onExpired` in the same transaction. */
export async function expireOrders(
  db: Db,
  clock: Clock,
  onExpired: (tx: Tx, orderId: number) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const overdue = await repository.lockOverdue(tx, now, 200)
    await freePlaces(
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
