import { createHmac } from 'node:crypto'
import type { Noise } from '../noise.ts'

/** Lower-case hex HMAC-SHA512 of the exact bytes, keyed with the secret key (section 1.16, S-18). */
export function signatureOf(body: Uint8Array, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}

/** A well-made signature with a key that is not this integration's: another app's, or one that was taken back. */
export function otherKeySignature(body: Uint8Array): string {
  return signatureOf(body, 'sk_test_somebody_else')
}

/** A signature as a forger would send it: of another key, cut short, or none at all (null). */
export function forgedSignature(body: Uint8Array, noise: Noise): string | null {
  const wrong = otherKeySignature(body)
  const roll = noise.roll()
  if (roll < 0.6) return wrong
  return roll < 0.8 ? wrong.slice(0, 64) : null
}
