import { sql } from 'kysely'
import type { Db } from '../../db.ts'

const hashOf = (key: string) => sql<Buffer>`sha256(convert_to(${key}, 'UTF8'))`

/** Whether the notification with this key was sent, in any month. */
export async function hasGone(db: Db, key: string): Promise<boolean> {
  const query = db.selectFrom('notice_key').select('hash').where('hash', '=', hashOf(key))
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether any mail has left since then. */
export async function hasAnyGone(db: Db, since: Date): Promise<boolean> {
  const sent = db.selectFrom('notice').select('key').where('sent_at', '>=', since)
  return (await sent.limit(1).executeTakeFirst()) !== undefined
}

/** Records that a notification was sent. Of several calls with one key, in any months, the first inserts the row. */
export async function insertNotice(db: Db, key: string, at: Date): Promise<void> {
  await db
    .with('first', (one) =>
      one
        .insertInto('notice_key')
        .values({ hash: hashOf(key) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('hash'),
    )
    .insertInto('notice')
    .columns(['key', 'sent_at'])
    .expression((one) =>
      one.selectFrom('first').select((first) => [first.val(key).as('key'), first.val(at).as('sent_at')]),
    )
    .execute()
}
