import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import { acquireAdvisoryLock } from '../../infra/db/advisory-lock.ts'
import { type Transition, transitionColumns } from '../../infra/state-machine.ts'
import type { Account, Session } from '../../tables.ts'

export type AccountRow = Selectable<Account>

/** Makes transactions about the same address wait for each other, whether or not it has an account. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await acquireAdvisoryLock(tx, `address ${email.toLowerCase()}`)
}

/** The account of an address, without pending registrations: for those see `registration/repository.ts`. */
export async function accountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .where('state', '<>', 'unverified')
    .executeTakeFirst()
}

/** At most two accounts with a username: the caller only needs to know whether there is exactly one. */
export async function accountsByUsername(db: Db, username: string): Promise<AccountRow[]> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('username', '=', username)
    .where('state', 'not in', ['deleted', 'unverified'])
    .limit(2)
    .execute()
}

export async function accountById(db: Db, id: number): Promise<AccountRow | undefined> {
  return await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The state and name of an account, and its checked name if it is a verified doctor's. */
export async function accountWithCheckedName(db: Db, id: number) {
  return await db
    .selectFrom('account')
    .select(['state', 'name'])
    .select(
      sql<string | null>`(select name from verified_doctor where account_id = account.id)`.as('checked_name'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function namesOf(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
}

export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | undefined> {
  return await tx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function changeAccount(tx: Tx, id: number, changes: Updateable<Account>): Promise<void> {
  await tx.updateTable('account').set(changes).where('id', '=', id).execute()
}

/** Sets the state of an account and records the event with its actor. */
export async function moveAccount(tx: Tx, id: number, event: Transition<AccountRow['state']>): Promise<void> {
  await tx.updateTable('account').set({ state: event.to }).where('id', '=', id).execute()
  await insertEvent(tx, id, event)
}

/** Records an event of an account without changing its row, so it works while other transactions hold the row. */
export async function insertEvent(tx: Tx, id: number, event: Transition<AccountRow['state']>): Promise<void> {
  await tx
    .insertInto('account_event')
    .values({ account_id: id, ...transitionColumns(event) })
    .execute()
}

export async function insertSession(tx: Tx, session: Insertable<Session>): Promise<void> {
  await tx.insertInto('session').values(session).execute()
}

/** Ends the account's live sessions except the `newest` ones. */
export async function endSessions(tx: Tx, accountId: number, now: Date, newest = 0): Promise<void> {
  const surplus = tx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .offset(newest)
  await tx.updateTable('session').set({ ended_at: now }).where('token_hash', 'in', surplus).execute()
}

/** Marks a live session as confirmed: its password was given again. */
export async function confirmSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

const isVerified = sql<boolean>`exists (select from verified_doctor where account_id = account.id)`.as(
  'is_verified_doctor',
)

/** The sessions of these tokens with their accounts, in any order, without those that await a second factor. */
export async function sessionsByToken(db: Db, tokenHashes: readonly Buffer[]) {
  return await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('staff_member', 'staff_member.account_id', 'account.id')
    .select('session.token_hash')
    .select(['session.confirmed_at', 'session.expires_at', 'session.ended_at', 'session.position'])
    .select(['account.id', 'account.type', 'account.state'])
    .select('staff_member.id as staff_id')
    .select(isVerified)
    // The subquery hides the length of the list from the planner, which would otherwise plan anew for each length.
    .where(sql<boolean>`session.token_hash = any((select ${tokenHashes}::bytea[])::bytea[])`)
    .where('session.awaits_factor', '=', false)
    .execute()
}

/** Notes in a session the place that the database's log has reached. */
export async function notePosition(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ position: sql`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Whether there is a demonstration account. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`demo`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes sessions that expired before a time. */
export async function forgetSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', before).execute()
}

/** Whether an operator has accepted the licence of a doctor and it is in force. */
export async function isVerifiedDoctor(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from verified_doctor where account_id = ${accountId}`.execute(db)
  return rows.length > 0
}
