import type { Db } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Secret } from '../../platform/secret.ts'
import { mayUse, refuseTry, tryCode } from '../code/code-tries.ts'
import { opens } from '../code/codes.ts'
import { useCode, usedCodes } from '../code/repository.ts'
import { forgetPasskeys } from '../passkey/repository.ts'
import { isStaff, newFactor } from '../policy.ts'
import { confirmPending } from '../registration/confirm.ts'
import * as repository from '../repository.ts'
import { forgetNewFactor } from '../second-factor/repository.ts'
import { clearAllFailures } from '../tries/failures.ts'
import { forgetDevices } from '../tries/repository.ts'
import { hashAddress, type Origin } from '../tries/source.ts'
import type { Hasher } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }
type Log = Parameters<typeof refuseTry>[1]
type Given = { readonly email: string; readonly code: string; readonly origin: Origin }

/** Checks a code for a new password without using it up. A wrong try counts as it does in `resetPassword`. */
export async function checkCode({ db, clock, secret }: Dependencies, given: Given, log: Log): Promise<void> {
  const asked = { ...given, purpose: 'reset_password' } as const
  const tried = await db.transaction().execute((tx) => tryCode(tx, secret, asked, clock.now()))
  if (tried.kind !== 'right') refuseTry(tried, log)
}

/**
 * Sets a new password with the code, which is used up; ends every session, drops every phone and passkey that was given
 * before, and tells the owner by mail. A second factor stays, as the mailbox alone must not open the account; but not one
 * that a patient or doctor switched on within the last three days. It signs no one in. As the code came by mail, it confirms
 * an address that was not confirmed yet, without what was typed beside it. Asking for the same again while the code would
 * still work changes nothing and is no failure: the first answer may have been lost.
 */
export async function resetPassword(
  deps: Dependencies & { hasher: Hasher },
  given: Given & { password: string },
  log: Log,
): Promise<void> {
  await refuseWeakPassword(deps.db, given.password, { email: given.email })
  if (await isSetAlready(deps, given)) return
  // First, so that nobody without the code makes us hash.
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
    // The person who had the old password may have typed the phone: the owner gives it anew.
    await repository.changeAccount(tx, account.id, { password_hash: passwordHash, phone: '' })
    await repository.endSessions(tx, account.id, now)
    // That person may have added passkeys, and staying in by one must not be possible.
    await forgetPasskeys(tx, account.id)
    // And a second factor, which would keep the owner out.
    if (!isStaff(account.type)) await forgetNewFactor(tx, account.id, new Date(now.getTime() - newFactor))
    // A stranger may have been in with the old password: no browser counts as the owner's until they sign in again.
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

/** Refuses a password close to the name or phone of the account. Only after the code, as the answer tells about the name. */
async function refuseOwnName(db: Db, { email, password }: Given & { password: string }): Promise<void> {
  const account = await repository.accountByEmail(db, email)
  if (account) await refuseWeakPassword(db, password, account)
}

/**
 * Whether this very code set this very password a moment ago. Only who knows both hears so, and could sign in anyway;
 * whoever knows one of them is refused and counted like anybody else. Without the code nothing is hashed.
 */
async function isSetAlready(
  { db, clock, secret, hasher }: Dependencies & { hasher: Hasher },
  { email, code, password }: Given & { password: string },
): Promise<boolean> {
  const account = await repository.accountByEmail(db, email)
  if (!account || !mayUse(account, 'reset_password')) return false
  const used = await usedCodes(db, account.id, 'reset_password', clock.now())
  if (!used.some(({ id }) => opens(secret, id, code))) return false
  return await hasher.verify(account.password_hash, password)
}
