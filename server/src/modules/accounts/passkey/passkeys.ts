import {
  type addPasskey,
  type BodyOf,
  type Passkey,
  passkeysAtOnce,
  type ReplyOf,
  type startPasskey,
} from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { Actor } from '../../../infra/http/http.ts'
import { browserName } from '../device/browser.ts'
import * as accounts from '../repository.ts'
import { publishLoginChange } from '../second-factor/settings.ts'
import * as repository from './repository.ts'
import {
  algorithms,
  openPasskeyChallenge,
  ownerHandle,
  relyingParty,
  verifyRegistration,
  webauthn,
} from './verify.ts'

export type PasskeyDependencies = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: Secret
  /** The configured address of the site: passkeys belong to its host and work at its origin alone. */
  readonly publicUrl: string
}
export type Owner = Pick<Actor, 'accountId' | 'tokenHash'>

/** How long the browser gives the user, in milliseconds: no longer than the challenge lives. */
export const ceremonyTime = 5 * 60 * 1000

/** The passkeys of an account, the newest first. */
export async function ownPasskeys(db: Db, accountId: number): Promise<Passkey[]> {
  return (await repository.passkeysOf(db, accountId)).map(present)
}

/** The options that the browser needs to make a passkey. Throws `many_passkeys` if the account has ten. */
export async function startAdding(
  deps: PasskeyDependencies,
  owner: Owner,
): Promise<ReplyOf<typeof startPasskey>> {
  const { db, clock, secret, publicUrl } = deps
  const account = await accounts.accountById(db, owner.accountId)
  if (!account) throw new DomainError('invalid_token')
  const known = await repository.passkeysOf(db, owner.accountId)
  if (known.length >= passkeysAtOnce) throw new DomainError('many_passkeys')
  const use = { purpose: 'add', boundTo: owner.tokenHash } as const
  const challenge = await openPasskeyChallenge(db, use, clock.now())
  const { id, name } = relyingParty(publicUrl)
  const { generateRegistrationOptions } = await webauthn()
  const { user, pubKeyCredParams } = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    challenge,
    userID: new Uint8Array(ownerHandle(secret, account.id)),
    userName: account.email,
    userDisplayName: account.name,
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rp: { id, name },
    user,
    timeout: ceremonyTime,
    attestation: 'none',
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(describe),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/**
 * Adds a passkey and has the owner mailed. Throws `passkey_refused` if anything about it is wrong or an account has it
 * already, and `many_passkeys` if the account has ten. Concurrent requests cannot exceed that limit.
 */
export async function addOwnPasskey(
  deps: PasskeyDependencies,
  owner: Owner,
  { name, ...given }: BodyOf<typeof addPasskey>,
  agent: string,
): Promise<Passkey> {
  const { db, clock } = deps
  const now = clock.now()
  const request = { use: { purpose: 'add', boundTo: owner.tokenHash }, now } as const
  const made = await verifyRegistration(deps, given, request)
  if (!made) throw new DomainError('passkey_refused')
  return await db.transaction().execute(async (tx) => {
    const account = await accounts.lockAccount(tx, owner.accountId)
    if (account?.state !== 'active') throw new DomainError('invalid_token')
    const passkey = await repository.insertPasskey(tx, {
      account_id: account.id,
      place: await freePlace(tx, account.id),
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: given.transports,
      name: name || browserName(agent),
      created_at: now,
    })
    if (!passkey) throw new DomainError('passkey_refused')
    await publishLoginChange(tx, account.id, 'passkey_added')
    return present(passkey)
  })
}

/**
 * The first place number that no passkey of the account uses. The caller holds the lock of the account. Throws
 * `many_passkeys`.
 */
async function freePlace(tx: Tx, accountId: number): Promise<number> {
  const taken = new Set((await repository.passkeysOf(tx, accountId)).map(({ place }) => place))
  const free = Array.from({ length: passkeysAtOnce }, (_, i) => i + 1).find((place) => !taken.has(place))
  if (free === undefined) throw new DomainError('many_passkeys')
  return free
}

/** Removes a passkey of the account immediately and has the owner mailed. Throws `not_found`. */
export async function removeOwnPasskey({ db }: PasskeyDependencies, owner: Owner, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A login with the passkey takes the same lock, so none can run concurrently.
    await accounts.lockAccount(tx, owner.accountId)
    if (!(await repository.deletePasskey(tx, owner.accountId, id))) throw new DomainError('not_found')
    await publishLoginChange(tx, owner.accountId, 'passkey_removed')
  })
}

function present({ id, name, created_at, last_used_at }: repository.PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }
}

/** A passkey in the form that the browser needs to find it, or to make no second one. */
export function describe({ credential_id, transports }: repository.PasskeyRow) {
  return { id: credential_id.toString('base64url'), type: 'public-key' as const, transports }
}
