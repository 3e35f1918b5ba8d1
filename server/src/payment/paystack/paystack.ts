import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kobo, kobo } from '@labalaba/contract'
import * as z from 'zod/mini'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { ask, type Outcome } from './call.ts'

export type { Outcome } from './call.ts'

export type Checkout = { readonly authorizationUrl: string }

export type Transaction = {
  readonly reference: string
  readonly status: string
  readonly amount: Kobo
  readonly requestedAmount: Kobo | null
  readonly currency: string
  readonly domain: string
  readonly fee: Kobo | null
  readonly channel: string | null
  readonly providerId: string
  readonly paidAt: Date | null
}

export type ProviderRefund = {
  readonly id: string
  readonly status: string
  readonly amount: Kobo
  readonly note: string
}

export type CheckoutRequest = {
  readonly reference: string
  readonly email: string
  readonly amount: Kobo
  readonly callbackUrl: string
  readonly cancelUrl: string
}

/** The few calls of Paystack that we use. */
export type Paystack = {
  /** `live` or `test`: what `domain` of every transaction must be. */
  readonly domain: 'live' | 'test'
  initialize(request: CheckoutRequest): Promise<Outcome<Checkout>>
  verify(reference: string): Promise<Outcome<Transaction>>
  refund(reference: string, amount: Kobo, note: string): Promise<Outcome<ProviderRefund>>
  refundsOf(providerTransactionId: string): Promise<Outcome<readonly ProviderRefund[]>>
  /** Whether the signature of a webhook is right for these very bytes. */
  signed(body: Buffer, signature: string | undefined): boolean
}

/** What a verb needs that makes our books agree with Paystack's. */
export type Provider = { readonly db: Db; readonly clock: Clock; readonly paystack: Paystack }

const wholeAmount = z.union([
  z.number().check(z.int(), z.minimum(0)),
  z.string().check(z.regex(/^\d{1,15}$/)),
])
const identifier = z.union([z.number(), z.string()])

const checkout = z.object({ authorization_url: z.string().check(z.url()), reference: z.string() })
const transaction = z.object({
  id: identifier,
  reference: z.string(),
  status: z.string(),
  amount: wholeAmount,
  requested_amount: z.nullish(wholeAmount),
  currency: z.string(),
  domain: z.string(),
  fees: z.nullish(wholeAmount),
  channel: z.nullish(z.string()),
  paid_at: z.nullish(z.string()),
})
const refund = z.object({
  id: identifier,
  status: z.string(),
  amount: wholeAmount,
  merchant_note: z.nullish(z.string()),
})

/** Opens a client for a Paystack at `url`. Several keys may be live at once while one replaces the other; the first sends. */
export function openPaystack(url: string, secretKeys: readonly string[], log: Log): Paystack {
  const [key = ''] = secretKeys
  function paystack<T>(
    method: 'GET' | 'POST',
    path: string,
    seconds: number,
    read: (data: unknown) => T | null,
    body?: object,
  ): Promise<Outcome<T>> {
    const route = path.replace(/\?.*/, '').split('/').slice(0, 3).join('/')
    return ask(log, { method, url: `${url}${path}`, route, key, seconds, body }, read)
  }

  return {
    domain: key.startsWith('sk_live_') ? 'live' : 'test',
    initialize: ({ reference, email, amount, callbackUrl, cancelUrl }) =>
      paystack('POST', '/transaction/initialize', 15, readCheckout, {
        reference,
        email,
        amount,
        currency: 'NGN',
        callback_url: callbackUrl,
        metadata: { cancel_action: cancelUrl },
      }),
    verify: (reference) =>
      paystack('GET', `/transaction/verify/${encodeURIComponent(reference)}`, 15, readTransaction),
    refund: (reference, amount, note) =>
      paystack('POST', '/refund', 30, readRefund, {
        transaction: reference,
        amount,
        currency: 'NGN',
        merchant_note: note,
      }),
    refundsOf: (id) =>
      paystack('GET', `/refund?transaction=${encodeURIComponent(id)}&perPage=100`, 15, readRefunds),
    signed: (body, signature) => secretKeys.some((secret) => matches(body, signature, secret)),
  }
}

/** Constant-time comparison with the lower-case hex HMAC-SHA512 of the raw bytes (Paystack's webhook documentation). */
function matches(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!signature || !/^[0-9a-f]{128}$/.test(signature)) return false
  const expected = createHmac('sha512', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function readCheckout(data: unknown): Checkout | null {
  const read = checkout.safeParse(data)
  return read.success ? { authorizationUrl: read.data.authorization_url } : null
}

/** A transaction from Paystack's `data`; null where a field that we rely on is missing. */
function readTransaction(data: unknown): Transaction | null {
  const read = transaction.safeParse(data)
  if (!read.success) return null
  const { id, reference, status, amount, requested_amount, currency, domain, fees, channel, paid_at } =
    read.data
  return {
    reference,
    status,
    amount: kobo(Number(amount)),
    requestedAmount: requested_amount == null ? null : kobo(Number(requested_amount)),
    currency,
    domain,
    fee: fees == null ? null : kobo(Number(fees)),
    channel: channel ?? null,
    providerId: String(id),
    paidAt: paid_at && !Number.isNaN(Date.parse(paid_at)) ? new Date(paid_at) : null,
  }
}

function readRefund(data: unknown): ProviderRefund | null {
  const read = refund.safeParse(data)
  if (!read.success) return null
  return {
    id: String(read.data.id),
    status: read.data.status,
    amount: kobo(Number(read.data.amount)),
    note: read.data.merchant_note ?? '',
  }
}

function readRefunds(data: unknown): readonly ProviderRefund[] | null {
  if (!Array.isArray(data)) return null
  const read = data.map(readRefund)
  return read.every((each) => each !== null) ? read : null
}
