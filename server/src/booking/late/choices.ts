import { type LagosDate, parseLagosDate } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { isBookable, labById } from '../../lab/index.ts'
import { announce } from '../../news.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockOrder } from '../life.ts'
import * as rows from '../rows.ts'
import { visitHasPassed, visitIsAhead } from '../rules.ts'

/** Who chooses: the account that booked. */
export type Chooser = 'patient' | 'doctor'

/**
 * Keeps an order as it stands although its money came late. Choosing again, this or another way, changes nothing. Refuses
 * `wrong_state`, and `day_passed` where the time of the home visit is over.
 */
export async function keepLate(tx: Tx, orderId: number, chooser: Chooser, now: Date): Promise<void> {
  const order = await lockLate(tx, orderId)
  if (order.late_choice !== null) return
  if (visitHasPassed(order, now)) throw new Refusal('day_passed')
  await rows.moveOrder(
    tx,
    order.id,
    { ...stays, verb: 'keep', actor: chooser, at: now },
    { late_choice: 'keep' },
  )
}

/**
 * Gives the home visit of an order whose money came late another time, free of charge, as long as nobody has set off for
 * it. Asking for the same time again is harmless. Refuses `wrong_state`, `day_passed` and, where the lab's registration
 * does not last until then, `lab_not_bookable`.
 */
export async function moveVisit(
  tx: Tx,
  orderId: number,
  chooser: Chooser,
  visit: { readonly date: string; readonly time: string },
  now: Date,
): Promise<void> {
  const order = await lockLate(tx, orderId)
  if (order.mode !== 'sampleCollection' || order.set_off_at) throw new Refusal('wrong_state')
  const day = parseLagosDate(visit.date)
  if (!day || !visitIsAhead(day, visit.time, now)) throw new Refusal('day_passed')
  if (order.late_choice === 'new_day' && isAt(order, day, visit.time)) return
  const lab = await labById(tx, order.lab_id)
  if (!lab || !isBookable(lab, day)) throw new Refusal('lab_not_bookable')
  await rows.moveOrder(
    tx,
    order.id,
    {
      ...{ ...stays, verb: 'new_day', actor: chooser, at: now },
      reason: `from ${order.collection_on} ${order.collection_time} to ${day} ${visit.time}`,
    },
    { late_choice: 'new_day', collection_on: day, collection_time: visit.time },
  )
  const noticeKey = `new-day:${order.id}:${now.getTime()}`
  await announce(tx, 'order.visit_moved', { orderId: order.id, noticeKey })
}

const stays = { from: 'scheduled', to: 'scheduled' } as const

async function lockLate(tx: Tx, orderId: number): Promise<rows.OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (!order.late_money_at || order.state !== 'scheduled') throw new Refusal('wrong_state')
  return order
}

function isAt(order: rows.OrderRow, day: LagosDate, time: string): boolean {
  return order.collection_on === day && order.collection_time === time
}
