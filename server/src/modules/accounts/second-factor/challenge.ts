import { randomUUID } from 'node:crypto'
import type { Challenge } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { hashToken, newToken } from '../../../infra/http/session.ts'
import { rememberDevice } from '../device/devices.ts'
import { isStaff } from '../policy.ts'
import * as accounts from '../repository.ts'
import { openSession } from '../sessions.ts'
import { factorTry, refuseWhilePausing } from '../tries/failures.ts'
import { clearFailures, countFailure } from '../tries/repository.ts'
import { countedBy, type Origin } from '../tries/source.ts'
import { enrolment, recoveryCodes, recoveryNumber, stepOf } from './factor.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** How long a challenge is valid, in milliseconds. */
const challengeLife = 10 * 60 * 1000
/** Wrong codes that end a challenge. */
const challengeTries = 5

/**
 * Whether an account signs in with a second factor. Staff always do. Patients and doctors do if they have switched it on,
 * and so do the staff of a demonstration, whose accounts guard nothing and whose passwords are public.
 */
export async function asksFactor(db: Db, account: accounts.AccountRow): Promise<boolean> {
  return (isStaff(account.type) && !account.demo) || (await repository.hasFactor(db, account.id))
}

/**
 * Opens the challenge between the right password and a session. Only its hash is stored; only this response has the token.
 */
export async function openChallenge(
  tx: Tx,
  secret: Secret,
  account: Pick<accounts.AccountRow, 'id' | 'email'>,
  now: Date,
): Promise<Challenge> {
  const factor = await repository.openFactor(tx, account.id)
  await repository.endChallenges(tx, account.id, now)
  const token = newToken()
  await accounts.insertSession(tx, {
    token_hash: hashToken(token),
    account_id: account.id,
    awaits_factor: true,
    created_at: now,
    expires_at: new Date(now.getTime() + challengeLife),
  })
  return { token, enrol: factor.confirmed_at ? null : enrolment(secret, factor.salt, account.email) }
}

type Passed = {
  readonly account: accounts.AccountRow
  readonly session: { readonly token: string; readonly expiresAt: Date }
  /** Given after the first right code of a new app; otherwise null. */
  readonly recoveryCodes: string[] | null
}

/**
 * Passes a challenge with the app's digits or a recovery code, and opens a session. No code works twice. Five wrong codes
 * end the challenge. Throws `wrong_factor_code`, `challenge_ended`, and `too_many` after ten wrong codes, counted
 * separately for each browser that the account knows, and together for all others.
 */
export async function passChallenge(
  deps: Dependencies,
  given: { challenge: string; code: string },
  origin: Origin,
): Promise<Passed> {
  const { db, clock, secret } = deps
  const tokenHash = hashToken(given.challenge)
  const now = clock.now()
  const owner = await repository.challengeOwner(db, tokenHash)
  if (!owner) throw new DomainError('challenge_ended')
  const tried = factorTry(await countedBy(db, secret, owner.email, origin))
  const outcome = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, owner.email)
    const account = await accounts.lockAccount(tx, owner.id)
    if (account?.state !== 'active' || !(await repository.lockChallenge(tx, tokenHash, now)))
      return 'challenge_ended' as const
    await refuseWhilePausing(tx, tried, now)
    const factor = await repository.openFactor(tx, account.id)
    const isRight = await useCode(tx, secret, { factor, account, code: given.code, now })
    if (!isRight) {
      await repository.countTry(tx, tokenHash, challengeTries, now)
      await countFailure(tx, tried, now)
      return 'wrong_factor_code' as const
    }
    await clearFailures(tx, tried)
    await rememberDevice(tx, account, origin, now)
    await accounts.endSession(tx, tokenHash, now)
    return {
      account,
      session: await openSession(tx, account.id, now, { deviceHash: origin.device?.hash }),
      recoveryCodes: factor.confirmed_at ? null : recoveryCodes(secret, factor.salt),
    }
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (typeof outcome === 'string') throw new DomainError(outcome)
  return outcome
}

export type Trial = { factor: repository.FactorRow; account: accounts.AccountRow; code: string; now: Date }

/** Whether a code of the app, or a recovery code, is right; if so, it is used up. */
export async function useCode(
  tx: Tx,
  secret: Secret,
  { factor, account, code, now }: Trial,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = stepOf(secret, factor, digits, now)
    if (step === null) return false
    await repository.useStep(tx, account.id, step, now)
    return true
  }
  // An account without a confirmed app has no recovery codes.
  const number = factor.confirmed_at ? recoveryNumber(secret, factor.salt, code) : null
  if (number === null || !(await repository.useRecoveryCode(tx, account.id, number, now))) return false
  const noticeKey = `recovery-code:${randomUUID()}`
  await publish(tx, 'account.recovery_code_used', { accountId: account.id, noticeKey })
  return true
}
