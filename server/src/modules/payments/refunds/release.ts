import { kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { transition } from '../../../infra/state-machine.ts'
import { closeCaseAbout } from '../../cases/index.ts'
import { lockCredit, recordHeldReleased } from '../../ledger/index.ts'
import { lockOrder, markPaid } from '../../orders/index.ts'
import { lockWindow } from '../../scheduling/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import { paymentTransitions } from '../payment-state-machine.ts'
import * as repository from '../repository.ts'
import { tellSettled } from '../settle.ts'
import { leftOfHeld } from './policy.ts'
import { refundsOfPayment } from './repository.ts'
import { giveBack, splitOf } from './returning.ts'

/**
 * Lets held money pay its order after all: if only its amount was wrong, at least the due amount came, and the order awaits
 * payment or has expired. The excess is refunded to its source. Calling it again has no effect. Throws `wrong_state`,
 * `payment_disputed`, and `order_not_payable` if the order can no longer be paid.
 */
export async function releaseHeld(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, seen.order_id)
  const payment = await repository.lockPayment(tx, seen.id)
  if (payment.state === 'settled') return
  const next = transition(paymentTransitions, 'release', payment.state, 'operator')
  const { captured_kobo: captured, captured_currency: currency, due_kobo: due, credit_kobo: credit } = payment
  const left = leftOfHeld(captured ?? kobo(0), await refundsOfPayment(tx, payment.id))
  const covers = payment.hold_reason === 'wrong_amount' && currency === 'NGN' && left >= due
  if (!next.ok || !covers) throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  if (credit > 0) await lockWindow(tx, order)
  if (credit > 0 && (await lockCredit(tx, order.account_id)) < credit) throw new DomainError('wrong_state')
  const paid = await markPaid(tx, order, now)
  if (paid !== 'paid' && paid !== 'late') throw new DomainError('order_not_payable')
  await repository.movePayment(
    tx,
    payment.id,
    { verb: 'release', from: payment.state, to: next.to, actor: 'operator', at: now },
    { hold_reason: null, settles_order: true },
  )
  const books = { paymentReference: payment.reference, orderReference: order.reference, at: now }
  await recordHeldReleased(tx, books, splitOf(order), credit)
  const over = kobo(left - due)
  if (over > 0) {
    const wanted = {
      key: `return:${payment.reference}`,
      actor: 'system',
      reason: 'more was paid than was due',
    } as const
    await giveBack(
      tx,
      { order, payment },
      { ...wanted, toSource: over, toCredit: kobo(0), takenFrom: null },
      now,
    )
  }
  await closeCaseAbout(tx, 'held_money', payment.reference, 'The money pays its order.', now)
  await tellSettled(tx, payment, paid === 'late', now)
}
