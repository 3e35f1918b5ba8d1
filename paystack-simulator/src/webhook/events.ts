import type { Context } from '../context.ts'
import type { Dispute } from '../dispute/repository.ts'
import { chargeEventData, customerOf, disputeObject } from '../objects.ts'
import type { Refund } from '../refund/repository.ts'
import { rowOf } from '../store.ts'
import type { Transaction } from '../transaction/repository.ts'

/** Queues `charge.success`, in the caller's database transaction (sections 1.4 and 1.16). */
export function announceSuccess(context: Context, transaction: Transaction): void {
  post(context, recordSuccess(context, transaction))
}

/** Queues the `refund.*` event for the refund's current state, in the same way (section 1.16). */
export function announceRefund(context: Context, transaction: Transaction, refund: Refund): void {
  const { status } = refund
  if (refund.silent) return
  const reference = { failed: `TRF_${refund.id.toString(36)}`, processed: `13${refund.id}` }
  const data = {
    status,
    transaction_reference: transaction.reference,
    refund_reference: status === 'failed' || status === 'processed' ? reference[status] : null,
    // Text in every event except refund.failed, as in Paystack's.
    amount: status === 'failed' ? refund.amount : String(refund.amount),
    currency: refund.currency,
    customer: namesOf(context, transaction),
    integration: 100_001,
    domain: context.domain,
    ...(status === 'needs-attention'
      ? { id: String(refund.id), customer_note: refund.customerNote, merchant_note: refund.merchantNote }
      : { processor: status === 'failed' ? 'instant-transfer' : 'test_processor' }),
  }
  post(context, recordEvent(context, transaction.reference, `refund.${status}`, data))
}

/** Queues `charge.dispute.*`, in the same way (section 1.14). */
export function announceDispute(
  context: Context,
  transaction: Transaction,
  dispute: Dispute,
  what: 'create' | 'remind' | 'resolve',
): void {
  const data = disputeObject(context, dispute, transaction)
  post(context, recordEvent(context, transaction.reference, `charge.dispute.${what}`, data))
}

/** Sends the event of a successful transaction again, with the same bytes, `times` times concurrently (S-19). */
export function repeatSuccess(context: Context, transaction: Transaction, times: number): void {
  const sql = `SELECT id FROM webhook_event WHERE reference = ? AND name = 'charge.success'`
  const sent = rowOf<{ id: number }>(context.store, sql, transaction.reference)
  const id = sent?.id ?? recordSuccess(context, transaction)
  const dueAt = context.now() + context.faults.now().webhook.delayMs
  for (let time = 0; time < times; time += 1) schedule(context, id, dueAt)
  context.courier.wake()
}

function recordSuccess(context: Context, transaction: Transaction): number {
  return recordEvent(context, transaction.reference, 'charge.success', chargeEventData(context, transaction))
}

function recordEvent({ store, noise, now }: Context, reference: string, name: string, data: unknown): number {
  const style = {
    space: noise.pick(reference, `${name} space`, ['', ' ']),
    escapedSlashes: noise.pick(reference, `${name} slashes`, [false, true]),
    asciiOnly: noise.pick(reference, `${name} ascii`, [false, true]),
  }
  const body = Buffer.from(jsonText({ event: name, data }, style))
  const sql = 'INSERT INTO webhook_event (reference, name, body, created_at) VALUES (?, ?, ?, ?)'
  return Number(store.prepare(sql).run(reference, name, body, now()).lastInsertRowid)
}

/** Schedules one event, altered by the faults: dropped, late, after others, or twice (S-19). */
function post(context: Context, eventId: number): void {
  const { noise, now } = context
  const { drop, duplicate, reorder, delayMs, late, lateMs } = context.faults.now().webhook
  if (noise.roll() < drop) {
    schedule(context, eventId, now(), 'dropped')
    return
  }
  const heldBackMs = noise.roll() < reorder ? 500 + Math.floor(noise.roll() * 2500) : 0
  const dueAt = now() + delayMs + heldBackMs + (noise.roll() < late ? lateMs : 0)
  schedule(context, eventId, dueAt)
  if (noise.roll() < duplicate) schedule(context, eventId, dueAt)
  context.courier.wake()
}

function schedule(
  { store }: Context,
  eventId: number,
  dueAt: number,
  state: 'pending' | 'dropped' = 'pending',
): void {
  store.prepare('INSERT INTO delivery (event_id, state, due_at) VALUES (?, ?, ?)').run(eventId, state, dueAt)
}

function namesOf(context: Context, { email }: Transaction): Record<string, unknown> {
  const { first_name, last_name } = customerOf(context, email)
  return { first_name, last_name, email }
}

/** How a body is serialized. Every style is valid JSON for the same value. */
type JsonStyle = {
  /** After commas and colons. */
  readonly space: '' | ' '
  /** `\/` for `/`. */
  readonly escapedSlashes: boolean
  /** `\u00e9` for `é`. */
  readonly asciiOnly: boolean
}

/**
 * Serialized as `3.0`: a number that is not money, but whose text changes when it is parsed and serialized again (S-18).
 */
const floatKeys = new Set(['risk_score'])

/**
 * Serializes JSON in one of several valid ways (S-18). A signature can therefore be checked only over the bytes as
 * received: parsing and serializing again gives other bytes. Money is always a plain whole number.
 */
function jsonText(value: unknown, style: JsonStyle): string {
  const comma = `,${style.space}`
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, style)).join(comma)}]`
  if (typeof value === 'string') return stringText(value, style)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).map(([key, member]) => {
    const float = floatKeys.has(key) && Number.isInteger(member)
    return `${stringText(key, style)}:${style.space}${jsonText(member, style)}${float ? '.0' : ''}`
  })
  return `{${members.join(comma)}}`
}

function stringText(value: string, { escapedSlashes, asciiOnly }: JsonStyle): string {
  const slashed = escapedSlashes ? JSON.stringify(value).replaceAll('/', '\\/') : JSON.stringify(value)
  if (!asciiOnly) return slashed
  return slashed.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
