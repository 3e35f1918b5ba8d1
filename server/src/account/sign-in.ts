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
export async function signIn(needs: Needs, given: { email: string; password: string }): Promise<SignedIn> {
  const { db, clock, secret, hasher } = needs
  const address = hashAddress(secret, given.email)
  refuseWhilePausing(await rows.signInFailures(db, address, signInSince(clock.now())), clock.now())
  const account = await rows.accountByEmail(db, isEmail(given.email) ? given.email : '')
  const right = await hasher.verify(account?.password_hash ?? null, given.password)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    await rows.lockAddress(tx, address)
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
    return await begin(tx, current, failures.length, now)
  })
  // Only here, as a throw inside would take the failure back.
  if (typeof outcome === 'string') throw new Refusal(outcome)
  return outcome
}

async function begin(tx: Tx, account: AccountRow, failures: number, now: Date): Promise<SignedIn> {
  if (account.state === 'unverified') {
    await issueCode(tx, account.id, 'verify_account', now)
    return { account, session: null, challenge: null }
  }
  if (failures >= failuresWorthTelling) {
    const noticeKey = `many-failures:${randomUUID()}`
    await announce(tx, 'account.many_failures', { accountId: account.id, noticeKey })
  }
  return { account, session: await openSession(tx, account.id, now), challenge: null }
}

/** Whether the database may be asked for it: it keeps no control characters. */
function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text) && !/\p{Cc}/u.test(text)
}
