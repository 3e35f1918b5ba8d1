import type { Context } from '../context.ts'
import {
  type Category,
  categories,
  type Dispute,
  disputeById,
  oneOf,
  type Resolution,
  resolutions,
} from '../dispute/repository.ts'
import { methodById, type PaymentMethod, paymentMethods } from '../transaction/payment-methods.ts'
import { type Transaction, transactionByReference } from '../transaction/repository.ts'
import { isRecord, readKobo } from '../wire-format.ts'

/** An invalid control request: answered with 400 and this message. */
export class BadRequest extends Error {
  override name = 'BadRequest'
}

/** Options of `succeed`: pay a wrong amount, silently, with another card, in Paystack's other mode, or in the past. */
type SucceedOrder = {
  amount?: number
  currency?: string
  webhook?: boolean
  method?: PaymentMethod
  otherMode?: boolean
  /** Milliseconds since 1970. */
  at?: number
}

/** An optional object with only these keys. */
function readFields(body: unknown, known: string[]): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (!isRecord(body)) throw new BadRequest('Send a JSON object, or nothing')
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown) throw new BadRequest(`unknown field "${unknown}"; known: ${known.join(', ') || 'none'}`)
  return body
}

/** Reads the options of `succeed`. An empty body pays the requested amount now. */
export function readSucceedOrder(body: unknown, now: number): SucceedOrder {
  const known = ['amount', 'currency', 'webhook', 'method', 'otherMode', 'at']
  const { amount, currency, webhook, method, otherMode, at } = readFields(body, known)
  if (currency !== undefined && (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))) {
    throw new BadRequest('currency must be three capital letters')
  }
  return {
    ...(amount !== undefined && { amount: koboOf(amount) }),
    ...(currency !== undefined && { currency }),
    ...(webhook !== undefined && { webhook: flagOf('webhook', webhook) }),
    ...(method !== undefined && { method: workingMethod(method) }),
    ...(otherMode !== undefined && { otherMode: flagOf('otherMode', otherMode) }),
    ...(at !== undefined && { at: momentOf(at, now) }),
  }
}

function flagOf(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new BadRequest(`${name} must be true or false`)
  return value
}

function momentOf(value: unknown, now: number): number {
  const at = typeof value === 'string' ? new Date(value).getTime() : Number.NaN
  if (Number.isNaN(at) || at > now) throw new BadRequest('at must be a moment that is not in the future')
  return at
}

function koboOf(amount: unknown): number {
  const kobo = readKobo(amount)
  if (kobo === null) throw new BadRequest('amount must be whole kobo above zero')
  return kobo
}

function workingMethod(id: unknown): PaymentMethod {
  const found = methodById(id)
  if (found && found.declinedBecause === null) return found
  const ids = paymentMethods.filter((method) => method.declinedBecause === null).map((method) => method.id)
  throw new BadRequest(`method must be one of ${ids.join(', ')}`)
}

/** The fee that Paystack takes for a payment, in kobo. */
export function readFees(body: unknown): number {
  return koboOf(readFields(body, ['fees']).fees)
}

/** The options of a refund in the dashboard: by default the whole remaining amount, with its events. */
export function readRefundOrder(body: unknown): { amount: number | null; webhook: boolean } {
  const { amount, webhook = true } = readFields(body, ['amount', 'webhook'])
  return { amount: amount === undefined ? null : koboOf(amount), webhook: flagOf('webhook', webhook) }
}

/** The options of a dispute: by default the whole remaining amount, as a chargeback. */
export function readDisputeOrder(body: unknown): { amount: number | null; category: Category } {
  const fields = readFields(body, ['amount', 'category'])
  const category = oneOf(categories, fields.category ?? 'chargeback')
  if (!category) throw new BadRequest(`category must be one of ${categories.join(', ')}`)
  return { amount: fields.amount === undefined ? null : koboOf(fields.amount), category }
}

/** How a dispute ends. There is no default for who gets the money. */
export function readResolution(body: unknown): Resolution {
  const resolution = oneOf(resolutions, readFields(body, ['resolution']).resolution)
  if (!resolution) throw new BadRequest(`resolution must be one of ${resolutions.join(', ')}`)
  return resolution
}

/** How far ahead the clock runs: whole milliseconds, not less than now, at most ten years. */
export function readAhead(body: unknown, least: number): number {
  const { aheadMs } = readFields(body, ['aheadMs'])
  const most = 10 * 366 * 86_400_000
  if (typeof aheadMs === 'number' && Number.isInteger(aheadMs) && aheadMs >= least && aheadMs <= most)
    return aheadMs
  throw new BadRequest(
    `aheadMs must be whole milliseconds from ${least} (the clock does not go back) to ${most}`,
  )
}

/** Checks that a request has no fields. */
export function readNothing(body: unknown): void {
  readFields(body, [])
}

/** `fail` and `abandon` have no options; the fields of `succeed` are accepted and ignored. */
export function readPlainOrder(body: unknown): void {
  readFields(body, ['amount', 'currency', 'webhook'])
}

/** How many times to send a webhook again: 1 by default, at most 200. */
export function readTimes(body: unknown): number {
  const { times = 1 } = readFields(body, ['times'])
  if (typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= 200) return times
  throw new BadRequest('times must be a whole number from 1 to 200')
}

/** A control request names something that does not exist: answered with 404 and this message. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/** The transaction with this reference. */
export function transactionFor(context: Context, reference: string): Transaction {
  const transaction = transactionByReference(context, reference)
  if (!transaction) throw new NotFound('There is no transaction with this reference')
  return transaction
}

/** The dispute with this id. */
export function disputeFor(context: Context, id: string): Dispute {
  const dispute = disputeById(context, id)
  if (!dispute) throw new NotFound('There is no dispute with this id')
  return dispute
}
