import { randomBytes } from 'node:crypto'
import type { Db } from '../../db.ts'
import { hashToken } from '../../platform/session.ts'
import * as repository from './repository.ts'

/** How long a challenge can be answered, in milliseconds. */
const challengeLife = 5 * 60 * 1000

/** What a challenge is for, and the session or browser that alone may answer it, by the hash of its token. */
export type ChallengeUse = { readonly purpose: repository.ChallengePurpose; readonly boundTo: Buffer }

/** A new challenge of 256 random bits, in place of the one before. Only this answer holds it. */
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
 * Uses a challenge up, which is given in base64url, and says whether it was good: of two who answer it at once, one is right.
 * An answer that turns out wrong later has used it up all the same.
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
