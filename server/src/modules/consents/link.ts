import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { addressAbout, countTry, pauseBeforeTry } from '../../infra/http/tries.ts'
import { type OrderRow, orderByReference } from '../orders/index.ts'

/** Limit of wrong links from one network address, which many phones may share. */
const perAddress = { most: 40, window: 15 * 60 * 1000 }

/**
 * The order that the link of a mail belongs to. Throws DomainError `not_found` for anything else, after the same work, and
 * counts it; too many wrong links from one network address must wait (`too_many`).
 */
export async function orderOfLink(
  { db, clock, secret }: { readonly db: Db; readonly clock: Clock; readonly secret: Secret },
  { reference, signature }: { readonly reference: string; readonly signature: string },
  address: string,
): Promise<OrderRow> {
  const order = await orderByReference(db, reference)
  const isRight = isSignature(secret, order?.reference ?? '', signature)
  const limits = [{ about: addressAbout(secret, 'consent link', address), ...perAddress }]
  const at = clock.now()
  const pause = await db.transaction().execute(async (tx) => {
    const wait = await pauseBeforeTry(tx, limits, at)
    if (wait === 0 && !(order && isRight)) await countTry(tx, limits, at)
    return wait
  })
  // Thrown after the transaction: inside it, the count would be rolled back.
  if (pause > 0) throw new DomainError('too_many', { retryAfter: pause })
  if (!order || !isRight) throw new DomainError('not_found')
  return order
}

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
function isSignature(secret: Secret, reference: string, given: string): boolean {
  const hash = (text: string) => secret.derive('consent comparison', text)
  return timingSafeEqual(hash(given), hash(consentSignature(secret, reference)))
}
