import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Viewer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secret } from '../../platform/secret.ts'
import { hashAddress } from '../code-tries.ts'
import * as accounts from '../rows.ts'
import { refuseWhilePausing, signInSince } from '../sign-in-pause.ts'
import type { Hasher } from './passwords.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret; readonly hasher: Hasher }

/**
 * Takes the password again within a session, which counts as new for what asks for that. Refuses `wrong_password`, which
 * counts with the failed sign-ins, and `too_many` while the address has to wait.
 */
export async function confirmPassword(
  needs: Needs,
  viewer: Pick<Viewer, 'accountId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { db, clock, secret, hasher } = needs
  const account = await accounts.accountById(db, viewer.accountId)
  if (!account) throw new Refusal('invalid_token')
  const address = hashAddress(secret, account.email)
  refuseWhilePausing(await accounts.signInFailures(db, address, signInSince(clock.now())), clock.now())
  const matches = await hasher.verify(account.password_hash, password)
  const now = clock.now()
  const isRight = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, account.email)
    // Asked again: of many tries at once, those that come after the last that is allowed are not answered.
    refuseWhilePausing(await accounts.signInFailures(tx, address, signInSince(now)), now)
    const current = await accounts.lockAccount(tx, account.id)
    if (!matches || current?.password_hash !== account.password_hash) {
      await accounts.insertSignInFailure(tx, address, now)
      return false
    }
    await accounts.confirmSession(tx, viewer.tokenHash, now)
    return true
  })
  // Only here, as a throw inside would take the failure back.
  if (!isRight) throw new Refusal('wrong_password')
}
