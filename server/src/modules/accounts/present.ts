import type { Profile, passkeySignIn, ReplyOf, signIn } from '@labalaba/contract'
import { DomainError } from '../../infra/http/domain-error.ts'
import type { AccountRow } from './repository.ts'
import type { Entered, SignedIn } from './sign-in.ts'

/** The profile of an account as its owner sees it. Throws `not_found` for a deleted account. */
export function presentProfile({ state, name, email, phone, username, type }: AccountRow): Profile {
  if (state === 'deleted') throw new DomainError('not_found')
  return { status: state, name, email, phone, username, type }
}

/** The response to a sign-in: the session, or the challenge or confirmation that is still required. */
export function presentEntry({ account, session, challenge }: SignedIn): ReplyOf<typeof signIn> {
  const expiresAt = session?.expiresAt.toISOString() ?? null
  return { details: presentProfile(account), authid: session?.token ?? null, expiresAt, challenge }
}

/** The account and the session that a passkey or a second factor has opened. */
export function presentEntered({ account, session }: Entered): ReplyOf<typeof passkeySignIn> {
  const { token, expiresAt } = session
  return { details: presentProfile(account), authid: token, expiresAt: expiresAt.toISOString() }
}
