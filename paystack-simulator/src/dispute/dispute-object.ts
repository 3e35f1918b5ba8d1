import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { Transaction } from '../transaction/repository.ts'
import { customerOf, transactionObject } from '../transaction/transaction-object.ts'
import type { Dispute } from './repository.ts'

/**
 * A dispute in the form of section 1.14. The transaction is identified by `transaction.reference`, because
 * `transaction_reference` is null in every published sample. While the bank decides, `resolution` may already hold the
 * merchant's answer.
 */
export function disputeObject(
  context: Context,
  dispute: Dispute,
  transaction: Transaction,
): Record<string, unknown> {
  const { noise, domain } = context
  const subject = `dispute ${dispute.id}`
  const decided = dispute.status === 'resolved' || noise.pick(subject, 'resolution', [true, false])
  return noise.shuffle(subject, {
    id: dispute.id,
    refund_amount: dispute.amount,
    currency: dispute.currency,
    status: dispute.status,
    resolution: decided ? dispute.resolution : null,
    domain,
    transaction: transactionObject(context, transaction),
    transaction_reference: null,
    category: dispute.category,
    customer: customerOf(context, transaction.email),
    bin: noise.pick(subject, 'bin', ['408408', null]),
    last4: noise.pick(subject, 'last4', ['4081', null]),
    dueAt: isoTime(dispute.dueAt),
    resolvedAt: isoTime(dispute.resolvedAt),
    evidence: dispute.evidence === null ? null : JSON.parse(dispute.evidence),
    attachments: dispute.uploadedFilename ?? noise.pick(subject, 'attachments', ['', null]),
    note: null,
    history: historyOf(dispute),
    messages: messagesOf(dispute),
    created_at: isoTime(dispute.createdAt),
    updated_at: isoTime(dispute.updatedAt),
    ...noise.pick(subject, 'spelling', [
      {},
      { createdAt: isoTime(dispute.createdAt), updatedAt: isoTime(dispute.updatedAt) },
    ]),
  })
}

function historyOf({ status, createdAt, updatedAt }: Dispute): Record<string, unknown>[] {
  const by = 'demo@simulator.example'
  const opened = { status: 'awaiting-merchant-feedback', by, createdAt: isoTime(createdAt) }
  return status === opened.status ? [opened] : [opened, { status, by, createdAt: isoTime(updatedAt) }]
}

function messagesOf({ message, createdAt, updatedAt }: Dispute): Record<string, unknown>[] {
  const complaint = {
    sender: 'bank@simulator.example',
    body: 'Customer complained about this payment',
    createdAt: isoTime(createdAt),
  }
  if (message === null) return [complaint]
  return [complaint, { sender: 'merchant@simulator.example', body: message, createdAt: isoTime(updatedAt) }]
}
