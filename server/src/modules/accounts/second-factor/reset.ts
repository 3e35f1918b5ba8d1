import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { forgetPasskeys } from '../passkey/repository.ts'
import * as accounts from '../repository.ts'
import * as repository from './repository.ts'

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
