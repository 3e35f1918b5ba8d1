import type { Assertion, ReplyOf, startPasskeySignIn } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import type { Device } from '../../../infra/http/device.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { addressAbout, countTry, type Limit, pauseBeforeTry, tryAbout } from '../../../infra/http/tries.ts'
import * as accounts from '../repository.ts'
import { type Entered, openEntered } from '../sign-in.ts'
import type { Origin } from '../tries/source.ts'
import { ceremonyTime, describe, type Owner, type PasskeyDependencies } from './passkeys.ts'
import * as repository from './repository.ts'
import {
  type ChallengeUse,
  openPasskeyChallenge,
  ownerHandle,
  relyingParty,
  verifyAssertion,
} from './verify.ts'

type Log = { warn(fields: object, words: string): void }
type RequestOptions = ReplyOf<typeof startPasskeySignIn>

const minute = 60 * 1000
/** Login challenges that one network may request. Many phones may share a network. */
const challengesOfNetwork = { most: 300, window: 5 * minute }
/** Wrong passkeys from one network, or within the sessions of one account, after which it has to wait. */
const wrongOnes = { most: 20, window: 15 * minute }

/** The options for the browser to log in with any passkey. Throws `too_many` if a network requests very often. */
export async function startSignIn(
  deps: PasskeyDependencies,
  { device, address }: { readonly device: Device; readonly address: string },
): Promise<RequestOptions> {
  const { db, clock, secret } = deps
  const now = clock.now()
  const limits = [{ about: addressAbout(secret, 'passkey challenge', address), ...challengesOfNetwork }]
  await db.transaction().execute(async (tx) => {
    await refusePause(tx, limits, now)
    await countTry(tx, limits, now)
  })
  return await request(deps, signInUse(device), [])
}

/**
 * Logs in with a passkey. It replaces both password and second factor, because the authenticator verified its holder. Every
 * fault is refused alike with `passkey_refused` and counted by network, which has to wait after twenty. Only the holder of
 * its passkey learns that an account is suspended. A counter that decreased is refused and logged: there may be a copy of
 * the key.
 */
export async function signInWithPasskey(
  deps: PasskeyDependencies,
  given: Assertion,
  origin: Origin & { readonly device: Device },
  log: Log,
): Promise<Entered> {
  const { db, clock, secret } = deps
  const now = clock.now()
  const limits = [{ about: addressAbout(secret, 'passkey', origin.address), ...wrongOnes }]
  const passkey = await repository.passkeyByCredential(db, Buffer.from(given.id, 'base64url'))
  const counter = await verifyAssertion(deps, given, passkey, { use: signInUse(origin.device), now })
  const isOwner =
    passkey !== undefined &&
    given.userHandle === ownerHandle(secret, passkey.account_id).toString('base64url')
  return await tryPasskey(deps, { limits, now }, async (tx) => {
    const account =
      passkey && isOwner && counter !== null ? await accounts.lockAccount(tx, passkey.account_id) : undefined
    if (!passkey || counter === null || !account || account.state === 'deleted') return null
    if (!(await countUse(tx, { passkey, counter, now }, log))) return null
    if (account.state !== 'active') throw new DomainError('suspended')
    return await openEntered(tx, secret, account, { origin, now, isConfirmed: true })
  })
}

/** The options that the browser needs to give a passkey of the account. Throws `no_passkey` if it has none. */
export async function startConfirming(deps: PasskeyDependencies, owner: Owner): Promise<RequestOptions> {
  const own = await repository.passkeysOf(deps.db, owner.accountId)
  if (own.length === 0) throw new DomainError('no_passkey')
  return await request(deps, stepUpUse(owner), own)
}

/**
 * Accepts a passkey of the account within a session; it counts like giving the password again. Throws `passkey_refused`,
 * and `too_many` after twenty wrong ones. Those are counted by account, separately from sign-ins.
 */
export async function confirmByPasskey(
  deps: PasskeyDependencies,
  owner: Owner,
  given: Assertion,
  log: Log,
): Promise<void> {
  const { db, clock, secret } = deps
  const now = clock.now()
  const limits = [{ about: tryAbout(secret, 'passkey, step-up', String(owner.accountId)), ...wrongOnes }]
  const passkey = await repository.passkeyByCredential(db, Buffer.from(given.id, 'base64url'))
  const isOwn = passkey?.account_id === owner.accountId
  const use = stepUpUse(owner)
  const counter = await verifyAssertion(deps, given, isOwn ? passkey : undefined, { use, now })
  await tryPasskey(deps, { limits, now }, async (tx) => {
    await accounts.lockAccount(tx, owner.accountId)
    if (!passkey || counter === null || !(await countUse(tx, { passkey, counter, now }, log))) return null
    await accounts.confirmSession(tx, owner.tokenHash, now)
    return true
  })
}

const signInUse = ({ hash }: Device): ChallengeUse => ({ purpose: 'sign_in', boundTo: hash })
const stepUpUse = ({ tokenHash }: Owner): ChallengeUse => ({ purpose: 'step_up', boundTo: tokenHash })

async function request(
  { db, clock, publicUrl }: PasskeyDependencies,
  use: ChallengeUse,
  allowed: readonly repository.PasskeyRow[],
): Promise<RequestOptions> {
  const challenge = await openPasskeyChallenge(db, use, clock.now())
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: relyingParty(publicUrl).id,
    timeout: ceremonyTime,
    userVerification: 'required',
    allowCredentials: allowed.map(describe),
  }
}

type Use = { readonly passkey: repository.PasskeyRow; readonly counter: number; readonly now: Date }

async function countUse(tx: Tx, { passkey, counter, now }: Use, log: Log): Promise<boolean> {
  if (await repository.usePasskey(tx, passkey.id, counter, now)) return true
  if (counter <= passkey.counter && passkey.counter > 0)
    log.warn(
      { alarm: 'passkey counter', passkey: passkey.id },
      'a passkey was refused, as its counter went back: there may be a copy of it',
    )
  return false
}

/** Runs `act` unless its tries have to wait. If `act` returns null, the try is refused and counted. */
async function tryPasskey<T>(
  { db }: PasskeyDependencies,
  { limits, now }: { readonly limits: readonly Limit[]; readonly now: Date },
  act: (tx: Tx) => Promise<T | null>,
): Promise<T> {
  const outcome = await db.transaction().execute(async (tx) => {
    await refusePause(tx, limits, now)
    const done = await act(tx)
    if (done === null) await countTry(tx, limits, now)
    return done
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (outcome === null) throw new DomainError('passkey_refused')
  return outcome
}

async function refusePause(tx: Tx, limits: readonly Limit[], now: Date): Promise<void> {
  const retryAfter = await pauseBeforeTry(tx, limits, now)
  if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
}
