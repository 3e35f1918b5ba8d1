import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import { methodById } from '../payment-methods.ts'
import { refundedOf } from '../refund/repository.ts'
import { text, whole } from '../store.ts'
import type { Transaction } from '../transaction/repository.ts'

type DeliveryCounts = { pending: number; delivered: number; dropped: number; given_up: number }

/** A transaction in the control API: without envelope, in kobo, and without noise (design, section 4). */
export function controlObject(
  context: Context,
  transaction: Transaction,
  host: string,
): Record<string, unknown> {
  const { id, reference, amount, requestedAmount, currency, status, email, callbackUrl, fees } = transaction
  return {
    id,
    reference,
    amount,
    requestedAmount,
    currency,
    status,
    email,
    callbackUrl,
    authorizationUrl: `http://${host}/checkout/${transaction.accessCode}`,
    metadata: transaction.metadata === null ? null : JSON.parse(transaction.metadata),
    channel: methodById(transaction.method)?.channel ?? null,
    fees,
    refunded: refundedOf(context, id).done,
    createdAt: isoTime(transaction.createdAt),
    paidAt: isoTime(transaction.paidAt),
    webhooks: deliveryCounts(context, reference),
  }
}

function deliveryCounts({ store }: Context, reference: string): DeliveryCounts {
  const sql = `SELECT state, count(*) AS total FROM delivery JOIN webhook_event ON webhook_event.id = event_id
    WHERE reference = ? GROUP BY state`
  const counts = store
    .prepare(sql)
    .all(reference)
    .map((row) => [text(row, 'state'), whole(row, 'total')])
  return { pending: 0, delivered: 0, dropped: 0, given_up: 0, ...Object.fromEntries(counts) }
}
