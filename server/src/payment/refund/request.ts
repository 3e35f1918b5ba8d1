import { formatNaira } from '@labalaba/contract'
import { lockOrder } from '../../booking/index.ts'
import { openCase } from '../../case/index.ts'
import type { Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { refuseDisputed } from '../dispute/refuse.ts'
import { isDisputed } from '../dispute/repository.ts'
import * as repository from '../repository.ts'
import { cancelBooking } from './cancel.ts'
import { type Locked, returnHeld } from './returning.ts'

/**
 * Promises all of a payment back that has not gone back before. The order that it paid is cancelled with it, as
 * long as it has no sample. Money that paid no order goes back to where it came from; where that failed before, it is tried
 * again. Asking again is harmless. What would go back by itself stays held with a case while a bank disputes it. An operator
 * may cancel for the lab: then it is the lab that cancelled. Refuses `not_found`, `wrong_state` and `payment_disputed`.
 */
export async function requestRefund(
  tx: Tx,
  paymentId: number,
  reason: string,
  asker: 'operator' | 'system' | 'lab',
  now: Date,
): Promise<void> {
  const actor = asker === 'lab' ? 'operator' : asker
  const seen = await repository.paymentById(tx, paymentId)
  if (!seen) throw new DomainError('not_found')
  const order = await lockOrder(tx, seen.order_id)
  const payment = await repository.lockPayment(tx, paymentId)
  if (payment.state === 'refunding' || payment.state === 'refunded') return
  if (payment.state === 'held') {
    if (actor === 'system' && (await isDisputed(tx, payment.id)))
      return await leaveHeld(tx, { order, payment }, now)
    await refuseDisputed(tx, payment)
    await returnHeld(tx, { order, payment }, { reason, actor }, now)
  } else if (payment.state === 'settled' && asker !== 'system')
    await cancelBooking(tx, order, asker, { refundTo: 'source', reason }, now)
  else throw new DomainError('wrong_state')
}

/** Held money that a bank disputes waits for an operator, who returns it once the dispute is won. */
async function leaveHeld(tx: Tx, { order, payment }: Locked, now: Date): Promise<void> {
  const amount = payment.captured_kobo
  const found = {
    why: payment.hold_reason,
    due: formatNaira(payment.due_kobo),
    ...(amount !== null && { came: formatNaira(amount) }),
  }
  const about = { subject: payment.reference, orderReference: order.reference, amount, found }
  await openCase(tx, { kind: 'held_money', ...about }, now)
}
