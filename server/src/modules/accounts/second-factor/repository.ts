import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { SecondFactor } from '../../../tables.ts'

export type FactorRow = Selectable<SecondFactor>

/** An account's second factor, locked; it is created if there is none. */
export async function openFactor(tx: Tx, accountId: number): Promise<FactorRow> {
  await tx
    .insertInto('second_factor')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  return await factorOf(tx, accountId).forUpdate().executeTakeFirstOrThrow()
}

function factorOf(tx: Tx, accountId: number) {
  return tx.selectFrom('second_factor').selectAll().where('account_id', '=', accountId)
}

/** Whether an account has set up an authenticator app. */
export async function hasFactor(db: Db, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('second_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a 30-second step as used, and confirms the app if it was not confirmed. */
export async function useStep(tx: Tx, accountId: number, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set((row) => ({ last_step: step, confirmed_at: row.fn.coalesce('confirmed_at', row.val(now)) }))
    .where('account_id', '=', accountId)
    .execute()
}

/** Marks a recovery code as used. Returns whether it was unused. */
export async function useRecoveryCode(
  tx: Tx,
  accountId: number,
  number: number,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .insertInto('recovery_code_used')
    .values({ account_id: accountId, number, at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst()
  return used !== undefined
}

/** A new second factor of an account in place of an unconfirmed one; undefined if a confirmed one exists. */
export async function renewFactor(tx: Tx, accountId: number): Promise<FactorRow | undefined> {
  await tx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute()
  return await tx
    .insertInto('second_factor')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks the second factor of an account, confirmed or not. */
export async function lockFactor(tx: Tx, accountId: number): Promise<FactorRow | undefined> {
  return await factorOf(tx, accountId).forUpdate().executeTakeFirst()
}

/** How many recovery codes of an account are used up. */
export async function countUsedCodes(db: Db, accountId: number): Promise<number> {
  const { used } = await db
    .selectFrom('recovery_code_used')
    .select((row) => row.fn.countAll<number>().as('used'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return used
}

/** Removes the app of an account, and its recovery codes, if it was set up after `since`. */
export async function forgetNewFactor(tx: Tx, accountId: number, since: Date): Promise<void> {
  await tx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>', since)
    .execute()
}

/** Removes the app and its recovery codes. */
export async function forgetFactor(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
}

/** The owner of a challenge, whether or not it is still valid. */
export async function challengeOwner(db: Db, tokenHash: Buffer) {
  return await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.email'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.awaits_factor', '=', true)
    .executeTakeFirst()
}

/** Locks a challenge and returns whether it is still valid. */
export async function lockChallenge(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('session')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Ends the challenges of an account: only the newest one is valid. */
export async function endChallenges(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('awaits_factor', '=', true)
    .where('ended_at', 'is', null)
    .execute()
}

/** Counts a wrong code; the last one allowed ends the challenge. */
export async function countTry(tx: Tx, tokenHash: Buffer, most: number, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set((row) => ({
      factor_tries: row('factor_tries', '+', 1),
      ended_at: row
        .case()
        .when('factor_tries', '>=', most - 1)
        .then(now)
        .else(null)
        .end(),
    }))
    .where('token_hash', '=', tokenHash)
    .execute()
}
