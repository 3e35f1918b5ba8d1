import type { Db, Tx } from '../../db.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { DomainError } from '../../infra/http/domain-error.ts'
import { countTry, pauseBeforeTry, tryAbout } from '../../infra/http/tries.ts'

const hour = 60 * 60 * 1000

/** Each of these actions stores rows permanently, so each has a limit. */
const paces = {
  /** Results of one order by one account, on the screen and as files. */
  read: { most: 60, window: hour },
  /** Results of all orders of an account over time. */
  look: { most: 60, window: hour },
  /** Links to one order by one account. */
  share: { most: 30, window: 24 * hour },
  /** Openings of one link, by all who have its passcode. */
  open: { most: 60, window: hour },
  /** Openings by break-glass by one doctor. */
  glass: { most: 20, window: 24 * hour },
} as const

type Pace = keyof typeof paces

const limitsOf = (secret: Secret, pace: Pace, about: string) => [
  { about: tryAbout(secret, `results, ${pace}`, about), ...paces[pace] },
]

/**
 * Throws DomainError `too_many`, with this message, if another action on `about` is too many. It counts nothing. Other actions
 * on `about` wait until the transaction ends.
 */
export async function requirePace(
  tx: Tx,
  secret: Secret,
  pace: Pace,
  about: string,
  at: Date,
  message?: string,
): Promise<void> {
  const retryAfter = await pauseBeforeTry(tx, limitsOf(secret, pace, about), at)
  if (retryAfter > 0)
    throw new DomainError('too_many', { retryAfter, ...(message !== undefined && { message }) })
}

/** Counts one more action on `about`. Throws DomainError `too_many`, with this message, after too many. */
export async function countAtPace(
  tx: Tx,
  secret: Secret,
  pace: Pace,
  about: string,
  at: Date,
  message?: string,
): Promise<void> {
  await requirePace(tx, secret, pace, about, at, message)
  await countTry(tx, limitsOf(secret, pace, about), at)
}

/** Counts one reading of an order's results by an account. Throws DomainError `too_many`. */
export async function countReading(
  db: Db,
  secret: Secret,
  order: { readonly id: number },
  accountId: number,
  at: Date,
): Promise<void> {
  await db.transaction().execute((tx) => countAtPace(tx, secret, 'read', `${accountId} ${order.id}`, at))
}
