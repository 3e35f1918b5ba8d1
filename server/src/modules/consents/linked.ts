import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { addressAbout, countTry, pauseBeforeTry } from '../../infra/http/tries.ts'
import { type OrderRow, orderByReference } from '../orders/index.ts'
import { isSignature } from './link.ts'

/** Limit of wrong links from one network address, which many phones may share. */
const perAddress = { most: 40, window: 15 * 60 * 1000 }

/**
 * The order that the link of a mail belongs to. Throws DomainError `not_found` for anything else, after the same work, and
 * counts it; too many wrong links from one network address must wait (`too_many`).
 */
export async function orderBehind(
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
