import { lockOrder } from '../../booking/index.ts'
import type { Tx } from '../../db.ts'
import { Refusal } from '../../platform/refusal.ts'
import * as rows from '../rows.ts'
import { cancelBooking } from './cancel.ts'
import { returnHeld } from './returning.ts'

/**
 * Promises all of a payment back that has not gone back before. The order that it paid is cancelled with it, as
 * long as it has no sample. Money that paid no order goes back to where it came from; where that failed before, it is tried
 * again. Asking again is harmless. Refuses `not_found` and `wrong_state`.
 */
export async function requestRefund(
  tx: Tx,
  paymentId: number,
  reason: string,
  actor: 'operator' | 'system',
  now: Date,
): Promise<void> {
  const seen = await rows.paymentById(tx, paymentId)
  if (!seen) throw new Refusal('not_found')
  const order = await lockOrder(tx, seen.order_id)
  const payment = await rows.lockPayment(tx, paymentId)
  if (payment.state === 'refunding' || payment.state === 'refunded') return
  if (payment.state === 'held') await returnHeld(tx, { order, payment }, { reason, actor }, now)
  else if (payment.state === 'settled' && actor === 'operator')
    await cancelBooking(tx, order, actor, { refundTo: 'source', reason }, now)
  else throw new Refusal('wrong_state')
}
