import type { Profile, passkeySignIn, ReplyOf, signIn } from '@labalaba/contract'
import { DomainError } from '../platform/domain-error.ts'
import type { AccountRow } from './repository.ts'
import type { Entered, SignedIn } from './sign-in.ts'

/** What the owner sees of an account. */
export function presentProfile({ state, name, email, phone, username, type }: AccountRow): Profile {
  if (state === 'deleted') throw new DomainError('not_found')
  return { status: state, name, email, phone, username, type }
}

/** What somebody gets who has shown who they are: the session, or what stands before it. */
export function presentEntry({ account, session, challenge }: SignedIn): ReplyOf<typeof signIn> {
  const expiresAt = session?.expiresAt.toISOString() ?? null
  return { details: presentProfile(account), authid: session?.token ?? null, expiresAt, challenge }
}

/** What somebody gets who has logged in with a passkey. */
export function presentPasskeyEntry({ account, session }: Entered): ReplyOf<typeof passkeySignIn> {
  const { token, expiresAt } = session
  return { details: presentProfile(account), authid: token, expiresAt: expiresAt.toISOString() }
}
