import { type CancelTerms, nairaOf, type OrderRefund } from '@labalaba/contract'
import { totalOf } from '../../ledger/index.ts'
import { canBeCancelled, type OrderRow } from '../../orders/index.ts'
import type { PaymentRow } from '../repository.ts'
import { keepsFee, leftOf, leftOfSource, sharesOfAll, takenBy, waysBack } from './policy.ts'
import type { RefundRow } from './repository.ts'

/** A refund, as the owner of its order sees it, without internal reasons. */
export function presentRefund(refund: RefundRow): OrderRefund {
  const byPerson = refund.actor === 'lab' || refund.actor === 'operator'
  return {
    amount: nairaOf(refund.amount_kobo),
    toSource: nairaOf(refund.source_kobo),
    toCredit: nairaOf(refund.credit_kobo),
    state: refund.state === 'requested' ? 'pending' : refund.state,
    requestedAt: refund.requested_at.toISOString(),
    endedAt: refund.ended_at?.toISOString() ?? null,
    retryAt: refund.retry_at?.toISOString() ?? null,
    outside: refund.outside,
    ...(byPerson && { reason: refund.reason }),
  }
}

/**
 * The refund that the account that booked would get for cancelling an order now; null if it cannot cancel, for example
 * because the lab's work on it has begun.
 */
export function cancelTermsOf(
  order: OrderRow,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
  { begun, now }: { readonly begun: boolean; readonly now: Date },
): CancelTerms | null {
  if (begun || !canBeCancelled(order)) return null
  const settled = payments.find((payment) => payment.state === 'settled' && payment.settles_order)
  if (!settled) return { refund: 0, keptFee: 0, keptFor: null, toSource: 0, mayBeCredit: false }
  const before = refunds.filter((refund) => refund.payment_id === settled.id)
  const left = leftOf(order, takenBy(before))
  const feeIsKept = keepsFee(order, 'patient', now)
  const amount = totalOf(sharesOfAll(left, feeIsKept))
  const keptFee = feeIsKept ? nairaOf(totalOf(left.visit)) : 0
  return {
    refund: nairaOf(amount),
    keptFee,
    keptFor: keptFee === 0 ? null : order.fee_earned_at ? 'went_in_vain' : 'on_the_way',
    toSource: nairaOf(waysBack(amount, 'source', leftOfSource(settled.due_kobo, before)).toSource),
    mayBeCredit: settled.link_id === null,
  }
}
