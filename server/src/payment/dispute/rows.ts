import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Dispute } from '../../tables.ts'

export type DisputeRow = Selectable<Dispute>

export async function disputeByProviderId(db: Db, providerId: string): Promise<DisputeRow | undefined> {
  return await db.selectFrom('dispute').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
}

/**
 * Keeps what Paystack says of a dispute, and locks it; the evidence stays as it was first gathered. One that has ended stays
 * so: a word that says otherwise was read before.
 */
export async function keepDispute(
  tx: Tx,
  { evidence, ...known }: Insertable<Dispute> & { evidence: object },
): Promise<DisputeRow> {
  const kept = await tx
    .insertInto('dispute')
    .values({ ...known, evidence: sql`${JSON.stringify(evidence)}::text::jsonb` })
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet(known)
        .where((e) => e.or([e('dispute.status', '<>', 'resolved'), e('excluded.status', '=', 'resolved')])),
    )
    .returningAll()
    .executeTakeFirst()
  return kept ?? (await lockDispute(tx, known.provider_id))
}

async function lockDispute(tx: Tx, providerId: string): Promise<DisputeRow> {
  return await tx
    .selectFrom('dispute')
    .selectAll()
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Whether a bank looks into a payment, or has taken its money: every dispute of it that was not won. */
export async function isDisputed(tx: Tx, paymentId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('dispute')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where((e) =>
      e.or([
        e('status', 'not in', ['resolved', 'archived']),
        e('resolution', 'is distinct from', 'declined'),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The disputes that have not ended, by when they are due. */
export async function openDisputes(db: Db): Promise<DisputeRow[]> {
  return await db
    .selectFrom('dispute')
    .selectAll()
    .where('status', 'not in', ['resolved', 'archived'])
    .orderBy(sql`due_at asc nulls last`)
    .execute()
}

/** When mails about a payment and its order went out. */
export async function mailsAbout(db: Db, paymentId: number): Promise<{ key: string; sent_at: Date }[]> {
  const keys = ['patient', 'payer', 'lab'].map((kind) => `${kind}:${paymentId}`)
  return await db.selectFrom('notice').selectAll().where('key', 'in', keys).orderBy('sent_at').execute()
}
