import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import type { AccountActor, AccountState } from '../account-state-machine.ts'
import { moveAccount } from '../accounts.ts'
import type { Hasher } from '../password/passwords.ts'
import * as accounts from '../repository.ts'
import { clearFailures, countFailure, refuseWhilePausing, stepUpTry } from '../tries/failures.ts'
import { hashAddress } from '../tries/source.ts'
import * as repository from './repository.ts'

/**
 * Called when an account is deleted: the modules above detach their data from it, or refuse. The caller passes this
 * function in, because the account module depends on no module above it.
 */
export type OnAccountDeleted = (tx: Tx, accountId: number, at: Date) => Promise<void>

type Dependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  readonly hasher: Hasher
  readonly onAccountDeleted: OnAccountDeleted
}

/**
 * Deletes the account of a signed-in user who gives its password. Two concurrent requests delete it once. Throws
 * `wrong_password`, counted as in `confirmPassword`, and every error of `onAccountDeleted`.
 */
export async function deleteOwnAccount(
  deps: Dependencies,
  { accountId, tokenHash }: Pick<Actor, 'accountId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { db, clock, secret, hasher } = deps
  const account = await accounts.accountById(db, accountId)
  // Another call has just deleted the account: that is no wrong password.
  if (!account || account.state === 'deleted') throw new DomainError('invalid_token')
  const tried = stepUpTry(hashAddress(secret, account.email), tokenHash)
  await refuseWhilePausing(db, tried, clock.now())
  const right = await hasher.verify(account.password_hash, password)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, account.email)
    await refuseWhilePausing(tx, tried, now)
    const current = await accounts.lockAccount(tx, accountId)
    // A concurrent request has just deleted the account: that is no wrong password.
    if (right && current?.state === 'deleted') return 'deleted'
    if (!right || current?.password_hash !== account.password_hash) {
      await countFailure(tx, tried, now)
      return 'wrong_password' as const
    }
    await clearFailures(tx, tried)
    await deleteAccount(tx, deps.onAccountDeleted, accountId, 'self', now)
    return 'deleted' as const
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (outcome === 'wrong_password') throw new DomainError(outcome)
}

/**
 * Deletes an account: its orders end or are detached from it, all personal data is erased, its address can register again,
 * every session ends, and a last mail confirms it. Calling it again has no effect. Throws the errors of `onAccountDeleted`.
 */
export async function deleteAccount(
  tx: Tx,
  onAccountDeleted: OnAccountDeleted,
  accountId: number,
  actor: AccountActor,
  at: Date,
): Promise<void> {
  const account = await accounts.lockAccount(tx, accountId)
  if (!account) throw new DomainError('not_found')
  if (account.state === 'deleted') return
  await onAccountDeleted(tx, accountId, at)
  await moveAccount(tx, accountId, { verb: 'delete', actor, at })
  await repository.insertFarewell(tx, account, at)
  await repository.anonymise(tx, accountId)
  await accounts.endSessions(tx, accountId, at)
  await publish(tx, 'account.deleted', { accountId })
}

/**
 * Keeps an account active until the transaction ends, for a caller that adds data to it. Throws `invalid_token` if it is
 * not active or has just been deleted.
 */
export async function holdActive(tx: Tx, accountId: number): Promise<void> {
  assertActive(await repository.shareLockState(tx, accountId))
}

/** Throws `invalid_token` like `holdActive`, for a caller that read the locked state in its own statement. */
export function assertActive(state: AccountState | null): void {
  if (state !== 'active') throw new DomainError('invalid_token')
}

/** Whether another user's account is active; if so, it stays active until the transaction ends. */
export async function isHeldActive(tx: Tx, accountId: number): Promise<boolean> {
  return (await repository.shareLockState(tx, accountId)) === 'active'
}

/** The address of the last mail to a deleted account; null once it was sent. */
export async function farewellOf(db: Db, accountId: number): Promise<{ email: string; name: string } | null> {
  return (await repository.farewellOf(db, accountId)) ?? null
}

/** Deletes the address once the last mail is sent; after that no data of the owner is stored here. */
export async function forgetFarewell(db: Db, accountId: number): Promise<void> {
  await repository.deleteFarewell(db, accountId)
}

const farewellLife = 7 * 24 * 60 * 60 * 1000

/** Deletes deletion notices that could not be mailed within a week. The worker calls it every hour. */
export async function tidyFarewells(db: Db, clock: Clock): Promise<void> {
  await repository.deleteOldFarewells(db, new Date(clock.now().getTime() - farewellLife))
}
