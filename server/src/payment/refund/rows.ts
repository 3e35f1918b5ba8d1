import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Refund } from '../../tables.ts'

export type RefundRow = Selectable<Refund>

export async function insertRefund(tx: Tx, refund: Insertable<Refund>): Promise<RefundRow> {
  return await tx.insertInto('refund').values(refund).returningAll().executeTakeFirstOrThrow()
}

export async function refundById(db: Db, id: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  return await tx.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Whether the caller is the one who works on a refund now, until the transaction ends. */
export async function claimRefund(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`refund ${id}`}, 0)) as mine`.execute(tx)
  return rows[0]?.mine === true
}

export async function openRefundOf(db: Db, paymentReference: string): Promise<RefundRow | undefined> {
  return await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .where('payment.reference', '=', paymentReference)
    .where('refund.state', '<>', 'failed')
    .executeTakeFirst()
}

export async function setRefund(
  db: Db,
  id: string,
  known: Partial<Pick<RefundRow, 'state' | 'provider_id' | 'check_at' | 'ended_at'>>,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ ...known, checks: sql<number>`checks + 1` })
    .where('id', '=', id)
    .execute()
}

/** The refunds that are due a question; each is leased to the caller. */
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
