import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../platform/secret.ts'

/** What is signed, so that no other derived value can stand in for it. */
const purpose = 'consent link'

/**
 * The address of our page on which the patient of an order says whether its doctor may read the results; only for mails to
 * that patient. What opens it stands behind the #, which browsers send to no server.
 */
export function consentUrl(maker: { secret: Secret; publicUrl: string }, reference: string): string {
  return `${maker.publicUrl}/consent#${reference}.${consentSignature(maker.secret, reference)}`
}

/** 256 bits that nobody can make who has not the install's secret. */
export function consentSignature(secret: Secret, reference: string): string {
  return secret.derive(purpose, reference).toString('base64url')
}

/** Whether a signature is the order's own, in a time that says nothing of how much of it is right. */
export function isSignature(secret: Secret, reference: string, given: string): boolean {
  const hash = (text: string) => secret.derive('consent comparison', text)
  return timingSafeEqual(hash(given), hash(consentSignature(secret, reference)))
}
