import { formatNaira } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { openCase } from '../../cases/index.ts'
import { lockOrder } from '../../orders/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import { isDisputed } from '../disputes/repository.ts'
import * as repository from '../repository.ts'
import { cancelBooking } from './cancel.ts'
import { type Locked, returnHeld } from './returning.ts'

/**
 * Promises a refund of all of a payment that was not refunded before. The order that it paid is cancelled with it, if it
 * has no sample yet. Money that paid no order is returned to its source; if that failed before, it is retried. Calling it
 * again has no effect. An automatic refund of disputed money is not made: the money stays held, with a case. An operator
 * may cancel for the lab, which then counts as the canceller. Throws `not_found`, `wrong_state` and `payment_disputed`.
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

/** Opens a case for held money that a bank disputes; an operator returns it once the dispute is won. */
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
