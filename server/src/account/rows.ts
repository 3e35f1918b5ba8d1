import type { Selectable, Updateable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { prepared } from '../platform/database/prepared.ts'
import { type Moved, movedColumns } from '../platform/moves.ts'
import { takeTurn } from '../platform/turn.ts'
import type { Account, Code } from '../tables.ts'
import type { CodePurpose, IssuedCode } from './rules.ts'

export type AccountRow = Selectable<Account>

/** Makes work on the same address wait for each other, whether or not it has an account. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await takeTurn(tx, `address ${email.toLowerCase()}`)
}

/** The account of an address. A registration that waits for its code is none yet: see `registration/rows.ts`. */
export async function accountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return await db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .where('state', '<>', 'unverified')
    .executeTakeFirst()
}

/** At most two accounts of a username: two are as good as many. */
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

export async function namesOf(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
}

export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | undefined> {
  return await tx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function changeAccount(tx: Tx, id: number, changes: Updateable<Account>): Promise<void> {
  await tx.updateTable('account').set(changes).where('id', '=', id).execute()
}

/** Moves an account and writes down who moved it. */
export async function moveAccount(tx: Tx, id: number, event: Moved<AccountRow['state']>): Promise<void> {
  await tx.updateTable('account').set({ state: event.to }).where('id', '=', id).execute()
  await tx
    .insertInto('account_event')
    .values({ account_id: id, ...movedColumns(event) })
    .execute()
}

/** The codes that were mailed to an address, of whichever account or registration. */
export async function codesIssued(tx: Tx, emailHash: Buffer, since: Date): Promise<IssuedCode[]> {
  return await tx
    .selectFrom('code')
    .select(['purpose', 'issued_at as at'])
    .where('email_hash', '=', emailHash)
    .where('issued_at', '>', since)
    .execute()
}

/** A burned code takes no digits any more; the link in its mail still works. */
const openStates = ['live', 'burned'] as const

/** Ends the open code of this purpose. */
export async function retireCode(
  tx: Tx,
  accountId: number | null,
  purpose: CodePurpose,
  now: Date,
): Promise<void> {
  const state: RawBuilder<'expired' | 'replaced'> =
    sql`case when expires_at <= ${now} then 'expired' else 'replaced' end`
  await tx
    .updateTable('code')
    .set({ state })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', 'in', openStates)
    .execute()
}

/** Adds a code and returns its id; without an account it does the same work for nothing. */
export async function insertCode(
  tx: Tx,
  code: {
    accountId: number | null
    emailHash: Buffer
    purpose: CodePurpose
    issuedAt: Date
    expiresAt: Date
  },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into code (account_id, email_hash, purpose, issued_at, expires_at)
    select id, ${code.emailHash}, ${code.purpose}, ${code.issuedAt}, ${code.expiresAt} from account
    where id = ${code.accountId}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The open code of this purpose; there is at most one. */
export async function lockOpenCode(
  tx: Tx,
  accountId: number | null,
  purpose: CodePurpose,
  now: Date,
): Promise<Pick<Selectable<Code>, 'id' | 'state'> | undefined> {
  return await tx
    .selectFrom('code')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', 'in', openStates)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts a wrong try against a code; the last one allowed burns it. */
export async function countTry(tx: Tx, id: string, most: number): Promise<void> {
  const state: RawBuilder<'burned' | 'live'> =
    sql`case when tries + 1 >= ${most} then 'burned' else 'live' end`
  await tx
    .updateTable('code')
    .set((row) => ({ tries: row('tries', '+', 1), state }))
    .where('id', '=', id)
    .where('state', '=', 'live')
    .where('tries', '<', most)
    .execute()
}

/** The codes of this purpose that were used up and would still work if they had not been. */
export async function usedCodes(
  db: Db,
  accountId: number,
  purpose: CodePurpose,
  now: Date,
): Promise<Pick<Selectable<Code>, 'id'>[]> {
  return await db
    .selectFrom('code')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'used')
    .where('expires_at', '>', now)
    .execute()
}

/** Uses a code up, and says whether it still could be. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  const used = await tx
    .updateTable('code')
    .set({ state: 'used' })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export type OpenCode = Pick<Selectable<Code>, 'id' | 'purpose' | 'expires_at'> &
  Pick<AccountRow, 'email' | 'type'>

export async function openCode(db: Db, id: string, now: Date): Promise<OpenCode | undefined> {
  return await db
    .selectFrom('code')
    .innerJoin('account', 'account.id', 'code.account_id')
    .select(['code.id', 'code.purpose', 'code.expires_at', 'account.email', 'account.type'])
    .where('code.id', '=', id)
    .where('code.state', 'in', openStates)
    .where('code.expires_at', '>', now)
    .executeTakeFirst()
}

export async function wrongCodes(tx: Tx, emailHash: Buffer, since: Date): Promise<Date[]> {
  const found = await tx
    .selectFrom('wrong_code')
    .select('at')
    .where('email_hash', '=', emailHash)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return found.map((row) => row.at)
}

/** Wrong tries at live codes of all accounts, counted up to `most`. */
export async function wrongCodesEverywhere(tx: Tx, since: Date, most: number): Promise<number> {
  const found = tx
    .selectFrom('wrong_code')
    .select('id')
    .where('evaluated', '=', true)
    .where('at', '>', since)
    .limit(most)
  const counted = await tx
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

export async function insertWrongCode(
  tx: Tx,
  emailHash: Buffer,
  evaluated: boolean,
  now: Date,
): Promise<void> {
  await tx.insertInto('wrong_code').values({ email_hash: emailHash, evaluated, at: now }).execute()
}

export async function signInFailures(db: Db, emailHash: Buffer, since: Date): Promise<Date[]> {
  const found = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where('email_hash', '=', emailHash)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return found.map((row) => row.at)
}

export async function insertSignInFailure(tx: Tx, emailHash: Buffer, now: Date): Promise<void> {
  await tx.insertInto('sign_in_failure').values({ email_hash: emailHash, at: now }).execute()
}

export async function clearSignInFailures(tx: Tx, emailHash: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('email_hash', '=', emailHash).execute()
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: Buffer; accountId: number; now: Date; expiresAt: Date; awaitsFactor?: boolean },
) {
  const { tokenHash, accountId, now, expiresAt, awaitsFactor = false } = session
  await tx
    .insertInto('session')
    .values({
      ...{ token_hash: tokenHash, account_id: accountId, created_at: now, expires_at: expiresAt },
      awaits_factor: awaitsFactor,
    })
    .execute()
}

/** Ends the account's live sessions but for the `newest`. */
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

/** The password of a live session's account was given again. */
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

/** The sessions of these tokens with their accounts, in any order; those that await a second factor are none yet. */
export async function sessionsByToken(db: Db, tokenHashes: readonly Buffer[]) {
  return await sessionsOf(db, { tokenHashes: [...tokenHashes] })
}

// How many they are must not be seen by whoever plans it, or each number would be planned for anew.
const sessionsOf = prepared((db: Db, { tokenHashes }: { tokenHashes: Buffer[] }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('staff_member', 'staff_member.account_id', 'account.id')
    .select('session.token_hash')
    .select(['session.created_at', 'session.confirmed_at', 'session.expires_at', 'session.ended_at'])
    .select(['account.id', 'account.type', 'account.state'])
    .select('staff_member.id as staff_id')
    .where(sql<boolean>`session.token_hash = any((select ${tokenHashes}::bytea[])::bytea[])`)
    .where('session.awaits_factor', '=', false),
)

/** Whether there is an account of a demonstration. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`demo`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what ended so long ago that no rule asks for it. */
export async function forget(db: Db, before: { sessions: Date; failures: Date; codes: Date }): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', before.sessions).execute()
  await db.deleteFrom('sign_in_failure').where('at', '<', before.failures).execute()
  await db.deleteFrom('wrong_code').where('at', '<', before.codes).execute()
  await db.deleteFrom('code').where('expires_at', '<', before.codes).execute()
}
