import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { AuditEntry, ListSeen } from '../../tables.ts'

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

/** Which lab staff member viewed a list of patients, and how many patients it showed. */
export type ListReading = {
  readonly accountId: number
  readonly labId: number
  readonly what: Insertable<ListSeen>['what']
  /** The whole query. It is stored as a keyed hash, because a search word can be a patient's name. */
  readonly asked: Readonly<Record<string, string | number | undefined>>
  readonly shown: number
  readonly at: Date
}

/**
 * Records that a staff member viewed a list, before the list is shown. The same list with the same number of rows, viewed
 * again within a quarter of an hour (for example by a page that refreshes itself), is one entry. This is one insert, and no
 * other transaction waits for its locks. If it fails, it throws, and the list is not shown.
 */
export async function recordListReading(db: Db, secret: Secret, reading: ListReading): Promise<void> {
  const { accountId, labId, what, asked, shown, at } = reading
  await db
    .insertInto('list_seen')
    .values({
      account_id: accountId,
      lab_id: labId,
      what,
      shown,
      at,
      asked: secret.derive('list seen', JSON.stringify(Object.entries(asked).toSorted())),
      quarter: sql<Date>`date_bin('15 minutes', ${at}::timestamptz, 'epoch')`,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'asked', 'quarter', 'shown']).doNothing())
    .execute()
}
