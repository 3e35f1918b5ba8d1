import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { lockOrder } from '../../orders/index.ts'
import { isDisputed } from '../disputes/repository.ts'
import type { Provider } from '../paystack/paystack.ts'
import * as repository from '../repository.ts'
import * as refunds from './repository.ts'
import { type RefundActor, tryAgain } from './returning.ts'

/** How many failed refunds one run takes. */
const batch = 50

/**
 * Retries every failed refund whose pause is over, each as a new one. Concurrent runs retry each once. A failing retry does
 * not block the others: the first error is thrown at the end.
 */
export async function retryFailedRefunds({ db, clock }: Pick<Provider, 'db' | 'clock'>): Promise<number> {
  const due = await refunds.dueRetries(db, clock.now(), batch)
  const troubles: unknown[] = []
  for (const { id, paymentId, orderId } of due) {
    const trying = db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const payment = await repository.lockPayment(tx, paymentId)
      const failed = await refunds.lockRefund(tx, id)
      // A disputed payment waits for the bank's decision.
      if (failed.retry_at === null || (await isDisputed(tx, paymentId))) return
      await tryAgain(tx, { order, payment }, failed, 'system', clock.now())
    })
    await trying.catch((trouble: unknown) => troubles.push(trouble))
  }
  if (troubles.length > 0) throw troubles[0]
  return due.length
}

/**
 * Retries a failed refund now, and returns the state of its payment. A refund that another has replaced stays as it is.
 * Throws `not_found`, `payment_disputed`, and `wrong_state` for one that has not failed.
 */
export async function retryRefund(
  tx: Tx,
  refundId: string,
  actor: RefundActor,
  now: Date,
): Promise<repository.PaymentRow['state']> {
  const seen = await refunds.refundById(tx, refundId)
  const of = seen && (await repository.paymentById(tx, seen.payment_id))
  if (!seen || !of) throw new DomainError('not_found')
  const order = await lockOrder(tx, of.order_id)
  const payment = await repository.lockPayment(tx, of.id)
  const last = await refunds.lastOfChain(tx, refundId)
  if (last.id !== refundId) return payment.state
  if (last.state !== 'failed') throw new DomainError('wrong_state')
  await tryAgain(tx, { order, payment }, last, actor, now)
  return (await repository.lockPayment(tx, payment.id)).state
}
