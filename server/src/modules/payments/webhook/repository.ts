import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { PaystackEvent } from '../../../tables.ts'

/** Stores a webhook as received; the same bytes again are only counted. Returns its id and whether it is new. */
export async function keepEvent(
  tx: Tx,
  event: Insertable<PaystackEvent>,
): Promise<{ id: number; isNew: boolean }> {
  const row = await tx
    .insertInto('paystack_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('body_hash').doUpdateSet({ times: sql<number>`paystack_event.times + 1` }),
    )
    .returning(['id', 'times'])
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: row.times === 1 }
}

export async function eventById(db: Db, id: number) {
  return await db.selectFrom('paystack_event').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function closeEvent(
  db: Db,
  id: number,
  outcome: Exclude<PaystackEvent['outcome'], null>,
  at: Date,
): Promise<void> {
  await db.updateTable('paystack_event').set({ outcome, handled_at: at }).where('id', '=', id).execute()
}

/** Counts refused webhooks by the minute. */
export async function countRejections(
  db: Db,
  { reason, times, at }: { readonly reason: string; readonly times: number; readonly at: Date },
): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  await db
    .insertInto('webhook_rejection')
    .values({ minute, reason, times })
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'reason'])
        .doUpdateSet({ times: sql<number>`webhook_rejection.times + ${times}` }),
    )
    .execute()
}

/**
 * Webhooks about money for an unknown payment, received before a time but at most a week earlier, that have no case yet.
 */
export async function orphans(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: number; reference: string }[]> {
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference from paystack_event e
    where outcome = 'unknown_reference' and event = 'charge.success' and reference <> ''
      and received_at <= ${before} and received_at > ${before}::timestamptz - interval '7 days'
      and not exists (select 1 from money_case c
        where c.subject = e.reference and c.kind in ('orphan_webhook', 'unknown_at_paystack'))
      and not exists (select 1 from restore_finding f where f.subject = e.reference)
    order by received_at limit ${limit}`.execute(db)
  return rows
}
