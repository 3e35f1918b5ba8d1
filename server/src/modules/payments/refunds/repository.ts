import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Refund } from '../../../tables.ts'

export type RefundRow = Selectable<Refund>

export async function insertRefund(tx: Tx, refund: Insertable<Refund>): Promise<RefundRow> {
  return await tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow()
}

export async function refundById(db: Db, id: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The refund of a request key. */
export async function refundByKey(db: Db, requestKey: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refund').selectAll().where('request_key', '=', requestKey).executeTakeFirst()
}

export async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  return await tx.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Every refund of a payment, oldest first. */
export async function refundsOfPayment(db: Db, paymentId: number): Promise<RefundRow[]> {
  return await db
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
}

/** Every refund of an order's money, oldest first. */
export async function refundsOfOrder(db: Db, orderId: number): Promise<RefundRow[]> {
  return await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .where('payment.order_id', '=', orderId)
    .orderBy('refund.requested_at')
    .orderBy('refund.id')
    .execute()
}

/** The newest refund in the chain of retries of this one; itself if there is none. Locked. */
export async function lastOfChain(tx: Tx, id: string): Promise<RefundRow> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, 1 as step from refund where id = ${id}
      union all select later.id, step + 1 from refund later join chain on later.retries = chain.id)
    select id from chain order by step desc limit 1`.execute(tx)
  return await lockRefund(tx, rows[0]?.id ?? id)
}

/** How many refunds are in the chain that ends with this one, including itself: each has failed. */
export async function countFailures(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    with recursive chain as (
      select id, retries from refund where id = ${id}
      union all select earlier.id, earlier.retries from refund earlier join chain on earlier.id = chain.retries)
    select count(*)::int as failures from chain`.execute(tx)
  return rows[0]?.failures ?? 1
}

/** The failed refunds of a payment that no later one replaces, oldest first. */
export async function unmended(tx: Tx, paymentId: number): Promise<RefundRow[]> {
  const all = await refundsOfPayment(tx, paymentId)
  const replaced = new Set(all.map(({ retries }) => retries))
  return all.filter(({ id, state }) => state === 'failed' && !replaced.has(id))
}

/** The failed refunds that are due for a retry. */
export async function dueRetries(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('refund')
    .select('id')
    .where('retry_at', '<=', now)
    .orderBy('retry_at')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

/**
 * Claims the sending of a refund for a minute, by the database's clock, and returns the end of the claim. Null if another
 * process may be sending it, Paystack has it already, or a bank disputes its payment.
 */
export async function claimSending(db: Db, id: string): Promise<Date | null> {
  const claimed = await db
    .updateTable('refund')
    .set({
      sending_until: sql<Date>`date_trunc('milliseconds', clock_timestamp()) + interval '60 seconds'`,
    })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .where('ended_at', 'is', null)
    .where((e) =>
      e.or([e('sending_until', 'is', null), e('sending_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('dispute')
            .select('dispute.id')
            .whereRef('dispute.payment_id', '=', 'refund.payment_id')
            .where('dispute.status', 'not in', ['resolved', 'archived']),
        ),
      ),
    )
    .returning('sending_until')
    .executeTakeFirst()
  return claimed?.sending_until ?? null
}

/** Releases a claim on sending; only for a refund that its holder has certainly not sent. */
export async function releaseSending(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('refund')
    .set({ sending_until: null })
    .where('id', '=', id)
    .where('sending_until', '=', until)
    .execute()
}

/** The refunds of a payment that have not ended; null if it never had one. */
export async function openRefundsOf(db: Db, paymentReference: string): Promise<string[] | null> {
  const found = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.id', 'refund.ended_at'])
    .where('payment.reference', '=', paymentReference)
    .orderBy('refund.requested_at')
    .execute()
  return found.length === 0 ? null : found.filter((row) => !row.ended_at).map((row) => row.id)
}

export async function setRefund(
  db: Db,
  id: string,
  known: Partial<
    Pick<
      RefundRow,
      | 'state'
      | 'provider_id'
      | 'check_at'
      | 'checks'
      | 'ended_at'
      | 'retry_at'
      | 'needs_attention'
      | 'refusal'
      | 'details_at'
      | 'sending_until'
    >
  >,
): Promise<void> {
  await db.updateTable('refund').set(known).where('id', '=', id).execute()
}

/** Makes the open refunds of a payment due for a check now. */
export async function checkRefundsOfPaymentNow(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ check_at: now })
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Locks the refunds of a payment whose sending was never begun, oldest first. */
export async function lockUnsent(tx: Tx, paymentId: number): Promise<RefundRow[]> {
  return await tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .where('provider_id', 'is', null)
    .where('sending_until', 'is', null)
    .orderBy('requested_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether one of our refunds has this id of Paystack's. */
export async function isProviderRefundKnown(tx: Tx, providerId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('refund')
    .select('id')
    .where('provider_id', '=', providerId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Makes every open refund due for a check now. */
export async function checkRefundsNow(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('refund')
    .set({ check_at: now })
    .where('check_at', '>', now)
    .where('ended_at', 'is', null)
    .execute()
}

/** The refunds that are due for a check; each is leased to the caller. */
export async function leaseRefunds(db: Db, now: Date, lease: Date): Promise<string[]> {
  const due = db
    .selectFrom('refund')
    .select('id')
    .where('check_at', '<=', now)
    .limit(20)
    .forUpdate()
    .skipLocked()
  const leased = await db
    .updateTable('refund')
    .set({ check_at: lease })
    .where('id', 'in', due)
    .returning('id')
    .execute()
  return leased.map((row) => row.id)
}

/** Whether a refund has failed and no later one replaces it. */
export async function isUnmended(tx: Tx, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from refund where id::text = ${refundId} and state = 'failed'
      and not exists (select 1 from refund later where later.retries = refund.id)`.execute(tx)
  return rows.length > 0
}
