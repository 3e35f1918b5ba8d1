import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../infra/config/secret.ts'

/** Part of the signed text, so that no other derived value is valid here. */
const purpose = 'consent link'

/**
 * The address of our page on which the patient of an order decides whether its doctor may read the results; only for mails
 * to that patient. The signature follows the #, so that browsers do not send it to a server.
 */
export function consentUrl(maker: { secret: Secret; publicUrl: string }, reference: string): string {
  return `${maker.publicUrl}/consent#${reference}.${consentSignature(maker.secret, reference)}`
}

/** 256 bits that can be made only with the secret of the install. */
export function consentSignature(secret: Secret, reference: string): string {
  return secret.derive(purpose, reference).toString('base64url')
}

/** Whether a signature is the order's. Takes the same time for right and wrong signatures. */
export function isSignature(secret: Secret, reference: string, given: string): boolean {
  const hash = (text: string) => secret.derive('consent comparison', text)
  return timingSafeEqual(hash(given), hash(consentSignature(secret, reference)))
}
