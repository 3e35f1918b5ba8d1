import type { Db, Tx } from '../db.ts'
import type { Clock } from '../platform/clock.ts'
import { type ActorOf, rule } from '../platform/moves.ts'
import { Refusal } from '../platform/refusal.ts'
import { orderMoves } from './order-state.ts'
import * as rows from './rows.ts'

/** Locks an order for the caller's transaction. Refuses `not_found`. Lock it before its payments, everywhere. */
export async function lockOrder(tx: Tx, orderId: number): Promise<rows.OrderRow> {
  const order = await rows.lockOrder(tx, orderId)
  if (!order) throw new Refusal('not_found')
  return order
}

/**
 * The money has arrived. `paid` moves the order on; `paid_before` says that other money had paid it; `too_late` that the
 * order has ended in a way money does not undo.
 */
export async function markPaid(
  tx: Tx,
  order: rows.OrderRow,
  at: Date,
): Promise<'paid' | 'paid_before' | 'too_late'> {
  if (order.paid_at) return 'paid_before'
  const ruling = rule(orderMoves, 'pay', order.state, 'system')
  if (!ruling.ok) return 'too_late'
  await rows.moveOrder(
    tx,
    order.id,
    { verb: 'pay', from: order.state, to: ruling.to, actor: 'system', at },
    at,
  )
  return 'paid'
}

/** Cancels an order that has no sample yet. Cancelling again is harmless. Refuses `wrong_state`. */
export async function cancelOrder(
  tx: Tx,
  orderId: number,
  actor: ActorOf<typeof orderMoves> & ('patient' | 'doctor' | 'lab' | 'operator'),
  reason: string,
  at: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.state === 'cancelled') return
  const ruling = rule(orderMoves, 'cancel', order.state, actor)
  if (!ruling.ok) throw new Refusal('wrong_state')
  await rows.moveOrder(tx, order.id, { verb: 'cancel', from: order.state, to: ruling.to, actor, at, reason })
}

/** Ends the unpaid orders whose time has run out, and tells each to `onExpired` in the same transaction. */
export async function expireOrders(
  db: Db,
  clock: Clock,
  onExpired: (tx: Tx, orderId: number) => Promise<void>,
): Promise<number> {
  const now = clock.now()
  return await db.transaction().execute(async (tx) => {
    const overdue = await rows.lockOverdue(tx, now, 200)
    for (const order of overdue) {
      const ruling = rule(orderMoves, 'expire', order.state, 'system')
      if (!ruling.ok) continue
      await rows.moveOrder(tx, order.id, {
        verb: 'expire',
        from: order.state,
        to: ruling.to,
        actor: 'system',
        at: now,
      })
      await onExpired(tx, order.id)
    }
    return overdue.length
  })
}
