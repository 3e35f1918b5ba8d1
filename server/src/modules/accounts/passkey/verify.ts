import { randomBytes } from 'node:crypto'
import { type Assertion, type addPasskey, type BodyOf, brand } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { hashToken } from '../../../infra/http/session.ts'
import type { PasskeyRow } from './repository.ts'
import * as repository from './repository.ts'

/** The library takes 28 MB of memory, so it is loaded with the first passkey. */
export const webauthn = () => import('@simplewebauthn/server')
const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

type Dependencies = { readonly db: Db; readonly publicUrl: string }
type ChallengeQuery = { readonly use: ChallengeUse; readonly now: Date }

/** EdDSA, ES256 and RS256, as COSE numbers them (RFC 9053): the usual algorithms that are not experimental in Node. */
export const algorithms = [-8, -7, -257]

/** A credential that an authenticator has just created. */
export type NewCredential = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

/**
 * The new credential of a registration. Returns null if anything about it is wrong: the challenge (which is used up), the
 * origin, the relying party, or a user who was not verified. We request no attestation, so one with a certificate chain was
 * not requested and is refused before the chain is parsed.
 */
export async function verifyRegistration(
  { db, publicUrl }: Dependencies,
  given: Omit<BodyOf<typeof addPasskey>, 'name'>,
  { use, now }: ChallengeQuery,
): Promise<NewCredential | null> {
  const { id, clientDataJSON, attestationObject } = given
  if (!(await isAnswer(db, clientDataJSON, { use, now }))) return null
  const party = relyingParty(publicUrl)
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    webauthn(),
    webauthnHelpers(),
  ])
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (attestation.get('attStmt').get('x5c')) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      // `isAnswer` has checked and used up the challenge in these same bytes.
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || !registrationInfo || registrationInfo.credential.id !== id) return null
    const { publicKey, counter } = registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter }
  } catch {
    return null
  }
}

/**
 * The counter of an assertion that a passkey signed. Returns null if anything about it is wrong, as in
 * `verifyRegistration`. `usePasskey` checks later whether the counter increased, since only a verified signature proves the
 * counter.
 */
export async function verifyAssertion(
  { db, publicUrl }: Dependencies,
  given: Assertion,
  passkey: PasskeyRow | undefined,
  { use, now }: ChallengeQuery,
): Promise<number | null> {
  const { id, clientDataJSON, authenticatorData, signature } = given
  if (!(await isAnswer(db, clientDataJSON, { use, now })) || !passkey) return null
  const party = relyingParty(publicUrl)
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: () => true,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Whether the client data responds to a valid challenge, from a page of ours that is not framed by another site. */
async function isAnswer(db: Db, clientDataJSON: string, { use, now }: ChallengeQuery): Promise<boolean> {
  const { challenge, crossOrigin } = read(clientDataJSON)
  if (typeof challenge !== 'string' || challenge.length > 100) return false
  return (await takeChallenge(db, use, challenge, now)) && crossOrigin !== true
}

function read(clientDataJSON: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null ? data : {}
  } catch {
    return {}
  }
}

/** How long a challenge is valid, in milliseconds. */
const challengeLife = 5 * 60 * 1000

/** The purpose of a challenge, and the hash of the token of the only session or browser that may respond to it. */
export type ChallengeUse = { readonly purpose: repository.ChallengePurpose; readonly boundTo: Buffer }

/** Makes a challenge of 256 random bits and replaces the previous one. Only its hash is stored. */
export async function openPasskeyChallenge(
  db: Db,
  use: ChallengeUse,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  const expiresAt = new Date(now.getTime() + challengeLife)
  await repository.putChallenge(db, { ...use, hash: hashOf(challenge), expiresAt })
  return challenge
}

/**
 * Uses up a challenge, given in base64url, and returns whether it was valid. Of two concurrent responses to one challenge,
 * only one succeeds. A response that fails a later check has used it up as well.
 */
async function takeChallenge(db: Db, use: ChallengeUse, challenge: string, now: Date): Promise<boolean> {
  return await repository.takeChallenge(
    db,
    { ...use, hash: hashOf(Buffer.from(challenge, 'base64url')) },
    now,
  )
}

const hashOf = (challenge: Uint8Array) => hashToken(Buffer.from(challenge).toString('base64url'))

/** The site as WebAuthn's relying party, to which its passkeys belong. */
export type RelyingParty = { readonly id: string; readonly name: string; readonly origin: string }

/** The relying party of the configured public address: its host, and the only origin at which a passkey works. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: brand.name, origin }
}

/** The id by which authenticators know an owner: 256 bits without personal data, equal for all passkeys of an account. */
export function ownerHandle(secret: Secret, accountId: number): Buffer {
  return secret.derive('passkey owner', String(accountId))
}
