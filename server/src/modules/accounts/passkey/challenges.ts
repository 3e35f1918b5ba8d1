import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db.ts'
import { hashToken } from '../../../infra/http/session.ts'
import * as repository from './repository.ts'

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
export async function takeChallenge(
  db: Db,
  use: ChallengeUse,
  challenge: string,
  now: Date,
): Promise<boolean> {
  return await repository.takeChallenge(
    db,
    { ...use, hash: hashOf(Buffer.from(challenge, 'base64url')) },
    now,
  )
}

const hashOf = (challenge: Uint8Array) => hashToken(Buffer.from(challenge).toString('base64url'))
