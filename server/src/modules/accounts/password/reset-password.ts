import type { Db } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { mayUse, refuseTry, tryCode } from '../code/code-tries.ts'
import { opens } from '../code/codes.ts'
import { useCode, usedCodes } from '../code/repository.ts'
import { forgetPasskeys } from '../passkey/repository.ts'
import { isStaff, newFactor } from '../policy.ts'
import { confirmPending } from '../registration/verify.ts'
import * as repository from '../repository.ts'
import { forgetNewFactor } from '../second-factor/repository.ts'
import { clearAllFailures, forgetDevices } from '../tries/repository.ts'
import { hashAddress, type Origin } from '../tries/source.ts'
import type { PasswordDependencies } from './passwords.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

type Dependencies = Omit<PasswordDependencies, 'hasher'>
type Log = Parameters<typeof refuseTry>[1]
type CodeInput = { readonly email: string; readonly code: string; readonly origin: Origin }

/** Checks a code for a new password without using it up. A wrong try counts as it does in `resetPassword`. */
export async function checkCode(
  { db, clock, secret }: Dependencies,
  given: CodeInput,
  log: Log,
): Promise<void> {
  const request = { ...given, purpose: 'reset_password' } as const
  const tried = await db.transaction().execute((tx) => tryCode(tx, secret, request, clock.now()))
  if (tried.kind !== 'right') refuseTry(tried, log)
}

/**
 * Sets a new password with the code, which is used up; ends every session, deletes the phone and every passkey given
 * before, and notifies the owner by mail. A second factor stays, because the mailbox alone must not open the account; but
 * one that a patient or doctor switched on within the last three days is removed. It does not sign the user in. As the code
 * came by mail, it also confirms an unconfirmed address, but drops the details typed at its registration. The same request
 * again, while the code would still be valid, has no effect and succeeds: the client may have missed the first response.
 */
export async function resetPassword(
  deps: PasswordDependencies,
  given: CodeInput & { password: string },
  log: Log,
): Promise<void> {
  await refuseWeakPassword(deps.db, given.password, { email: given.email })
  if (await isSetAlready(deps, given)) return
  // First, so that a request without the code causes no hashing of the new password.
  await checkCode(deps, given, log)
  await refuseOwnName(deps.db, given)
  const passwordHash = await deps.hasher.hash(given.password)
  const now = deps.clock.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const tried = await tryCode(tx, deps.secret, { ...given, purpose: 'reset_password' }, now)
    if (tried.kind !== 'right') return tried
    const { account, others, codeId } = tried
    if (!(await useCode(tx, codeId))) throw new DomainError('wrong_code')
    if (account.state === 'unverified')
      await confirmPending(tx, { account, others }, { keepsDetails: false }, now)
    // A stranger who had the old password may have changed the phone; the owner gives it again.
    await repository.changeAccount(tx, account.id, { password_hash: passwordHash, phone: '' })
    await repository.endSessions(tx, account.id, now)
    // The stranger may have added passkeys and must not stay in by one.
    await forgetPasskeys(tx, account.id)
    // The stranger may have added a second factor, which would lock the owner out.
    if (!isStaff(account.type)) await forgetNewFactor(tx, account.id, new Date(now.getTime() - newFactor))
    // The stranger may have logged in: no browser counts as the owner's until they sign in again.
    await forgetDevices(tx, account.id)
    await clearAllFailures(tx, hashAddress(deps.secret, account.email))
    await publish(tx, 'account.password_changed', {
      accountId: account.id,
      at: now.toISOString(),
      noticeKey: `password-changed:${codeId}`,
    })
    return tried
  })
  if (outcome.kind !== 'right') refuseTry(outcome, log)
}

/** Refuses a password close to the name or phone of the account. Called after the code check, as it reveals the name. */
async function refuseOwnName(db: Db, { email, password }: CodeInput & { password: string }): Promise<void> {
  const account = await repository.accountByEmail(db, email)
  if (account) await refuseWeakPassword(db, password, account)
}

/**
 * Whether this same code set this same password a moment ago. Only a caller who knows both learns this, and could sign in
 * anyway; a caller who knows only one of them is refused and counted as usual. Without the code nothing is hashed.
 */
async function isSetAlready(
  { db, clock, secret, hasher }: PasswordDependencies,
  { email, code, password }: CodeInput & { password: string },
): Promise<boolean> {
  const account = await repository.accountByEmail(db, email)
  if (!account || !mayUse(account, 'reset_password')) return false
  const used = await usedCodes(db, account.id, 'reset_password', clock.now())
  if (!used.some(({ id }) => opens(secret, id, code))) return false
  return await hasher.verify(account.password_hash, password)
}
