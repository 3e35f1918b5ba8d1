import { createHash } from 'node:crypto'
import { type Context, isoTime } from './context.ts'
import type { Dispute } from './dispute/repository.ts'
import type { Refund } from './refund/repository.ts'
import { methodById, type PaymentMethod } from './transaction/payment-methods.ts'
import type { Transaction } from './transaction/repository.ts'

/**
 * The object of section 1.5, with the type variations of S-06 chosen by the seed and the reference. One transaction always
 * looks the same, but a reader cannot rely on the tidy form of a sample.
 */
export function transactionObject(context: Context, transaction: Transaction): Record<string, unknown> {
  const { noise } = context
  const { reference } = transaction
  const captured = transaction.paidAt !== null
  return noise.shuffle(reference, {
    ...core(context, transaction),
    receipt_number: null,
    // Paystack's own schema allows null fees even for a successful payment; rare here, but it happens.
    fees: captured && noise.pick(reference, 'fees', feesOdds) ? transaction.fees : null,
    fees_breakdown: noise.pick(reference, 'fees_breakdown', [null, []]),
    connect: null,
    transaction_date: isoTime(transaction.createdAt),
    plan_object: noise.pick(reference, 'plan_object', [{}, null]),
    createdAt: isoTime(transaction.createdAt),
    ...extraKeys(context, reference),
  })
}

const feesOdds: [boolean, ...boolean[]] = [false, ...Array.from({ length: 15 }, () => true)]

/** The `data` of `charge.success` (section 1.16): the same facts with fewer keys, and always with the fee. */
export function chargeEventData(context: Context, transaction: Transaction): Record<string, unknown> {
  const { noise } = context
  return noise.shuffle(`${transaction.reference} event`, {
    ...core(context, transaction),
    fees: transaction.fees,
    fees_breakdown: null,
    ...extraKeys(context, transaction.reference),
  })
}

function core(context: Context, transaction: Transaction): Record<string, unknown> {
  const { noise } = context
  const { reference, id, status, paidAt } = transaction
  const method = methodById(transaction.method)
  return {
    id,
    domain: domainOf(context, transaction),
    status,
    reference,
    amount: transaction.amount,
    message: status === 'failed' ? transaction.gatewayResponse : null,
    gateway_response: transaction.gatewayResponse ?? 'The transaction was not completed',
    paid_at: isoTime(paidAt),
    paidAt: isoTime(paidAt),
    created_at: isoTime(transaction.createdAt),
    channel: method?.channel ?? noise.pick(reference, 'channel', ['card', null]),
    currency: transaction.currency,
    ip_address: noise.pick(reference, 'ip', ['102.89.0.10', '102.89.0.10, 172.70.85.1', null]),
    metadata: metadataVariant(context, transaction),
    log: noise.pick(reference, 'log', [null, logOf(transaction)]),
    fees_split: null,
    authorization: method ? authorizationOf(context, reference, method) : {},
    customer: customerOf(context, transaction.email),
    plan: noise.pick(reference, 'plan', [null, {}]),
    subaccount: noise.pick(reference, 'subaccount', [{}, null]),
    split: noise.pick(reference, 'split', [{}, null]),
    order_id: null,
    requested_amount: transaction.requestedAmount,
    pos_transaction_data: null,
    source: noise.pick(reference, 'source', [sourceObject, null]),
  }
}

/** The mode in which the money moved: `test` or `live` (P-25). */
export function domainOf({ domain }: Pick<Context, 'domain'>, { otherMode }: Transaction): 'test' | 'live' {
  const other = domain === 'test' ? 'live' : 'test'
  return otherMode ? other : domain
}

const sourceObject = {
  type: 'api',
  source: 'merchant_api',
  entry_point: 'transaction_initialize',
  identifier: null,
}

/** Metadata is returned as an object or as its text; missing metadata is returned in four ways (section 1.5). */
function metadataVariant({ noise }: Context, { reference, metadata }: Transaction): unknown {
  if (metadata === null) return noise.pick(reference, 'metadata', ['', 0, null, {}])
  return noise.pick(reference, 'metadata', [JSON.parse(metadata), JSON.parse(metadata), metadata])
}

function extraKeys({ noise }: Context, reference: string): Record<string, unknown> {
  return noise.pick(reference, 'extra', [{}, { risk_score: 3, channel_options: null }, { _v: { layout: 2 } }])
}

function authorizationOf(
  { noise }: Context,
  reference: string,
  method: PaymentMethod,
): Record<string, unknown> {
  const hash = createHash('sha256').update(reference).digest('hex')
  const code = {
    authorization_code: `AUTH_${hash.slice(0, 10)}`,
    channel: method.channel,
    country_code: 'NG',
  }
  if (method.channel !== 'card') {
    const noCard = { bin: null, last4: null, exp_month: null, exp_year: null, brand: null, bank: null }
    const sender = {
      sender_bank: null,
      sender_country: 'NG',
      sender_name: 'TEST PAYER',
      sender_bank_account_number: 'XXXXXX0001',
      narration: 'NIP transfer',
    }
    return {
      ...code,
      ...noCard,
      card_type: method.channel,
      reusable: false,
      signature: null,
      account_name: null,
      ...(method.channel === 'bank_transfer' ? sender : {}),
    }
  }
  const number = method.detail.replaceAll(' ', '')
  return {
    ...code,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    exp_month: '12',
    exp_year: '2030',
    card_type: noise.pick(reference, 'card_type', ['visa ', 'visa']),
    bank: 'TEST BANK',
    brand: 'visa',
    reusable: true,
    signature: `SIG_${hash.slice(10, 30)}`,
    account_name: null,
  }
}

/** One payer always has one customer id and code; the names are null, as the payer was not asked for them. */
export function customerOf({ noise }: Context, email: string): Record<string, unknown> {
  const hash = createHash('sha256').update(email.toLowerCase()).digest()
  return {
    id: 4_300_000_000 + hash.readUInt32BE(0),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${hash.toString('hex').slice(0, 15)}`,
    phone: noise.pick(email, 'phone', [null, '']),
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

function logOf({ createdAt, paidAt, status }: Transaction): Record<string, unknown> {
  return {
    start_time: Math.floor(createdAt / 1000),
    time_spent: paidAt === null ? 0 : Math.ceil((paidAt - createdAt) / 1000),
    attempts: status === 'abandoned' ? 0 : 1,
    errors: status === 'failed' ? 1 : 0,
    success: paidAt !== null,
    mobile: false,
    input: [],
    history: [],
  }
}

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
