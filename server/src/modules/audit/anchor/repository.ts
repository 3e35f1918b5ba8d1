import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { addJob } from '../../../infra/queue/jobs.ts'
import type { AuditAnchor } from '../../../tables.ts'
import type { SignedAnchor } from './anchor.ts'

/** Every anchor, the oldest first. */
export async function readAllAnchors(db: Db): Promise<Selectable<AuditAnchor>[]> {
  return await db.selectFrom('audit_anchor').selectAll().orderBy('day').execute()
}

/** The anchor of a day. */
export async function anchorOf(db: Db, day: string): Promise<Selectable<AuditAnchor> | null> {
  const query = db.selectFrom('audit_anchor').selectAll().where('day', '=', day)
  return (await query.executeTakeFirst()) ?? null
}

/** The newest anchor that was made before the given time. */
export async function anchorBefore(db: Db, moment: Date): Promise<Selectable<AuditAnchor> | null> {
  const query = db.selectFrom('audit_anchor').selectAll().where('at', '<', moment)
  return (await query.orderBy('at', 'desc').limit(1).executeTakeFirst()) ?? null
}

/**
 * Stores the anchor of a day and queues its mail to the operator, unless the day has one. Returns whether it was stored.
 */
export async function insertAnchor(tx: Tx, anchor: SignedAnchor, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_anchor')
    .values({ ...anchor, at })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await addJob(tx, 'mail-audit-anchor', { day: anchor.day })
  return true
}
