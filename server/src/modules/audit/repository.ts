import type { Insertable } from 'kysely'
import type { Tx } from '../../db.ts'
import type { AuditEntry } from '../../tables.ts'

/** Who saw or changed what, and when. The database numbers the entry and chains it to the previous one. */
export type Entry = Omit<Insertable<AuditEntry>, 'number' | 'prev_hash' | 'hash'>

/**
 * Records who saw or changed what of an order's patient, in the transaction of the act. Other transactions that write
 * entries for the same order wait until this one ends. Entries are inserted by ascending order id.
 */
export async function writeDown(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_entry')
    .values(entries.toSorted((one, other) => one.order_id - other.order_id))
    .execute()
}
