import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kobo } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Config } from '../../../infra/config/config.ts'
import { withoutPermit } from '../../../infra/http/concurrency-limiter.ts'
import { isLoopback } from '../../../infra/http/loopback.ts'
import type { Log } from '../../../infra/observability/log.ts'
import type { BudgetReading } from './budget.ts'
import { databaseBudget, readBudget } from './budget-repository.ts'
import { type Call, type Limits, type Outcome, openCall, putFile, usualLimits } from './call.ts'
import type { Urgency } from './call-queue.ts'
import * as reading from './reading.ts'
import { sharedBudget } from './shared-budget.ts'

export type { Outcome } from './call.ts'
export type { ListedRefund, ProviderDispute, ProviderRefund, Transaction } from './reading.ts'

/** The calls of Paystack that we use. */
export type Paystack = ReturnType<typeof openPaystack>

/** The dependencies of use cases that make our books agree with Paystack's. */
export type Provider = { readonly db: Db; readonly clock: Clock; readonly paystack: Paystack }

/** The same for calls that are served without Paystack too: null if payments are not configured. */
export type MaybeProvider = Omit<Provider, 'paystack'> & { readonly paystack: Paystack | null }

/** When the listed rows were made; both ends are included. */
export type Span = { readonly from: Date; readonly to: Date }

/** How long an upload may take, in seconds. */
const patienceForFiles = 30

/**
 * Opens a client for a Paystack at `url`. Several keys may be valid during a key rotation; the first one sends. With `db`,
 * all processes that have this database make `perSecond` calls together; without it, this client has a budget of its own.
 */
export function openPaystack(
  url: string,
  secretKeys: readonly string[],
  log: Log,
  limits: Partial<Limits> = {},
  db?: Db,
) {
  const [key = ''] = secretKeys
  const all = { ...usualLimits, ...limits }
  const call = openCall(url, key, log, all, db && sharedBudget(databaseBudget(db, 'paystack', all), all, log))
  /** `live` or `test`: the required `domain` of every transaction. */
  const domain: 'live' | 'test' = key.startsWith('sk_live_') ? 'live' : 'test'
  return {
    domain,
    ...paymentCalls(call, url),
    ...refundCalls(call),
    ...disputeCalls(call, log),
    /** What all processes together may call now. A client without a database shows its limits. */
    readBudget: async (): Promise<BudgetReading> =>
      db
        ? await readBudget(db, 'paystack', all)
        : { perSecond: all.perSecond, limit: all.perSecond, callsLeft: all.burst, pausedSeconds: 0 },
    /** Whether the signature of a webhook matches exactly these bytes. */
    signed: (body: Buffer, signature: string | undefined) =>
      secretKeys.some((secret) => matches(body, signature, secret)),
  }
}

/**
 * Opens the client that the settings describe, which shares the budget of calls with all other processes. Null if payments
 * are not configured.
 */
export function openConfiguredPaystack(
  { paystack, paystackPerSecond: perSecond, paystackRestMs: restMs }: PaystackSettings,
  log: Log,
  db: Db,
): Paystack | null {
  const limits = { perSecond, burst: 2 * perSecond, restMs }
  return paystack && openPaystack(paystack.url, paystack.secretKeys, log, limits, db)
}

type PaystackSettings = Pick<Config, 'paystack' | 'paystackPerSecond' | 'paystackRestMs'>

type CheckoutRequest = {
  readonly reference: string
  readonly email: string
  readonly amount: Kobo
  readonly callbackUrl: string
  readonly cancelUrl: string
}

function paymentCalls(call: Call, url: string) {
  const readOwnCheckout = (data: unknown) => {
    const checkout = reading.readCheckout(data)
    return checkout && isCheckoutAddress(checkout.authorizationUrl, url) ? checkout : null
  }
  return {
    initialize: ({ reference, email, amount, callbackUrl, cancelUrl }: CheckoutRequest) =>
      call('POST', '/transaction/initialize', 'now', readOwnCheckout, {
        reference,
        email,
        amount,
        currency: 'NGN',
        callback_url: callbackUrl,
        metadata: { cancel_action: cancelUrl },
      }),
    /** For a payer or a webhook, unless a lower urgency is given. */
    verify: (reference: string, urgency: Urgency = 'now') =>
      call('GET', `/transaction/verify/${encodeURIComponent(reference)}`, urgency, reading.readTransaction),
    /** Transactions of every status, newest first, 100 at a time: `cursor` is null at first and then the returned `next`. */
    async listTransactions({ cursor, ...span }: Span & { readonly cursor: string | null }) {
      const next = cursor === null ? {} : { next: cursor }
      const path = `/transaction?${query({ ...inTime(span), use_cursor: 'true', ...next })}`
      const listed = await call('GET', path, 'later', reading.stretchOf(reading.readTransaction))
      return as(listed, ({ rows, next }) => ({ transactions: rows, next }))
    },
  }
}

function refundCalls(call: Call) {
  return {
    /** In naira unless the payment came in another currency; then `amount` counts its hundredths. */
    refund: (reference: string, amount: Kobo, note: string, currency = 'NGN') =>
      call('POST', '/refund', 'soon', reading.readRefund, {
        transaction: reference,
        amount,
        currency,
        merchant_note: note,
      }),
    refundsOf(providerTransactionId: string) {
      const path = `/refund?${query({ transaction: providerTransactionId, perPage: '100' })}`
      return call('GET', path, 'soon', reading.listOf(reading.readRefund))
    },
    /** Refunds, newest first, 100 a page, from page 1. New rows push others to the next page meanwhile: count by id. */
    async listRefunds({ page, ...span }: Span & { readonly page: number }) {
      const path = `/refund?${query({ ...inTime(span), page: String(page) })}`
      const listed = await call('GET', path, 'later', reading.pageOf(reading.readListedRefund))
      return as(listed, ({ rows, pages }) => ({ refunds: rows, pages }))
    },
    /** Gives the bank account for a refund that needs attention; in any other state Paystack returns a no with status 422. */
    retryRefundWithDetails(
      refundId: string,
      { accountNumber, bankId }: { readonly accountNumber: string; readonly bankId: string },
    ) {
      const path = `/refund/retry_with_customer_details/${encodeURIComponent(refundId)}`
      return call('POST', path, 'soon', reading.readRefund, {
        refund_account_details: { currency: 'NGN', account_number: accountNumber, bank_id: bankId },
      })
    },
    /** The banks of Nigeria, by name. */
    banks() {
      const path = `/bank?${query({ country: 'nigeria', currency: 'NGN', perPage: '100' })}`
      return call('GET', path, 'soon', reading.readBanks)
    },
  }
}

/** Our response to a dispute. Declining leaves the decision to the bank; accepting gives up `refundAmount` immediately. */
type DisputeAnswer = {
  readonly resolution: 'merchant-accepted' | 'declined'
  readonly message: string
  /** Zero if we decline. */
  readonly refundAmount: Kobo
  /** The name returned by `uploadEvidence`. */
  readonly uploadedFilename: string
}

/** Our evidence: times and places, never the name of a test or a result. */
type DisputeEvidence = {
  readonly customerEmail: string
  readonly customerName: string
  readonly customerPhone: string
  readonly serviceDetails: string
  readonly deliveryAddress?: string
  /** `YYYY-MM-DD`. */
  readonly deliveryDate?: string
}

/** Disputes are due within hours, so these calls are more urgent than the nightly lists. */
function disputeCalls(call: Call, log: Log) {
  const at = (id: string) => `/dispute/${encodeURIComponent(id)}`
  return {
    /** Disputes, newest first, 100 a page, from page 1. */
    async disputes({ page, ...span }: Span & { readonly page: number }) {
      const path = `/dispute?${query({ ...inTime(span), page: String(page) })}`
      const listed = await call('GET', path, 'later', reading.pageOf(reading.readDispute))
      return as(listed, ({ rows, pages }) => ({ disputes: rows, pages }))
    },
    dispute: (id: string) => call('GET', at(id), 'soon', reading.readDispute),
    /** Returns a no if the dispute was answered already. */
    resolveDispute: (id: string, { resolution, message, refundAmount, uploadedFilename }: DisputeAnswer) =>
      call('PUT', `${at(id)}/resolve`, 'soon', reading.readDispute, {
        resolution,
        message,
        refund_amount: refundAmount,
        uploaded_filename: uploadedFilename,
      }),
    giveEvidence: (id: string, evidence: DisputeEvidence) =>
      call('POST', `${at(id)}/evidence`, 'soon', () => true, {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
        ...(evidence.deliveryAddress && { delivery_address: evidence.deliveryAddress }),
        ...(evidence.deliveryDate && { delivery_date: evidence.deliveryDate }),
      }),
    /** Uploads a PDF to Paystack and returns the name by which Paystack knows it. */
    async uploadEvidence(id: string, pdf: Uint8Array): Promise<Outcome<string>> {
      const path = `${at(id)}/upload_url?upload_filename=evidence.pdf`
      const offered = await call('GET', path, 'soon', reading.readUpload)
      if (offered.kind !== 'yes') return offered
      const { signedUrl, fileName } = offered.value
      const file = { bytes: pdf, type: 'application/pdf', seconds: patienceForFiles }
      if (!(await withoutPermit(() => putFile(log, signedUrl, file))))
        return { kind: 'unknown', why: 'not uploaded' }
      return { kind: 'yes', value: fileName }
    },
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

/** Constant-time comparison with the lower-case hex HMAC-SHA512 of the raw bytes (Paystack's webhook documentation). */
function matches(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!signature || !/^[0-9a-f]{128}$/.test(signature)) return false
  const expected = createHmac('sha512', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/**
 * Whether payers may be sent to this page to pay: https at a host of Paystack's or at the host that we call at `provider`;
 * on this machine, where the provider is its simulator, http too. So a forged response leads no payer elsewhere.
 */
export function isCheckoutAddress(address: string, provider: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(provider)) return false
  const [{ protocol, hostname }, { hostname: called }] = [new URL(address), new URL(provider)]
  if (isLoopback(hostname)) return isLoopback(called) && ['http:', 'https:'].includes(protocol)
  return protocol === 'https:' && (hostname === called || /(^|\.)paystack\.com$/.test(hostname))
}
