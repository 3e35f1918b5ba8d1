import type { OrderRow } from '../../orders/index.ts'
import type { MessageKind } from './words.ts'

type OrderFacts = Pick<OrderRow, 'state' | 'expires_at' | 'collection_on' | 'set_off_at' | 'late_choice'>

/** Whether a message about an order is still true: it may have waited in the queue. */
export function isStillTrue(
  kind: MessageKind,
  order: OrderFacts,
  payload: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  switch (kind) {
    case 'placed':
      return order.state === 'awaiting_payment' && order.expires_at > now
    case 'reminder':
      return order.state === 'scheduled' && order.collection_on === payload.day
    case 'day_closed':
      return order.state === 'scheduled' && order.collection_on === payload.day
    case 'on_the_way':
      return order.state === 'scheduled' && order.set_off_at !== null
    case 'late':
      return order.state === 'scheduled' && order.late_choice === null
    case 'moved':
    case 'missed':
    case 'left_out':
      return order.state === 'scheduled'
    case 'paid':
    case 'received':
    case 'rejected':
    case 'given_up':
      return order.state !== 'cancelled'
    case 'ready':
    case 'corrected':
    case 'withdrawn':
    case 'cancelled':
    case 'held':
    case 'receipt':
    case 'part_refunded':
    case 'refunded':
    case 'refund_failed':
    case 'code':
      return true
  }
}
