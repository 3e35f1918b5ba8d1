import { randomUUID } from 'node:crypto'
import type { Challenge, ReplyOf, readSecondFactor } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { type LoginChange, publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { forgetPasskeys } from '../passkey/repository.ts'
import { isStaff } from '../policy.ts'
import * as accounts from '../repository.ts'
import { factorTry, refuseWhilePausing } from '../tries/failures.ts'
import { clearFailures, countFailure } from '../tries/repository.ts'
import { countedBy, type Origin } from '../tries/source.ts'
import { useCode } from './challenge.ts'
import { enrolment, recoveryCodeCount, recoveryCodes } from './factor.ts'
import * as repository from './repository.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type Owner = Pick<Actor, 'accountId'>

/** The status of an account's second factor. */
export async function factorStatus(
  db: Db,
  { accountId, type }: Owner & Pick<Actor, 'type'>,
): Promise<ReplyOf<typeof readSecondFactor>> {
  const isOn = await repository.hasFactor(db, accountId)
  const used = isOn ? await repository.countUsedCodes(db, accountId) : recoveryCodeCount
  return { isOn, isRequired: isStaff(type), recoveryCodesLeft: recoveryCodeCount - used }
}

/**
 * Makes a new key for an authenticator app of a patient or doctor. The previous key ends, so that a person who saw it does
 * not have the owner's. Throws `wrong_state` if an app is set up, and for staff, who set theirs up at login.
 */
export async function startFactor(
  { db, secret }: Dependencies,
  { accountId }: Owner,
): Promise<NonNullable<Challenge['enrol']>> {
  return await db.transaction().execute(async (tx) => {
    const account = await lockOwn(tx, accountId)
    const factor = await repository.renewFactor(tx, accountId)
    if (!factor) throw new DomainError('wrong_state')
    return enrolment(secret, factor.salt, account.email)
  })
}

/**
 * Switches the second factor on with the first right digits, returns the recovery codes, and has the owner mailed. Throws
 * `wrong_factor_code`, `too_many` after ten wrong codes, and `wrong_state` if no key waits for its first digits.
 */
export async function confirmFactor(
  { db, clock, secret }: Dependencies,
  { accountId }: Owner,
  code: string,
  origin: Origin,
): Promise<string[]> {
  const now = clock.now()
  const { email } = (await accounts.accountById(db, accountId)) ?? refuseToken()
  const tried = factorTry(await countedBy(db, secret, email, origin))
  const confirmed = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, email)
    const account = await lockOwn(tx, accountId)
    await refuseWhilePausing(tx, tried, now)
    const factor = await repository.lockFactor(tx, accountId)
    if (!factor || factor.confirmed_at) throw new DomainError('wrong_state')
    if (!(await useCode(tx, secret, { factor, account, code, now }))) {
      await countFailure(tx, tried, now)
      return null
    }
    await clearFailures(tx, tried)
    await publishLoginChange(tx, accountId, 'second_factor_on')
    return recoveryCodes(secret, factor.salt)
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (!confirmed) throw new DomainError('wrong_factor_code')
  return confirmed
}

/**
 * Switches the second factor of a patient or doctor off, ends logins that wait for it, and has the owner mailed. Calling it
 * again has no effect. Throws `wrong_state` for staff.
 */
export async function endFactor({ db, clock }: Dependencies, { accountId }: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, accountId)
    const wasOn = await repository.hasFactor(tx, accountId)
    await repository.forgetFactor(tx, accountId)
    await repository.endChallenges(tx, accountId, clock.now())
    if (wasOn) await publishLoginChange(tx, accountId, 'second_factor_off')
  })
}

/** Locks the account, as each login does. Throws `wrong_state` for staff, who do not change their second factor here. */
async function lockOwn(tx: Tx, accountId: number): Promise<accounts.AccountRow> {
  const account = await accounts.lockAccount(tx, accountId)
  if (account?.state !== 'active') return refuseToken()
  if (isStaff(account.type)) throw new DomainError('wrong_state')
  return account
}

function refuseToken(): never {
  throw new DomainError('invalid_token')
}

/** Has the owner mailed that the ways to log in have changed. */
export async function publishLoginChange(tx: Tx, accountId: number, change: LoginChange): Promise<void> {
  const noticeKey = `login-changed:${randomUUID()}`
  await publish(tx, 'account.login_changed', { accountId, change, noticeKey })
}

/**
 * Removes the authenticator app of a user who has lost it, and their passkeys, which the same phone may hold. Their
 * sessions end, and a mail informs them. Staff set up another app at their next login; other users log in with the password
 * alone.
 */
export async function resetFactor(tx: Tx, accountId: number, at: Date): Promise<void> {
  await repository.forgetFactor(tx, accountId)
  await forgetPasskeys(tx, accountId)
  await accounts.endSessions(tx, accountId, at)
  const noticeKey = `factor-reset:${randomUUID()}`
  await publish(tx, 'account.second_factor_reset', { accountId, noticeKey })
}

/**
 * The same by email, for the operator's command line; it also records an event of the account. Throws `not_found`, and
 * `wrong_state` for an account that is not active or has no second factor.
 */
export async function resetFactorByEmail(tx: Tx, email: string, at: Date): Promise<void> {
  const found = await accounts.accountByEmail(tx, email)
  const account = found && (await accounts.lockAccount(tx, found.id))
  if (!account)
    throw new DomainError('not_found', { message: `There is no account with the email ${email}.` })
  if (account.state !== 'active')
    throw new DomainError('wrong_state', {
      message: `The account ${email} is ${account.state}. Restore it first.`,
    })
  if (!(await repository.hasFactor(tx, account.id)))
    throw new DomainError('wrong_state', { message: `The account ${email} has no second factor.` })
  await resetFactor(tx, account.id, at)
  const event = { verb: 'reset_second_factor', from: 'active', to: 'active', actor: 'operator', at } as const
  await accounts.insertEvent(tx, account.id, event)
}
