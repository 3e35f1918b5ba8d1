import { isRecord, readKobo } from '../input.ts'

/** A control request that makes no sense: answered 400 with these words. */
export class BadRequest extends Error {
  override name = 'BadRequest'
}

/** What `succeed` may be told, to pay wrongly or silently. */
export type SucceedOrder = { amount?: number; currency?: string; webhook?: boolean }

/** An optional object with only these keys. */
function readFields(body: unknown, known: string[]): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (!isRecord(body)) throw new BadRequest('Send a JSON object, or nothing')
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown) throw new BadRequest(`unknown field "${unknown}"; known: ${known.join(', ') || 'none'}`)
  return body
}

/** Reads what `succeed` is told; an empty body pays what was asked. */
export function readSucceedOrder(body: unknown): SucceedOrder {
  const { amount, currency, webhook } = readFields(body, ['amount', 'currency', 'webhook'])
  const order: SucceedOrder = {}
  if (amount !== undefined) {
    const kobo = readKobo(amount)
    if (kobo === null) throw new BadRequest('amount must be whole kobo above zero')
    order.amount = kobo
  }
  if (currency !== undefined) {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
      throw new BadRequest('currency must be three capital letters')
    }
    order.currency = currency
  }
  if (webhook !== undefined) {
    if (typeof webhook !== 'boolean') throw new BadRequest('webhook must be true or false')
    order.webhook = webhook
  }
  return order
}

/** `fail` and `abandon` take nothing; the fields of `succeed` are tolerated, and mean nothing here. */
export function readPlainOrder(body: unknown): void {
  readFields(body, ['amount', 'currency', 'webhook'])
}

/** How many times to send a webhook again: 1 unless told, at most 200. */
export function readTimes(body: unknown): number {
  const { times = 1 } = readFields(body, ['times'])
  if (typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= 200) return times
  throw new BadRequest('times must be a whole number from 1 to 200')
}
