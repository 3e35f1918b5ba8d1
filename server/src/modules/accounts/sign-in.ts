import { randomUUID } from 'node:crypto'
import { type Challenge, emailPattern } from '@labalaba/contract'
import type { Tx } from '../../db.ts'
import { publish } from '../../events.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { tryCode } from './code/code-tries.ts'
import { issueCode } from './code/codes.ts'
import type { MailLimits } from './code/network-mails.ts'
import { useCode } from './code/repository.ts'
import { rememberDevice } from './device/devices.ts'
import type { PasswordDependencies } from './password/passwords.ts'
import { failuresWorthTelling, limitWindow } from './policy.ts'
import { ownersOf } from './registration/repository.ts'
import type { AccountRow } from './repository.ts'
import * as repository from './repository.ts'
import { asksFactor, openChallenge } from './second-factor/challenge.ts'
import { openSession } from './sessions.ts'
import { refuseWhilePausing } from './tries/failures.ts'
import { clearFailures, countFailure, type Try, takeUnreportedFailures } from './tries/repository.ts'
import { countedBy, hashAddress, type Origin } from './tries/source.ts'
import { countSprayed, refuseWhileSpraying, sprayTry, warnOfSpraying } from './tries/spraying.ts'

type Dependencies = MailLimits & PasswordDependencies

/** The account that signed in, and its session. */
export type Entered = {
  readonly account: AccountRow
  readonly session: { readonly token: string; readonly expiresAt: Date }
}

/** The account that signed in, and its session; null if the address must be confirmed, or the challenge passed, first. */
export type SignedIn = {
  readonly account: AccountRow
  readonly session: Entered['session'] | null
  readonly challenge: Challenge | null
}

/**
 * Signs in. For an unconfirmed account it has a code mailed instead of opening a session; for one with a second factor it
 * opens a challenge. An unknown address and a wrong password are refused alike, after the same work. After too many
 * failures their browser or network has to wait, whether or not the address is known. So has a search through many
 * accounts, about which `log` warns the operator.
 */
export async function signIn(
  deps: Dependencies,
  typed: { email: string; password: string },
  origin: Origin,
  log: Parameters<typeof warnOfSpraying>[0],
): Promise<SignedIn> {
  const { db, clock, secret } = deps
  // Text that is not an email has no account, and the database accepts no control characters.
  const given = { ...typed, email: isEmail(typed.email) ? typed.email : '' }
  const counted = await countedBy(db, secret, given.email, origin)
  const tried: Try = { ...counted, address: hashAddress(secret, typed.email), kind: 'password' }
  const sprayed = sprayTry(secret, { ...counted, address: tried.address }, typed.password)
  await refuseWhilePausing(db, tried, clock.now())
  await refuseWhileSpraying(db, sprayed, clock.now())
  const { account, right } = await accountOpenedBy(deps, given)
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    await repository.lockAddress(tx, given.email)
    // Checked again under the lock: concurrent tries after the tenth failure are refused.
    await refuseWhilePausing(tx, tried, now)
    await refuseWhileSpraying(tx, sprayed, now)
    const current = right && account ? await repository.lockAccount(tx, account.id) : undefined
    if (!current || current.password_hash !== account?.password_hash || current.state === 'deleted') {
      const alarms = await countSprayed(tx, sprayed, now, () => countFailure(tx, tried, now))
      return { refused: 'wrong_credentials' as const, alarms }
    }
    if (current.state === 'suspended') return { refused: 'suspended' as const, alarms: [] }
    const request = { ...counted, useLimits: deps.useLimits, accountId: current.id } as const
    if (current.state === 'unverified')
      await issueCode(tx, secret, { ...request, purpose: 'verify_account' }, now)
    const entry =
      current.state === 'unverified'
        ? { account: current, session: null, challenge: null }
        : await openEntry(tx, secret, current, { origin, now, isConfirmed: true })
    // Last, as `openEntry` reports the failures to the owner.
    await clearFailures(tx, tried)
    return entry
  })
  // Thrown after the transaction: inside it, the failure count would be rolled back.
  if (!('refused' in outcome)) return outcome
  warnOfSpraying(log, outcome.alarms)
  throw new DomainError(outcome.refused)
}

/** The circumstances of a sign-in. */
type Entry = {
  readonly origin: Origin
  readonly now: Date
  /** Whether a password or a passkey was given. A mailed link alone does not count as a recent password. */
  readonly isConfirmed: boolean
}

/**
 * Opens a session for an active account that has authenticated, or the challenge of its second factor. Reports many
 * preceding wrong passwords to the owner by mail.
 */
async function openEntry(
  tx: Tx,
  secret: Secret,
  account: AccountRow,
  { origin, now, isConfirmed }: Entry,
): Promise<SignedIn> {
  if (await asksFactor(tx, account))
    return { account, session: null, challenge: await openChallenge(tx, secret, account, now) }
  return { ...(await openEntered(tx, secret, account, { origin, now, isConfirmed })), challenge: null }
}

/** Opens the session of an active account that has passed every check: see `openEntry`. */
export async function openEntered(
  tx: Tx,
  secret: Secret,
  account: AccountRow,
  { origin, now, isConfirmed }: Entry,
): Promise<Entered> {
  const since = new Date(now.getTime() - limitWindow)
  const failures = await takeUnreportedFailures(tx, hashAddress(secret, account.email), since)
  if (failures >= failuresWorthTelling) {
    const noticeKey = `many-failures:${randomUUID()}`
    await publish(tx, 'account.many_failures', { accountId: account.id, noticeKey })
  }
  await rememberDevice(tx, account, origin, now)
  const session = await openSession(tx, account.id, now, { deviceHash: origin.device?.hash, isConfirmed })
  return { account, session }
}

/**
 * The account of an address, and whether the password is its own. For pending registrations: the one with this password, as
 * each has its own. The password is hashed once in every case.
 */
async function accountOpenedBy(
  { db, hasher }: Dependencies,
  given: { email: string; password: string },
): Promise<{ account: AccountRow | undefined; right: boolean }> {
  const { account, pending } = await ownersOf(db, given.email)
  if (account) return { account, right: await hasher.verify(account.password_hash, given.password) }
  const hashes = pending.map((one) => one.password_hash)
  const opened = pending[await hasher.find(hashes, given.password)]
  return { account: opened, right: opened !== undefined }
}

/** Whether the text is an email that the database can be queried for. */
function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text) && !/\p{Cc}/u.test(text)
}

/**
 * Signs in with the token of a mailed link instead of a password; a second factor is still required. The link works once,
 * within ten minutes or, for a spare one, an hour, however many wrong tries strangers made. Without a second factor the
 * session shows no results until the password is given: the mailbox alone must not give unnoticed access to them, whereas a
 * password reset is reported to the owner. Throws `login_link_ended`.
 */
export async function openLoginLink(
  { db, clock, secret }: Omit<Dependencies, 'hasher'>,
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
