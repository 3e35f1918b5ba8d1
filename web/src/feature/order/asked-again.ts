import type { Order, OrderItem } from '@labalaba/contract'
import { livePause } from '../../lib/live.ts'
import { untilPromiseChanges } from './policy.ts'

/** Whether something is still to become of an order by itself. */
export function goesOn({ state }: Pick<OrderItem, 'state'>): boolean {
  return state !== 'results_ready' && state !== 'cancelled' && state !== 'expired'
}

/** In how many milliseconds an order is read again; false once nothing more becomes of it. */
export function untilAskedAgain(order: Order): number | false {
  if (isMoneyMoving(order)) return livePause(20_000)
  if (!goesOn(order)) return false
  return Math.min(livePause(), untilPromiseChanges(order.promised, new Date()) ?? livePause())
}

/** A payment or a refund has been started and its end is not known. */
function isMoneyMoving(order: Order): boolean {
  return isBeingPaid(order) || order.refunds.some(({ endedAt }) => endedAt === null)
}

/** A payment has been started and its end is not known. */
function isBeingPaid(order: Order): boolean {
  return order.state === 'awaiting_payment' && order.payments.some((one) => one.state === 'started')
}
