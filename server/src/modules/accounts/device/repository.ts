import type { Db, Tx } from '../../../db.ts'

/** The browsers of an account since a time, the newest login first, each with the end of its session. */
export async function listDevices(
  db: Db,
  accountId: number,
  { since, now }: { readonly since: Date; readonly now: Date },
) {
  return await db
    .selectFrom('account_device')
    .select(['id', 'device_hash', 'browser', 'first_at', 'last_at'])
    .select((row) =>
      row
        .selectFrom('session')
        .select((session) => session.fn.max('session.expires_at').as('until'))
        .whereRef('session.account_id', '=', 'account_device.account_id')
        .whereRef('session.device_hash', '=', 'account_device.device_hash')
        .where('session.ended_at', 'is', null)
        .where('session.awaits_factor', '=', false)
        .where('session.expires_at', '>', now)
        .as('session_until'),
    )
    .where('account_id', '=', accountId)
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The browser of a session, or null if it has none. */
export async function deviceOfSession(db: Db, tokenHash: Buffer): Promise<Buffer | null> {
  const found = await db
    .selectFrom('session')
    .select('device_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found?.device_hash ?? null
}

/** Forgets a browser of an account and returns its hash, or null if there was no such browser. */
export async function deleteDevice(tx: Tx, accountId: number, id: string): Promise<Buffer | null> {
  const deleted = await tx
    .deleteFrom('account_device')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('device_hash')
    .executeTakeFirst()
  return deleted?.device_hash ?? null
}

/** Forgets the browsers of an account except one. */
export async function deleteOtherDevices(tx: Tx, accountId: number, kept: Buffer | null): Promise<void> {
  await tx
    .deleteFrom('account_device')
    .where('account_id', '=', accountId)
    .where('device_hash', 'is distinct from', kept)
    .execute()
}

/** Ends the sessions of a browser. */
export async function endSessionsIn(tx: Tx, accountId: number, deviceHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every live session of an account except one, including logins that wait for a second factor. */
export async function endOtherSessions(tx: Tx, accountId: number, kept: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', kept)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
