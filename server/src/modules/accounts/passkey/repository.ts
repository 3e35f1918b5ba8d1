import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Passkey, PasskeyChallenge } from '../../../tables.ts'

export type PasskeyRow = Selectable<Passkey>
export type ChallengePurpose = PasskeyChallenge['purpose']
type Challenge = Pick<Selectable<PasskeyChallenge>, 'purpose' | 'hash'> & { readonly boundTo: Buffer }

/** The passkeys of an account, the newest first. */
export async function passkeysOf(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function passkeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Adds a passkey; returns undefined if an account has its credential already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<Passkey>): Promise<PasskeyRow | undefined> {
  return await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Counts a use of a passkey and returns whether it is allowed: the passkey still exists, and the counter of its
 * authenticator increased, or stays at 0 for an authenticator that does not count.
 */
export async function usePasskey(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes one passkey of an account and returns whether it existed. */
export async function deletePasskey(tx: Tx, accountId: number, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Removes every passkey of an account. */
export async function forgetPasskeys(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

/** Stores a challenge and replaces the one of the same purpose and session or browser. */
export async function putChallenge(
  db: Db,
  challenge: Challenge & { readonly expiresAt: Date },
): Promise<void> {
  const { purpose, boundTo, hash, expiresAt } = challenge
  await db
    .insertInto('passkey_challenge')
    .values({ purpose, bound_to: boundTo, hash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'bound_to']).doUpdateSet({ hash, expires_at: expiresAt }),
    )
    .execute()
}

/** Deletes a challenge and returns whether it existed and had not expired. */
export async function takeChallenge(db: Db, challenge: Challenge, now: Date): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('purpose', '=', challenge.purpose)
    .where('bound_to', '=', challenge.boundTo)
    .where('hash', '=', challenge.hash)
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at > now
}

/** Deletes expired challenges. */
export async function forgetChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
}
