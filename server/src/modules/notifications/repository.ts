import type { Db } from '../../db.ts'

export async function hasGone(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('notice').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

/** Whether any mail has left since then. */
export async function hasAnyGone(db: Db, since: Date): Promise<boolean> {
  const sent = db.selectFrom('notice').select('key').where('sent_at', '>=', since)
  return (await sent.limit(1).executeTakeFirst()) !== undefined
}

export async function insertNotice(db: Db, key: string, at: Date): Promise<void> {
  await db
    .insertInto('notice')
    .values({ key, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
