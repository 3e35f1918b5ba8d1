import { createHmac } from 'node:crypto'
import type { Noise } from '../noise.ts'

/** Lower-case hex HMAC-SHA512 of the exact bytes, keyed with the secret key (section 1.16, S-18). */
export function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}

/** A valid signature with a key of another integration: another app's, or a revoked one. */
export function otherKeySignature(body: Uint8Array): string {
  return signatureOf(body, 'sk_test_somebody_else')
}

/** A forged signature: with another key, truncated, or missing (null). */
export function forgedSignature(body: Uint8Array, noise: Noise): string | null {
  const wrong = otherKeySignature(body)
  const roll = noise.roll()
  if (roll < 0.6) return wrong
  return roll < 0.8 ? wrong.slice(0, 64) : null
}
