import type { Kobo } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { lockOrder } from '../../orders/index.ts'
import { refuseDisputed } from '../disputes/refuse.ts'
import * as repository from '../repository.ts'
import { leftOf, leftOfSource, sharesOfPart, takenBy, waysBack } from './policy.ts'
import * as refunds from './repository.ts'
import { giveBack, type Outside, tryAgain } from './returning.ts'

export type Part = {
  readonly amount: Kobo
  readonly reason: string
  /** The caller's own key: requests with the same key are one refund. */
  readonly key: string
  readonly actor: 'lab' | 'operator' | 'system'
  /** Where it is refunded: to the card or account that paid by default. */
  readonly refundTo?: 'source' | 'credit'
  /** Set if the money was refunded already, in a way that we did not send. */
  readonly outside?: Outside
}

/**
 * Promises a refund of part of a payment; its order continues, and the payment stays settled. The part paid with credit is
 * refunded as credit. The same key returns the same refund; if that one has failed for good, it is tried again. Throws
 * `wrong_state`, `payment_disputed`, `refund_too_large`, `refund_key_reused` and `payer_only`.
 */
export async function refundPart(
  tx: Tx,
  seen: Pick<repository.PaymentRow, 'id' | 'order_id'>,
  part: Part,
  now: Date,
): Promise<refunds.RefundRow> {
  const order = await lockOrder(tx, seen.order_id)
  const payment = await repository.lockPayment(tx, seen.id)
  const key = `part:${payment.reference}:${part.key}`
  const before = await refunds.refundByKey(tx, key)
  if (before && before.amount_kobo !== part.amount) throw new DomainError('refund_key_reused')
  if (before) return await again(tx, { order, payment }, before, part.actor, now)
  if (payment.state !== 'settled') throw new DomainError('wrong_state')
  await refuseDisputed(tx, payment)
  const refundTo = part.refundTo ?? 'source'
  if (refundTo === 'credit' && payment.link_id !== null) throw new DomainError('payer_only')
  const earlier = await refunds.refundsOfPayment(tx, payment.id)
  const takenFrom = sharesOfPart(leftOf(order, takenBy(earlier)), part.amount)
  if (!takenFrom) throw new DomainError('refund_too_large')
  const ways = waysBack(part.amount, refundTo, leftOfSource(payment.due_kobo, earlier))
  const { actor, reason, outside = null } = part
  const refund = await giveBack(
    tx,
    { order, payment },
    { key, actor, reason, takenFrom, outside, ...ways },
    now,
  )
  await publish(tx, 'payment.part_refunded', { refundId: refund.id })
  return refund
}

/** Retries a refund whose last try failed and has no automatic retry left. */
async function again(
  tx: Tx,
  locked: Parameters<typeof tryAgain>[1],
  before: refunds.RefundRow,
  actor: Part['actor'],
  now: Date,
): Promise<refunds.RefundRow> {
  const last = await refunds.lastOfChain(tx, before.id)
  return last.state === 'failed' && last.retry_at === null
    ? await tryAgain(tx, locked, last, actor, now)
    : before
}
