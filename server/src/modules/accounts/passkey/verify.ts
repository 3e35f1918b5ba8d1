import type { Assertion, addPasskey, BodyOf } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { type ChallengeUse, takeChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { PasskeyRow } from './repository.ts'

/** The library takes 28 MB of memory, so it is loaded with the first passkey. */
export const webauthn = () => import('@simplewebauthn/server')
const webauthnHelpers = () => import('@simplewebauthn/server/helpers')

type Dependencies = { readonly db: Db; readonly party: RelyingParty }
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
  { db, party }: Dependencies,
  given: Omit<BodyOf<typeof addPasskey>, 'name'>,
  { use, now }: ChallengeQuery,
): Promise<NewCredential | null> {
  const { id, clientDataJSON, attestationObject } = given
  if (!(await isAnswer(db, clientDataJSON, { use, now }))) return null
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    webauthn(),
    webauthnHelpers(),
  ])
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (attestation.get('attStmt').get('x5c')) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
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
  { db, party }: Dependencies,
  given: Assertion,
  passkey: PasskeyRow | undefined,
  { use, now }: ChallengeQuery,
): Promise<number | null> {
  const { id, clientDataJSON, authenticatorData, signature } = given
  if (!(await isAnswer(db, clientDataJSON, { use, now })) || !passkey) return null
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
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
