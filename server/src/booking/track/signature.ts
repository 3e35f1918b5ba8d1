import type { Secret } from '../../platform/secret.ts'

/** What is signed, so that no other derived value can stand in for it. */
const purpose = 'track link'

/**
 * The address of our page that shows an order without asking who reads it; only for mails to its patient. What opens it
 * stands behind the #, which browsers send to no server.
 */
export function trackUrl(maker: { secret: Secret; publicUrl: string }, reference: string): string {
  return `${maker.publicUrl}/track#${reference}.${signatureOf(maker.secret, reference)}`
}

/** 256 bits that nobody can make who has not the install's secret. */
export function signatureOf(secret: Secret, reference: string): string {
  return secret.derive(purpose, reference).toString('base64url')
}
