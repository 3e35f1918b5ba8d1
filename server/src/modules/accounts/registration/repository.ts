import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Account } from '../../../tables.ts'
import type { AccountRow } from '../repository.ts'

/** The owners of an address: its account, or its pending registrations, the newest first. */
export type Owners = {
  readonly account: AccountRow | undefined
  readonly pending: readonly AccountRow[]
}

export async function ownersOf(db: Db, email: string): Promise<Owners> {
  return ownersIn(await allOf(db, email).execute())
}

/** The same, locked until the transaction ends. */
export async function lockOwners(tx: Tx, email: string): Promise<Owners> {
  return ownersIn(await allOf(tx, email).forNoKeyUpdate().execute())
}

function allOf(db: Db, email: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

function ownersIn(found: readonly AccountRow[]): Owners {
  return {
    account: found.find(({ state }) => state !== 'unverified'),
    pending: found.filter(({ state }) => state === 'unverified'),
  }
}

/** Adds a registration and returns its id. The caller holds the lock of the address. */
export async function insertPending(tx: Tx, registration: Insertable<Account>): Promise<number> {
  const { id } = await tx.insertInto('account').values(registration).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes registrations. Their codes no longer work. */
export async function deletePending(tx: Tx, pending: readonly AccountRow[]): Promise<void> {
  if (pending.length === 0) return
  const ids = pending.map(({ id }) => id)
  await tx.deleteFrom('account').where('id', 'in', ids).where('state', '=', 'unverified').execute()
}

/** Deletes the registrations that were made before a time and have no code that still works. */
export async function deleteOldPending(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .deleteFrom('account')
    .where('state', '=', 'unverified')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('code')
            .select('code.id')
            .whereRef('code.account_id', '=', 'account.id')
            .where('code.expires_at', '>', now),
        ),
      ),
    )
    .execute()
}
