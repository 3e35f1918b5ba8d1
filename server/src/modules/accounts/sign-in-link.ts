import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { tryCode } from './code/code-tries.ts'
import { useCode } from './code/repository.ts'
import { openEntry, type SignedIn } from './sign-in.ts'
import type { Origin } from './tries/source.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/**
 * Signs in with the token of a mailed link instead of a password; a second factor is still required. The link works once,
 * within ten minutes or, for a spare one, an hour, however many wrong tries strangers made. Without a second factor the
 * session shows no results until the password is given: the mailbox alone must not give unnoticed access to them, whereas a
 * password reset is reported to the owner. Throws `login_link_ended`.
 */
export async function openLoginLink(
  { db, clock, secret }: Dependencies,
  { email, token }: { readonly email: string; readonly token: string },
  origin: Origin,
): Promise<SignedIn> {
  const now = clock.now()
  const entry = await db.transaction().execute(async (tx) => {
    const tried = await tryCode(tx, secret, { email, code: token, purpose: 'sign_in', origin }, now)
    if (tried.kind !== 'right' || !(await useCode(tx, tried.codeId))) return null
    return await openEntry(tx, secret, tried.account, { origin, now, isConfirmed: false })
  })
  if (!entry) throw new DomainError('login_link_ended')
  return entry
}
