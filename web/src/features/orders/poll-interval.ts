import type { Order, OrderItem } from '@labalaba/contract'
import { livePause } from '../../lib/live.ts'
import { untilPromiseChanges } from './policy.ts'

/** Whether an order may still change without the user. */
export function mayChange({ state }: Pick<OrderItem, 'state'>): boolean {
  return state !== 'results_ready' && state !== 'cancelled' && state !== 'expired'
}

/** Milliseconds until an order is read again; false if it will not change any more. */
export function pollInterval(order: Order): number | false {
  if (isMoneyMoving(order)) return livePause(20_000)
  if (!mayChange(order)) return false
  return Math.min(livePause(), untilPromiseChanges(order.promised, new Date()) ?? livePause())
}

/** A payment or a refund has started and not ended. */
function isMoneyMoving(order: Order): boolean {
  return isBeingPaid(order) || order.refunds.some(({ endedAt }) => endedAt === null)
}

/** A payment has started and not ended. */
function isBeingPaid(order: Order): boolean {
  return order.state === 'awaiting_payment' && order.payments.some((one) => one.state === 'started')
}
