import type { Kobo } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Log } from '../../../infra/observability/log.ts'
import type { Urgency } from './bucket.ts'
import type { Outcome } from './call.ts'
import { isCheckoutAddress } from './checkout-address.ts'
import { type DisputeCalls, disputeCalls } from './disputes.ts'
import { type Call, type Limits, openLine, type Span, usualLimits } from './line.ts'
import {
  type Bank,
  type Checkout,
  type ListedRefund,
  listOf,
  type ProviderRefund,
  pageOf,
  readBanks,
  readCheckout,
  readListedRefund,
  readRefund,
  readTransaction,
  stretchOf,
  type Transaction,
} from './reading.ts'
import { matches } from './signature.ts'

export type { Urgency } from './bucket.ts'
export type { Outcome } from './call.ts'
export type { Limits, Span } from './line.ts'
export type { Bank, Checkout, ListedRefund, ProviderDispute, ProviderRefund, Transaction } from './reading.ts'

export type CheckoutRequest = {
  readonly reference: string
  readonly email: string
  readonly amount: Kobo
  readonly callbackUrl: string
  readonly cancelUrl: string
}

/** The calls of Paystack that we use. */
export type Paystack = DisputeCalls & {
  /** `live` or `test`: the required `domain` of every transaction. */
  readonly domain: 'live' | 'test'
  initialize(request: CheckoutRequest): Promise<Outcome<Checkout>>
  /** For a payer or a webhook, unless a lower urgency is given. */
  verify(reference: string, urgency?: Urgency): Promise<Outcome<Transaction>>
  /** In naira unless the payment came in another currency; then `amount` counts its hundredths. */
  refund(reference: string, amount: Kobo, note: string, currency?: string): Promise<Outcome<ProviderRefund>>
  refundsOf(providerTransactionId: string): Promise<Outcome<readonly ProviderRefund[]>>
  /** Transactions of every status, newest first, 100 at a time: `cursor` is null at first and then the returned `next`. */
  listTransactions(
    asked: Span & { readonly cursor: string | null },
  ): Promise<Outcome<{ readonly transactions: readonly Transaction[]; readonly next: string | null }>>
  /** Refunds, newest first, 100 a page, from page 1. New rows push others to the next page meanwhile: count by id. */
  listRefunds(
    asked: Span & { readonly page: number },
  ): Promise<Outcome<{ readonly refunds: readonly ListedRefund[]; readonly pages: number }>>
  /** Gives the bank account for a refund that needs attention; in any other state Paystack returns a no with status 422. */
  retryRefundWithDetails(
    refundId: string,
    account: { readonly accountNumber: string; readonly bankId: string },
  ): Promise<Outcome<ProviderRefund>>
  /** The banks of Nigeria, by name. */
  banks(): Promise<Outcome<readonly Bank[]>>
  /** Whether the signature of a webhook matches exactly these bytes. */
  signed(body: Buffer, signature: string | undefined): boolean
}

/** The dependencies of use cases that make our books agree with Paystack's. */
export type Provider = { readonly db: Db; readonly clock: Clock; readonly paystack: Paystack }

/** The time limit of all tries together, in seconds; only refunds take longer. */
const patience = 15
const patienceForRefunds = 30

/** Opens a client for a Paystack at `url`. Several keys may be valid during a key rotation; the first one sends. */
export function openPaystack(
  url: string,
  secretKeys: readonly string[],
  log: Log,
  limits: Partial<Limits> = {},
): Paystack {
  const [key = ''] = secretKeys
  const line = openLine(log, { ...usualLimits, ...limits })
  const call: Call = (method, path, urgency, read, body) => {
    const route = path
      .replace(/\?.*/, '')
      .split('/')
      .slice(0, 3)
      .join('/')
      .replace(/\d{5,}$/, ':id')
    const seconds = method === 'POST' && path.startsWith('/refund') ? patienceForRefunds : patience
    return line({ method, url: `${url}${path}`, route, key, seconds, body }, urgency, read)
  }
  return {
    domain: key.startsWith('sk_live_') ? 'live' : 'test',
    ...paymentCalls(call, url),
    ...refundCalls(call),
    ...disputeCalls(call, log),
    signed: (body, signature) => secretKeys.some((secret) => matches(body, signature, secret)),
  }
}

function paymentCalls(call: Call, url: string): Pick<Paystack, 'initialize' | 'verify' | 'listTransactions'> {
  const readOwnCheckout = (data: unknown) => {
    const checkout = readCheckout(data)
    return checkout && isCheckoutAddress(checkout.authorizationUrl, url) ? checkout : null
  }
  return {
    initialize: ({ reference, email, amount, callbackUrl, cancelUrl }) =>
      call('POST', '/transaction/initialize', 'now', readOwnCheckout, {
        reference,
        email,
        amount,
        currency: 'NGN',
        callback_url: callbackUrl,
        metadata: { cancel_action: cancelUrl },
      }),
    verify: (reference, urgency = 'now') =>
      call('GET', `/transaction/verify/${encodeURIComponent(reference)}`, urgency, readTransaction),
    async listTransactions({ cursor, ...span }) {
      const next = cursor === null ? {} : { next: cursor }
      const path = `/transaction?${query({ ...inTime(span), use_cursor: 'true', ...next })}`
      return as(await call('GET', path, 'later', stretchOf(readTransaction)), ({ rows, next }) => ({
        transactions: rows,
        next,
      }))
    },
  }
}

function refundCalls(
  call: Call,
): Pick<Paystack, 'refund' | 'refundsOf' | 'listRefunds' | 'retryRefundWithDetails' | 'banks'> {
  return {
    refund: (reference, amount, note, currency = 'NGN') =>
      call('POST', '/refund', 'soon', readRefund, {
        transaction: reference,
        amount,
        currency,
        merchant_note: note,
      }),
    refundsOf: (id) =>
      call('GET', `/refund?${query({ transaction: id, perPage: '100' })}`, 'soon', listOf(readRefund)),
    async listRefunds({ page, ...span }) {
      const path = `/refund?${query({ ...inTime(span), page: String(page) })}`
      return as(await call('GET', path, 'later', pageOf(readListedRefund)), ({ rows, pages }) => ({
        refunds: rows,
        pages,
      }))
    },
    retryRefundWithDetails: (refundId, { accountNumber, bankId }) =>
      call(
        'POST',
        `/refund/retry_with_customer_details/${encodeURIComponent(refundId)}`,
        'soon',
        readRefund,
        {
          refund_account_details: { currency: 'NGN', account_number: accountNumber, bank_id: bankId },
        },
      ),
    banks: () =>
      call(
        'GET',
        `/bank?${query({ country: 'nigeria', currency: 'NGN', perPage: '100' })}`,
        'soon',
        readBanks,
      ),
  }
}

function query(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

function inTime({ from, to }: Span): Record<string, string> {
  return { from: from.toISOString(), to: to.toISOString(), perPage: '100' }
}

function as<T, U>(outcome: Outcome<T>, turn: (value: T) => U): Outcome<U> {
  return outcome.kind === 'yes' ? { kind: 'yes', value: turn(outcome.value) } : outcome
}
