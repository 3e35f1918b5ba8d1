import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { PaymentMethod } from '../payment-methods.ts'
import { methodById } from '../payment-methods.ts'
import type { Transaction } from './repository.ts'

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
    const sender = {
      sender_bank: null,
      sender_country: 'NG',
      sender_name: 'TEST PAYER',
      sender_bank_account_number: 'XXXXXX0001',
    }
    const noCard = {
      bin: null,
      last4: null,
      exp_month: null,
      exp_year: null,
      card_type: method.channel,
      brand: null,
    }
    const transfer = method.channel === 'bank_transfer' ? { ...sender, narration: 'NIP transfer' } : {}
    return {
      ...code,
      ...noCard,
      bank: null,
      reusable: false,
      signature: null,
      account_name: null,
      ...transfer,
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
