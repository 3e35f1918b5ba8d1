import type { Db, Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import type { AccountActor, AccountState } from '../account-state-machine.ts'
import { moveAccount } from '../accounts.ts'
import { withPassword } from '../password/confirm-password.ts'
import type { PasswordDependencies } from '../password/passwords.ts'
import * as accounts from '../repository.ts'
import * as repository from './repository.ts'

/**
 * Called when an account is deleted: the modules above detach their data from it, or refuse. The caller passes this
 * function in, because the account module depends on no module above it.
 */
export type OnAccountDeleted = (tx: Tx, accountId: number, at: Date) => Promise<void>

/**
 * Deletes the account of a signed-in user who gives its password. Two concurrent requests delete it once. Throws the errors
 * of `withPassword` and of `onAccountDeleted`.
 */
export async function deleteOwnAccount(
  deps: PasswordDependencies & { readonly onAccountDeleted: OnAccountDeleted },
  owner: Pick<Actor, 'accountId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  await withPassword(deps, owner, password, (tx, now) =>
    deleteAccount(tx, deps.onAccountDeleted, owner.accountId, 'self', now),
  )
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
  await repository.insertDeletionNotice(tx, account, at)
  await repository.anonymise(tx, accountId)
  await accounts.endSessions(tx, accountId, at)
  await publish(tx, 'account.deleted', { accountId })
}

/**
 * Keeps an account active until the transaction ends, for a caller that adds data to it. Throws `invalid_token` if it is
 * not active or has just been deleted.
 */
export async function lockActive(tx: Tx, accountId: number): Promise<void> {
  assertActive(await repository.shareLockState(tx, accountId))
}

/** Throws `invalid_token` like `lockActive`, for a caller that read the locked state in its own statement. */
export function assertActive(state: AccountState | null): void {
  if (state !== 'active') throw new DomainError('invalid_token')
}

/** Share-locks another person's account if it is active. Returns whether it is; then it stays active until the transaction ends. */
export async function lockIfActive(tx: Tx, accountId: number): Promise<boolean> {
  return (await repository.shareLockState(tx, accountId)) === 'active'
}

const deletionNoticeLife = 7 * 24 * 60 * 60 * 1000

/** Deletes deletion notices that could not be mailed within a week. The worker calls it every hour. */
export async function forgetOldDeletionNotices(db: Db, clock: Clock): Promise<void> {
  await repository.deleteOldDeletionNotices(db, new Date(clock.now().getTime() - deletionNoticeLife))
}
