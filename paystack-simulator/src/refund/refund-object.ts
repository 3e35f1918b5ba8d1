import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { Transaction } from '../transaction/repository.ts'
import { transactionObject } from '../transaction/transaction-object.ts'
import type { Refund } from './repository.ts'

const usualWaitMs = 7 * 86_400_000

/**
 * A refund in the form of section 1.8. `transaction` is the whole object in the answer to a create, and only the id in
 * later reads; `fully_deducted` is a boolean in one and a number in the other.
 */
export function refundObject(
  context: Context,
  refund: Refund,
  created: Transaction | null,
): Record<string, unknown> {
  const { noise, domain } = context
  const subject = `refund ${refund.id}`
  const deducted = ['pending', 'failed'].includes(refund.status) ? 0 : refund.amount
  return noise.shuffle(subject, {
    id: refund.id,
    integration: 100_001,
    transaction: created ? transactionObject(context, created) : refund.transactionId,
    dispute: null,
    settlement: null,
    status: refund.status,
    amount: refund.amount,
    deducted_amount: noise.pick(subject, 'deducted', [deducted, String(deducted)]),
    fully_deducted:
      deducted === 0 ? noise.pick(subject, 'fully', [false, 0]) : noise.pick(subject, 'fully', [true, 1]),
    currency: refund.currency,
    domain,
    channel: noise.pick(subject, 'channel', [null, 'card']),
    merchant_note: refund.merchantNote ?? noise.pick(subject, 'note', [null, '']),
    customer_note: refund.customerNote ?? noise.pick(subject, 'note', [null, '']),
    refunded_by: 'merchant@simulator.example',
    refunded_at: refund.status === 'processed' ? isoTime(refund.updatedAt) : null,
    expected_at: isoTime(refund.createdAt + usualWaitMs),
    createdAt: isoTime(refund.createdAt),
    updatedAt: isoTime(refund.updatedAt),
  })
}
