import type { Secret } from '../../../infra/config/secret.ts'

/** The purpose of the signature, so that no other derived value can be used as one. */
const purpose = 'track link'

/**
 * The address of our page that shows an order without a login; only for mails to its patient. The signature follows the #,
 * as browsers do not send that part to a server.
 */
export function trackUrl(maker: { secret: Secret; publicUrl: string }, reference: string): string {
  return `${maker.publicUrl}/track#${reference}.${signatureOf(maker.secret, reference)}`
}

/** 256 bits that cannot be computed without the install's secret. */
export function signatureOf(secret: Secret, reference: string): string {
  return secret.derive(purpose, reference).toString('base64url')
}
