import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { AccountRow } from '../repository.ts'

/** Where the last mail goes, as nothing of the account itself says so any more. */
export async function insertFarewell(tx: Tx, { id, email, name }: AccountRow, at: Date): Promise<void> {
  await tx.insertInto('account_farewell').values({ account_id: id, email, name, at }).execute()
}

export async function farewellOf(
  db: Db,
  accountId: number,
): Promise<{ email: string; name: string } | undefined> {
  return await db
    .selectFrom('account_farewell')
    .select(['email', 'name'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function deleteFarewell(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('account_farewell').where('account_id', '=', accountId).execute()
}

export async function deleteOldFarewells(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('account_farewell').where('at', '<', before).execute()
}

/** Takes everything out of an account that says whose it was; its address is free again. */
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

/** Keeps an account as it is until the transaction ends, and says what it is. Others may hold it at the same time. */
export async function holdState(tx: Tx, id: number): Promise<AccountRow['state'] | null> {
  const { rows } = await sql<{ state: AccountRow['state'] | null }>`select ${heldState(id)} as state`.execute(
    tx,
  )
  return rows[0]?.state ?? null
}

/** The same within a statement that adds something to an account; null where there is no such account. */
export const heldState = (id: number): RawBuilder<AccountRow['state'] | null> =>
  sql`(select state from account where id = ${id}::bigint for share)`
