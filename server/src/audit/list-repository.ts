import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Secret } from '../platform/secret.ts'
import type { ListSeen } from '../tables.ts'

/** Who of a lab looked through a list of patients, and how many were shown. */
export type Look = {
  readonly accountId: number
  readonly labId: number
  readonly what: Insertable<ListSeen>['what']
  /** All that was asked for: it is kept as a keyed hash, as a word of a search is a patient's name. */
  readonly asked: Readonly<Record<string, string | number | undefined>>
  readonly shown: number
  readonly at: Date
}

/**
 * Writes down that somebody looked through a list, before they see it. The same list with as many on it, looked at again
 * within a quarter of an hour, as a page that reads it by itself does, is one entry. It is one insert that takes no lock
 * which anybody else waits for; where it cannot be written, this throws, and nothing is shown.
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
