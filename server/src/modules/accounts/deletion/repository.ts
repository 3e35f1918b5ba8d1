import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { AccountRow } from '../repository.ts'

/** Stores the address of the last mail, because the account itself no longer contains it. */
export async function insertDeletionNotice(tx: Tx, { id, email, name }: AccountRow, at: Date): Promise<void> {
  await tx.insertInto('deletion_notice').values({ account_id: id, email, name, at }).execute()
}

/** The address of the last mail to a deleted account; undefined once it was sent. */
export async function deletionNoticeOf(
  db: Db,
  accountId: number,
): Promise<{ email: string; name: string } | undefined> {
  return await db
    .selectFrom('deletion_notice')
    .select(['email', 'name'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Deletes the address once the last mail is sent; after that no data of the owner is stored here. */
export async function forgetDeletionNotice(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('deletion_notice').where('account_id', '=', accountId).execute()
}

export async function deleteOldDeletionNotices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('deletion_notice').where('at', '<', before).execute()
}

/** Erases everything that identifies the owner of an account; its address is free again. */
export async function anonymise(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      email: `deleted-${id}@deleted.invalid`,
      password_hash: '',
      name: 'Deleted account',
      phone: '2340000000000',
      username: '',
      address: '',
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('code').where('account_id', '=', id).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', id).execute()
  await tx.deleteFrom('second_factor').where('account_id', '=', id).execute()
  await tx.deleteFrom('account_device').where('account_id', '=', id).execute()
}

/** Returns the state of an account under a shared lock, so that it does not change until the transaction ends. */
export async function shareLockState(tx: Tx, id: number): Promise<AccountRow['state'] | null> {
  const { rows } = await sql<{
    state: AccountRow['state'] | null
  }>`select ${shareLockedState(id)} as state`.execute(tx)
  return rows[0]?.state ?? null
}

/** The same as an expression in a statement that adds data to an account; null if there is no such account. */
export const shareLockedState = (id: number): RawBuilder<AccountRow['state'] | null> =>
  sql`(select state from account where id = ${id}::bigint for share)`
