import { parseLagosDate } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { isBookable, labById } from '../labs/index.ts'
import {
  bookedTimeHasCome,
  confirmWindow,
  type HoldAllowance,
  reserveRequestedWindow,
  visitIsAhead,
} from '../scheduling/index.ts'
import { lockOrder } from './order-transitions.ts'
import { type BookerRole, canMoveVisit } from './policy.ts'
import { moveOrder } from './repository.ts'

/** Who can move a home visit: the account that booked, or an operator for it. */
export type VisitMover = BookerRole | 'operator'

/**
 * Keeps an order as booked although its payment came late. Has no effect once a choice was made. Throws `wrong_state`,
 * `day_passed` if the time of the home visit is over, and `slot_full` if others have taken its place.
 */
export async function keepLate(tx: Tx, orderId: number, chooser: BookerRole, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order.late_money_at || order.state !== 'scheduled') throw new DomainError('wrong_state')
  if (order.late_choice !== null) return
  if (bookedTimeHasCome(order, now)) throw new DomainError('day_passed')
  if (order.mode === 'sampleCollection' && !(await confirmWindow(tx, order, now)))
    throw new DomainError('slot_full')
  const event = { verb: 'keep', from: order.state, to: order.state, actor: chooser, at: now }
  await moveOrder(tx, order.id, event, { late_choice: 'keep' })
}

/**
 * Gives the home visit of a paid or unpaid order another time, free of charge, if no phlebotomist has set off for it.
 * Calling it again with the same time has no effect. Throws `wrong_state`, `day_passed`, `slot_unavailable` with the free
 * windows of the day, `too_many_holds`, and `lab_not_bookable` if the lab's registration ends before that day. The caller
 * sets `back` if it knows that the phlebotomist is no longer on the way.
 */
export async function moveVisit(
  tx: Tx,
  orderId: number,
  mover: VisitMover,
  visit: { readonly date: string; readonly time: string },
  now: Date,
  { back = false, holds }: { readonly back?: boolean; readonly holds?: HoldAllowance } = {},
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!canMoveVisit(back ? { ...order, set_off_at: null } : order, now)) throw new DomainError('wrong_state')
  const day = parseLagosDate(visit.date)
  if (!day || !visitIsAhead(day, visit.time, now)) throw new DomainError('day_passed')
  const isPaid = order.paid_at !== null
  const choice = order.late_money_at ? 'new_day' : null
  const isThen = order.collection_on === day && order.collection_time === visit.time
  if (isPaid && isThen && order.late_choice === choice) return
  const lab = await labById(tx, order.lab_id)
  if (!lab || !isBookable(lab, day)) throw new DomainError('lab_not_bookable')
  const newTime = { collection_on: day, collection_time: visit.time }
  await reserveRequestedWindow(tx, { ...order, ...newTime }, isPaid, now, holds)
  const reason = `from ${order.collection_on} ${order.collection_time} to ${day} ${visit.time}`
  const event = { verb: 'new_day', from: order.state, to: order.state, actor: mover, at: now, reason }
  await moveOrder(tx, order.id, event, { late_choice: choice, ...newTime })
  if (!isPaid) return
  const noticeKey = `new-day:${order.id}:${now.getTime()}`
  await publish(tx, 'order.visit_moved', { orderId: order.id, noticeKey })
}
