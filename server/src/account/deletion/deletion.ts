import type { Db, Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Actor } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import type { AccountActor, AccountState } from '../account-state-machine.ts'
import { moveAccount } from '../accounts.ts'
import type { Hasher } from '../password/passwords.ts'
import * as accounts from '../repository.ts'
import { clearFailures, countFailure, refuseWhilePausing, stepUpTry } from '../tries/failures.ts'
import { hashAddress } from '../tries/source.ts'
import * as repository from './repository.ts'

/**
 * What the slices above have of an account: each lets go of it, or refuses. Handed in by whoever composes the program,
 * as accounts stand below everything.
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
 * Deletes the account of somebody who is signed in and knows its password. Asking twice at once deletes it once.
 * Refuses `wrong_password`, counted as in `confirmPassword`, and whatever the slices above refuse.
 */
export async function deleteOwnAccount(
  deps: Dependencies,
  { accountId, tokenHash }: Pick<Actor, 'accountId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { db, clock, secret, hasher } = deps
  const account = await accounts.accountById(db, accountId)
  // Deleted a moment ago by another call: that is no wrong password.
  if (!account || account.state === 'deleted') throw new DomainError('invalid_token')
  const tried = stepUpTry(hashAddress(secret, account.email), tokenHash)
  await refuseWhilePausing(db, tried, clock.now())
  const right = await hasher.verify(account.password_hash, password)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    await accounts.lockAddress(tx, account.email)
    await refuseWhilePausing(tx, tried, now)
    const current = await accounts.lockAccount(tx, accountId)
    // The same was asked a moment ago: that is no wrong password.
    if (right && current?.state === 'deleted') return 'deleted'
    if (!right || current?.password_hash !== account.password_hash) {
      await countFailure(tx, tried, now)
      return 'wrong_password' as const
    }
    await clearFailures(tx, tried)
    await deleteAccount(tx, deps.onAccountDeleted, accountId, 'self', now)
    return 'deleted' as const
  })
  // Only here, as a throw inside would take the failure back.
  if (outcome === 'wrong_password') throw new DomainError(outcome)
}

/**
 * Deletes an account: its orders end or are kept without it, everything that says whose it was is gone, its address can
 * register again, every session ends, and a last mail says so. Deleting it again is harmless. Refuses what `onAccountDeleted` refuses.
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
 * Keeps an account in being until the transaction ends, for whoever adds something to it. Refuses `invalid_token` where it
 * is not active, or was deleted a moment ago.
 */
export async function holdActive(tx: Tx, accountId: number): Promise<void> {
  assertActive(await repository.holdState(tx, accountId))
}

/** Refuses `invalid_token`, as `holdActive` does, for whoever read the held state in a statement of their own. */
export function assertActive(state: AccountState | null): void {
  if (state !== 'active') throw new DomainError('invalid_token')
}

/** The same of somebody else's account: whether it is active, and stays so until the transaction ends. */
export async function isHeldActive(tx: Tx, accountId: number): Promise<boolean> {
  return (await repository.holdState(tx, accountId)) === 'active'
}

/** Where the last mail to a deleted account goes; null once it has gone. */
export async function farewellOf(db: Db, accountId: number): Promise<{ email: string; name: string } | null> {
  return (await repository.farewellOf(db, accountId)) ?? null
}

/** The last mail is on its way: nothing of the owner is kept here any more. */
export async function forgetFarewell(db: Db, accountId: number): Promise<void> {
  await repository.deleteFarewell(db, accountId)
}

const farewellLife = 7 * 24 * 60 * 60 * 1000

/** Forgets farewells that no mail could be sent for within a week. The worker asks for it every hour. */
export async function tidyFarewells(db: Db, clock: Clock): Promise<void> {
  await repository.deleteOldFarewells(db, new Date(clock.now().getTime() - farewellLife))
}
