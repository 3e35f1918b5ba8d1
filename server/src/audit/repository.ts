import type { Insertable } from 'kysely'
import type { Tx } from '../db.ts'
import type { AuditEntry } from '../tables.ts'

/** Who saw or changed what, and when. The database numbers it and chains it to the one before. */
export type Entry = Omit<Insertable<AuditEntry>, 'number' | 'prev_hash' | 'hash'>

/**
 * Writes down who saw or changed what of an order's patient, in the transaction of the act. Whoever writes of the same
 * order waits until that transaction ends; of several orders each waits for those with lower numbers first.
 */
export async function writeDown(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_entry')
    .values(entries.toSorted((one, other) => one.order_id - other.order_id))
    .execute()
}
