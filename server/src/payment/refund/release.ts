import { kobo } from '@labalaba/contract'
import { lockOrder, lockPlace, markPaid } from '../../booking/index.ts'
import { closeCaseAbout } from '../../case/index.ts'
import type { Tx } from '../../db.ts'
import { lockCredit, recordHeldReleased } from '../../ledger/index.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { rule } from '../../platform/moves.ts'
import { refuseDisputed } from '../dispute/refuse.ts'
import { paymentMoves } from '../payment-state.ts'
import * as rows from '../rows.ts'
import { tellSettled } from '../settle.ts'
import { giveBack, splitOf } from './returning.ts'
import { refundsOfPayment } from './rows.ts'
import { leftOfHeld } from './rules.ts'

/**
 * Lets held money pay its order after all: where just its amount was wrong, at least what was due came, and the order waits
 * for money or has expired. What came over what was due goes back to where it came from. Releasing again is harmless.
 * Refuses `wrong_state`, `payment_disputed`, and `order_not_payable` where the order takes no money any more.
 */
export async function releaseHeld(
  tx: Tx,
  seen: Pick<rows.PaymentRow, 'id' | 'order_id'>,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, seen.order_id)
  const payment = await rows.lockPayment(tx, seen.id)
  if (payment.state === 'settled') return
  const ruling = rule(paymentMoves, 'release', payment.state, 'operator')
  const { captured_kobo: captured, captured_currency: currency, due_kobo: due, credit_kobo: credit } = payment
  const left = leftOfHeld(captured ?? kobo(0), await refundsOfPayment(tx, payment.id))
  const covers = payment.hold_reason === 'wrong_amount' && currency === 'NGN' && left >= due
  if (!ruling.ok || !covers) throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  if (credit > 0) await lockPlace(tx, order)
  if (credit > 0 && (await lockCredit(tx, order.account_id)) < credit) throw new DomainError('wrong_state')
  const paid = await markPaid(tx, order, now)
  if (paid !== 'paid' && paid !== 'late') throw new DomainError('order_not_payable')
  await rows.movePayment(
    tx,
    payment.id,
    { verb: 'release', from: payment.state, to: ruling.to, actor: 'operator', at: now },
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
