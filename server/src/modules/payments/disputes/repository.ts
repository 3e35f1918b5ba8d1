import type { Kobo } from '@labalaba/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Dispute } from '../../../tables.ts'

export type DisputeRow = Selectable<Dispute>

export async function disputeByProviderId(db: Db, providerId: string): Promise<DisputeRow | undefined> {
  return await db.selectFrom('dispute').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
}

/**
 * Stores Paystack's data of a dispute and locks it; the evidence stays as first gathered. A resolved dispute stays
 * resolved: contrary data was read earlier.
 */
export async function upsertDispute(
  tx: Tx,
  { evidence, ...dispute }: Insertable<Dispute> & { evidence: object },
): Promise<DisputeRow> {
  const updated = await tx
    .insertInto('dispute')
    .values({ ...dispute, evidence: sql`${JSON.stringify(evidence)}::text::jsonb` })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet(dispute)
        .where((e) => e.or([e('dispute.status', '<>', 'resolved'), e('excluded.status', '=', 'resolved')])),
    )
    .returningAll()
    .executeTakeFirst()
  if (updated) return updated
  const resolved = tx.selectFrom('dispute').selectAll().where('provider_id', '=', dispute.provider_id)
  return await resolved.forUpdate().executeTakeFirstOrThrow()
}

/** The dispute status of a payment: disputed now, money taken that is not yet counted against what we owed, or neither. */
export async function disputeStatusOf(db: Db, paymentId: number): Promise<'open' | 'taken' | 'free'> {
  const disputes = await unsettledOf(db, paymentId)
  if (disputes.some(({ status }) => status !== 'resolved' && status !== 'archived')) return 'open'
  return disputes.length > 0 ? 'taken' : 'free'
}

/** Whether a bank disputes a payment, or has taken money of it that is not yet counted against what we owed. */
export async function isDisputed(tx: Tx, paymentId: number): Promise<boolean> {
  return (await disputeStatusOf(tx, paymentId)) !== 'free'
}

/**
 * The disputes of a payment that were not won and are open or not fully counted, each with the amount not yet counted
 * against what we owed.
 */
export async function unsettledOf(
  db: Db,
  paymentId: number,
): Promise<{ id: string; status: string; left: Kobo }[]> {
  const { rows } = await sql<{ id: string; status: string; left: Kobo }>`
    select d.provider_id as id, d.status, (d.amount_kobo - coalesce(sum(r.source_kobo), 0))::bigint as left
    from dispute d left join refund r on r.outside = 'dispute' and r.outside_reference = d.provider_id
    where d.payment_id = ${paymentId}
      and (d.status not in ('resolved', 'archived') or d.resolution is distinct from 'declined')
    group by d.id having d.status <> 'resolved' or d.amount_kobo > coalesce(sum(r.source_kobo), 0)
    order by d.id`.execute(db)
  return rows
}

export type LostDispute = Pick<DisputeRow, 'provider_id' | 'payment_id' | 'amount_kobo'>

/** The amounts that banks took back of some payments. */
export async function lostOf(db: Db, paymentIds: readonly number[]): Promise<LostDispute[]> {
  return await db
    .selectFrom('dispute')
    .select(['provider_id', 'payment_id', 'amount_kobo'])
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .where('status', '=', 'resolved')
    .where('resolution', 'is distinct from', 'declined')
    .execute()
}

/** The disputes that have not ended, ordered by deadline. */
export async function openDisputes(db: Db): Promise<DisputeRow[]> {
  return await db
    .selectFrom('dispute')
    .selectAll()
    .where('status', 'not in', ['resolved', 'archived'])
    .orderBy(sql`due_at asc nulls last`)
    .execute()
}

/** When mails about a payment and its order were sent. */
export async function mailsAbout(db: Db, paymentId: number): Promise<{ key: string; sent_at: Date }[]> {
  const keys = ['patient', 'payer', 'lab'].map((kind) => `${kind}:${paymentId}`)
  return await db.selectFrom('notice').selectAll().where('key', 'in', keys).orderBy('sent_at').execute()
}
