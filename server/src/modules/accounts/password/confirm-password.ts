import type { Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import * as accounts from '../repository.ts'
import { refuseWhilePausing, stepUpTry } from '../tries/failures.ts'
import { clearFailures, countFailure } from '../tries/repository.ts'
import { hashAddress } from '../tries/source.ts'
import type { PasswordDependencies } from './passwords.ts'

type Owner = Pick<Actor, 'accountId' | 'tokenHash'>

/**
 * Accepts the password again within a session; it then counts as a recent password. Throws the errors of
 * `withPassword`.
 */
export async function confirmPassword(
  deps: PasswordDependencies,
  owner: Owner,
  password: string,
): Promise<void> {
  await withPassword(deps, owner, password, (tx, now) => accounts.confirmSession(tx, owner.tokenHash, now))
}

/**
 * Runs `act` if the password is that of the session's account, in the transaction that checks it. Throws `invalid_token` if
 * the account is deleted, `wrong_password`, and `too_many` after ten wrong ones. They are counted by session and separately
 * from sign-ins, so that a stranger cannot block it.
 */
export async function withPassword(
  { db, clock, secret, hasher }: PasswordDependencies,
  { accountId, tokenHash }: Owner,
  password: string,
  act: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> {
  const account = await accounts.accountById(db, accountId)
  if (!account || account.state === 'deleted') throw new DomainError('invalid_token')
  const tried = stepUpTry(hashAddress(secret, account.email), tokenHash)
  await refuseWhilePausing(db, tried, clock.now())
  const matches = await hasher.verify(account.password_hash, password)
  const now = clock.now()
  const isRight = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, account.email)
    // Checked again under the lock: concurrent tries beyond the limit are refused.
    await refuseWhilePausing(tx, tried, now)
    const current = await accounts.lockAccount(tx, accountId)
    // A concurrent request has just deleted the account: that is no wrong password.
    if (matches && current?.state === 'deleted') return true
    if (!matches || current?.password_hash !== account.password_hash) {
      await countFailure(tx, tried, now)
      return false
    }
    await clearFailures(tx, tried)
    await act(tx, now)
    return true
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (!isRight) throw new DomainError('wrong_password')
}
