import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import * as accounts from '../repository.ts'
import { clearFailures, countFailure, refuseWhilePausing, stepUpTry } from '../tries/failures.ts'
import { hashAddress } from '../tries/source.ts'
import type { Hasher } from './passwords.ts'

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
}

/**
 * Accepts the password again within a session; it then counts as a recent password. Throws `wrong_password`, and `too_many`
 * after ten wrong ones. They are counted by session and separately from sign-ins, so that a stranger cannot block it.
 */
export async function confirmPassword(
  deps: Dependencies,
  actor: Pick<Actor, 'accountId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { db, clock, secret, hasher } = deps
  const account = await accounts.accountById(db, actor.accountId)
  if (!account) throw new DomainError('invalid_token')
  const tried = stepUpTry(hashAddress(secret, account.email), actor.tokenHash)
  await refuseWhilePausing(db, tried, clock.now())
  const matches = await hasher.verify(account.password_hash, password)
  const now = clock.now()
  const isRight = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, account.email)
    // Checked again under the lock: concurrent tries beyond the limit are refused.
    await refuseWhilePausing(tx, tried, now)
    const current = await accounts.lockAccount(tx, account.id)
    if (!matches || current?.password_hash !== account.password_hash) {
      await countFailure(tx, tried, now)
      return false
    }
    await clearFailures(tx, tried)
    await accounts.confirmSession(tx, actor.tokenHash, now)
    return true
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (!isRight) throw new DomainError('wrong_password')
}
