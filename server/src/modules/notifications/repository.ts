import type { Db } from '../../db.ts'

export async function hasGone(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('notice').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

export async function insertNotice(db: Db, key: string, at: Date): Promise<void> {
  await db
    .insertInto('notice')
    .values({ key, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
