import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { PaystackEvent } from '../../../tables.ts'

/**
 * Stores a webhook as received, and returns its id. The same bytes again are only counted, however late they come: then it
 * returns null. Two transactions with the same bytes wait for each other at the hash.
 */
export async function keepEvent(
  tx: Tx,
  event: Omit<Insertable<PaystackEvent>, 'id'>,
): Promise<{ id: number } | null> {
  const { body_hash, received_at, event: name, reference, body } = event
  const row = await tx
    .with('known', (db) =>
      db
        .insertInto('paystack_body')
        .values({ hash: body_hash, received_at })
        .onConflict((conflict) =>
          conflict.column('hash').doUpdateSet({ times: sql<number>`paystack_body.times + 1` }),
        )
        .returning(['event_id', 'hash', 'received_at', 'times']),
    )
    .insertInto('paystack_event')
    .columns(['id', 'body_hash', 'received_at', 'event', 'reference', 'body'])
    .expression((db) =>
      db
        .selectFrom('known')
        .select((known) => [
          'event_id',
          'hash',
          'received_at',
          known.val(name).as('event'),
          known.val(reference).as('reference'),
          known.val(body).as('body'),
        ])
        .where('times', '=', 1),
    )
    .returning('id')
    .executeTakeFirst()
  return row ?? null
}

/** A stored webhook. Its hash has the time, read first as a value of its own, so that PostgreSQL looks in one partition. */
export async function eventById(db: Db, id: number) {
  return await db
    .selectFrom('paystack_event')
    .selectAll()
    .where('id', '=', id)
    .where('received_at', '=', (known) =>
      known.selectFrom('paystack_body').select('received_at').where('event_id', '=', id),
    )
    .executeTakeFirst()
}

export async function closeEvent(
  db: Db,
  { id, received_at }: Pick<Selectable<PaystackEvent>, 'id' | 'received_at'>,
  outcome: Exclude<PaystackEvent['outcome'], null>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('paystack_event')
    .set({ outcome, handled_at: at })
    .where('id', '=', id)
    .where(receivedBetween(received_at, received_at))
    .execute()
}

/** Names the partitions in which rows are. The database knows times to the microsecond, a Date only to the millisecond. */
function receivedBetween(first: Date, last: Date) {
  const end = new Date(last.getTime() + 1)
  return sql<boolean>`received_at >= ${first} and received_at < ${end}`
}

/** Stored webhooks that were received before a time and still have their whole body, locked, the oldest first. */
export async function lockWholeBodies(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<Pick<Selectable<PaystackEvent>, 'id' | 'received_at' | 'body'>[]> {
  return await tx
    .selectFrom('paystack_event')
    .select(['id', 'received_at', 'body'])
    .where('received_at', '<', before)
    .where('reduced_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Replaces the bodies of stored webhooks, which are sorted by time. The first and last time name the months to look in. */
export async function replaceBodies(
  tx: Tx,
  events: readonly Pick<Selectable<PaystackEvent>, 'id' | 'received_at' | 'body'>[],
  at: Date,
): Promise<void> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return
  const rows = events.map(({ id, body }) => sql`(${id}::bigint, ${body}::bytea)`)
  await sql`update paystack_event event set body = reduced.body, reduced_at = ${at}
    from (values ${sql.join(rows)}) reduced (id, body)
    where event.id = reduced.id and ${receivedBetween(first.received_at, last.received_at)}`.execute(tx)
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
): Promise<{ id: number; reference: string; received_at: Date }[]> {
  const { rows } = await sql<{ id: number; reference: string; received_at: Date }>`
    select id, reference, received_at from paystack_event e
    where outcome = 'unknown_reference' and event = 'charge.success' and reference <> ''
      and received_at <= ${before} and received_at > ${before}::timestamptz - interval '7 days'
      and not exists (select 1 from money_case c
        where c.subject = e.reference and c.kind in ('orphan_webhook', 'unknown_at_paystack'))
      and not exists (select 1 from restore_finding f where f.subject = e.reference)
    order by received_at limit ${limit}`.execute(db)
  return rows
}
