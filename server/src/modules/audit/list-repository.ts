import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import type { ListSeen } from '../../tables.ts'

/** Which lab staff member viewed a list of patients, and how many patients it showed. */
export type Look = {
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
export async function noteLook(db: Db, secret: Secret, look: Look): Promise<void> {
  const { accountId, labId, what, asked, shown, at } = look
  await db
    .insertInto('list_seen')
    .values({
      ...{ account_id: accountId, lab_id: labId, what, shown, at },
      asked: secret.derive('list seen', JSON.stringify(Object.entries(asked).toSorted())),
      quarter: sql<Date>`date_bin('15 minutes', ${at}::timestamptz, 'epoch')`,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'asked', 'quarter', 'shown']).doNothing())
    .execute()
}
