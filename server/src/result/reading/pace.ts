import type { Db, Tx } from '../../db.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Secret } from '../../platform/secret.ts'
import { countTry, pauseBeforeTry, tryAbout } from '../../platform/tries.ts'

const hour = 60 * 60 * 1000

/** Each of these leaves rows for good, so that none goes on without end. */
const paces = {
  /** Of one order by one account, on the screen and as files. */
  read: { most: 60, window: hour },
  /** Of all of an account's orders at one time, as they changed. */
  look: { most: 60, window: hour },
  /** Links to one order by one account. */
  share: { most: 30, window: 24 * hour },
  /** Of one link, by whoever has its passcode. */
  open: { most: 60, window: hour },
} as const

export type Pace = keyof typeof paces

/** Counts once more what is done with `about`, and answers the seconds to wait where it was done too often: 0 mostly. */
export async function pauseAtPace(
  tx: Tx,
  secret: Secret,
  pace: Pace,
  about: string,
  at: Date,
): Promise<number> {
  const within = [{ about: tryAbout(secret, `results, ${pace}`, about), ...paces[pace] }]
  const retryAfter = await pauseBeforeTry(tx, within, at)
  if (retryAfter === 0) await countTry(tx, within, at)
  return retryAfter
}

/** Counts one reading of an order's results by an account. Refuses `too_many`. */
export async function countReading(
  db: Db,
  secret: Secret,
  order: { readonly id: number },
  accountId: number,
  at: Date,
): Promise<void> {
  const retryAfter = await db
    .transaction()
    .execute((tx) => pauseAtPace(tx, secret, 'read', `${accountId} ${order.id}`, at))
  if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
}

/** Counts one look at an account's results over time. Refuses `too_many`. */
export async function countLook(db: Db, secret: Secret, accountId: number, at: Date): Promise<void> {
  const retryAfter = await db
    .transaction()
    .execute((tx) => pauseAtPace(tx, secret, 'look', String(accountId), at))
  if (retryAfter > 0) throw new DomainError('too_many', { retryAfter })
}
