import type { Db, Tx } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import { batchLoader } from '../../infra/db/batch-loader.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { Actor } from '../../infra/http/http.ts'
import { hashToken, newToken, sessionLife } from '../../infra/http/session.ts'
import { forgetCodes } from './code/repository.ts'
import { forgetChallenges } from './passkey/repository.ts'
import {
  deviceLife,
  limitWindow,
  pendingLife,
  recentPassword,
  sessionsAtOnce,
  wrongCodeWindow,
} from './policy.ts'
import { deleteOldPending } from './registration/repository.ts'
import * as repository from './repository.ts'
import { forgetTries } from './tries/repository.ts'

/**
 * Returns a function that finds the actor of a token; calls in the same turn of the event loop share one statement. It
 * throws `session_expired` for an expired session, and `invalid_token` for one that never existed or was ended, or whose
 * account may not sign in.
 */
export function openIdentify(db: Db, clock: Clock): (tokenHash: Buffer) => Promise<Actor> {
  const sessionOf = batchLoader(async (tokenHashes: readonly Buffer[]) => {
    const found = await repository.sessionsByToken(db, tokenHashes)
    const byHash = new Map(found.map((session) => [session.token_hash.toString('hex'), session]))
    return tokenHashes.map((hash) => byHash.get(hash.toString('hex')))
  })
  return async (tokenHash) => {
    const session = await sessionOf(tokenHash)
    if (!session || session.ended_at !== null || session.state !== 'active')
      throw new DomainError('invalid_token')
    if (session.expires_at.getTime() <= clock.now().getTime()) throw new DomainError('session_expired')
    const confirmedAt = session.confirmed_at?.getTime() ?? Number.NEGATIVE_INFINITY
    const isRecent = clock.now().getTime() - confirmedAt <= recentPassword
    const { id: accountId, type, staff_id: staffId, is_verified_doctor: isVerifiedDoctor, position } = session
    return { accountId, type, staffId, isVerifiedDoctor, tokenHash, isRecent, position }
  }
}

/**
 * Opens a session of an account, bound to a browser if there is one. If there are too many sessions, the oldest ends.
 * Unless `isConfirmed` is false, it counts as a recent password. Only the hash is stored; the token is only in this
 * response.
 */
export async function openSession(
  tx: Tx,
  accountId: number,
  now: Date,
  {
    deviceHash = null,
    isConfirmed = true,
  }: { readonly deviceHash?: Buffer | null | undefined; readonly isConfirmed?: boolean } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionLife)
  await repository.endSessions(tx, accountId, now, sessionsAtOnce - 1)
  await repository.insertSession(tx, {
    token_hash: hashToken(token),
    account_id: accountId,
    device_hash: deviceHash,
    created_at: now,
    expires_at: expiresAt,
    confirmed_at: isConfirmed ? now : null,
  })
  return { token, expiresAt }
}

/** Notes that a session has changed something, so that its next calls read from no replica without that change. */
export async function noteChange(db: Db, tokenHash: Buffer): Promise<void> {
  await repository.notePosition(db, tokenHash)
}

/** Ends one session. Calling it again has no effect. */
export async function signOut(db: Db, clock: Clock, tokenHash: Buffer): Promise<void> {
  await repository.endSession(db, tokenHash, clock.now())
}

const keepExpired = 31 * 24 * 60 * 60 * 1000

/**
 * Deletes registrations that were not confirmed within a week, and sessions, codes, challenges, failed tries and browsers
 * that no limit uses any more. Expired sessions stay for a month, so that an old token still gets `session_expired`. The
 * worker calls it every hour.
 */
export async function deleteExpiredLoginData(db: Db, clock: Clock): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldPending(db, new Date(now - pendingLife), clock.now())
  await repository.forgetSessions(db, new Date(now - keepExpired))
  await forgetChallenges(db, clock.now())
  await forgetCodes(db, new Date(now - wrongCodeWindow))
  await forgetTries(db, { failures: new Date(now - limitWindow), devices: new Date(now - deviceLife) })
}
