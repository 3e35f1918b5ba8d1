import { randomUUID } from 'node:crypto'
import { type Challenge, emailPattern } from '@labalaba/contract'
import type { Db, Tx } from '../db.ts'
import { announce } from '../news.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secret } from '../platform/secret.ts'
import { hashAddress } from './code-tries.ts'
import { issueCode } from './codes.ts'
import type { Hasher } from './password/passwords.ts'
import { ownersOf } from './registration/rows.ts'
import type { AccountRow } from './rows.ts'
import * as rows from './rows.ts'
import { failuresWorthTelling } from './rules.ts'
import { asksFactor, openChallenge } from './second-factor/challenge.ts'
import { openSession } from './sessions.ts'
import { refuseWhilePausing, signInSince } from './sign-in-pause.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret; readonly hasher: Hasher }

/** Who signed in, and the session; null where the address has to be confirmed first, or the challenge answered. */
export type SignedIn = {
  readonly account: AccountRow
  readonly session: { readonly token: string; readonly expiresAt: Date } | null
  readonly challenge: Challenge | null
}

/**
 * Signs in. For an account that is not confirmed it has a code mailed in place of a session; for one with a second
 * factor it opens a challenge. An unknown address and a wrong password are refused alike, after the same work; too many
 * failures at an address, known or not, make it wait.
 */
export async function signIn(needs: Needs, typed: { email: string; password: string }): Promise<SignedIn> {
  const { db, clock, secret } = needs
  // What is no address has no account, and the database keeps no control characters.
  const given = { ...typed, email: isEmail(typed.email) ? typed.email : '' }
  const address = hashAddress(secret, typed.email)
  refuseWhilePausing(await rows.signInFailures(db, address, signInSince(clock.now())), clock.now())
  const { account, right } = await accountOpenedBy(needs, given)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    await rows.lockAddress(tx, given.email)
    const failures = await rows.signInFailures(tx, address, signInSince(now))
    // Asked again: of many tries at once, those that come after the tenth failure are not answered.
    refuseWhilePausing(failures, now)
    const current = right && account ? await rows.lockAccount(tx, account.id) : undefined
    if (!current || current.password_hash !== account?.password_hash || current.state === 'deleted') {
      await rows.insertSignInFailure(tx, address, now)
      return 'wrong_credentials' as const
    }
    if (current.state === 'suspended') return 'suspended' as const
    if (await asksFactor(tx, current))
      return { account: current, session: null, challenge: await openChallenge(tx, secret, current, now) }
    // Only now: a password alone must not clear what wrong codes have counted.
    await rows.clearSignInFailures(tx, address)
    return await begin(tx, { account: current, address }, failures.length, now)
  })
  // Only here, as a throw inside would take the failure back.
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome
}

/**
 * The account of an address and whether the password is its own. Where registrations wait there, the one whose password
 * it is, as each has its own.
 */
async function accountOpenedBy(
  { db, hasher }: Needs,
  given: { email: string; password: string },
): Promise<{ account: AccountRow | undefined; right: boolean }> {
  const { account, pending } = await ownersOf(db, given.email)
  const candidates = account ? [account] : pending
  for (const one of candidates)
    if (await hasher.verify(one.password_hash, given.password)) return { account: one, right: true }
  // An unknown address takes as long as a known one.
  if (candidates.length === 0) await hasher.verify(null, given.password)
  return { account, right: false }
}

async function begin(
  tx: Tx,
  { account, address }: { readonly account: AccountRow; readonly address: Buffer },
  failures: number,
  now: Date,
): Promise<SignedIn> {
  if (account.state === 'unverified') {
    await issueCode(tx, { accountId: account.id, address }, 'verify_account', now)
    return { account, session: null, challenge: null }
  }
  if (failures >= failuresWorthTelling) {
    const noticeKey = `many-failures:${randomUUID()}`
    await announce(tx, 'account.many_failures', { accountId: account.id, noticeKey })
  }
  return { account, session: await openSession(tx, account.id, now), challenge: null }
}

/** Whether the database may be asked for it. */
function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text) && !/\p{Cc}/u.test(text)
}
