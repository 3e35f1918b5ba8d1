import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import * as events from './repository.ts'

/** How long a webhook keeps its whole body, in milliseconds: 90 days, as docs/security.md says. */
const wholeFor = 90 * 86_400_000
/** How many bodies one transaction reduces. */
const batch = 200

/**
 * Removes personal data from the stored bodies of webhooks that are older than 90 days: only what our books need stays (see
 * `reduceBody`). The hash stays, so the same body still acts once. Returns how many were reduced. Several workers may run it
 * at once.
 */
export async function reduceOldBodies(db: Db, clock: Clock): Promise<number> {
  const now = clock.now()
  let reduced = 0
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const old = await events.lockWholeBodies(tx, new Date(now.getTime() - wholeFor), batch)
      await events.replaceBodies(
        tx,
        old.map((event) => ({ ...event, body: reduceBody(event.body) })),
        now,
      )
      return old.length
    })
    reduced += count
    if (count < batch) return reduced
  }
}

/** What stays of a webhook and of the transaction in it: ids, references, amounts, states and times. */
const kept = [
  ...['id', 'domain', 'status', 'reference', 'transaction_reference', 'refund_reference', 'amount'],
  ...['requested_amount', 'refund_amount', 'currency', 'channel', 'fees', 'paid_at', 'paidAt', 'created_at'],
  ...['createdAt', 'due_at', 'dueAt', 'resolved_at', 'resolvedAt', 'category', 'resolution', 'transaction'],
]
/** A longer text is no id, amount, state or time. */
const longest = 100

/** A body without personal data: a list of what may stay, so that a new field of Paystack's is removed. */
function reduceBody(body: Buffer): Buffer {
  const whole = parsed(body)
  const data = fieldsOf(whole?.data, kept)
  return Buffer.from(whole ? JSON.stringify({ ...fieldsOf(whole, ['event']), data }) : '')
}

function fieldsOf(value: unknown, names: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(isRecord(value) ? value : {}).filter(([name]) => names.includes(name))
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      if (isRecord(field))
        return name === 'transaction'
          ? [
              [
                name,
                fieldsOf(
                  field,
                  kept.filter((one) => one !== 'transaction'),
                ),
              ],
            ]
          : []
      const isShort = typeof field === 'string' ? field.length <= longest : typeof field !== 'object'
      return isShort || field === null ? [[name, field]] : []
    }),
  )
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
