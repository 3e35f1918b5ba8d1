import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { Secret } from './secret.ts'

/** How often something may be tried: `most` times within `window` milliseconds. */
export type Limit = { readonly about: Buffer; readonly most: number; readonly window: number }

/** What is kept of whatever a try is about, such as an email: nobody can read it back. */
export function tryAbout(secret: Secret, purpose: string, about: string): Buffer {
  return secret.derive(`try: ${purpose}`, about)
}

/** What is kept of a network address. Whoever has an IPv6 address has the whole /64 around it, so that counts as one. */
export function addressAbout(secret: Secret, purpose: string, address: string): Buffer {
  return tryAbout(secret, `${purpose}, by address`, isIPv6(address) ? network(address) : address)
}

function network(address: string): string {
  const [mapped] = address.match(/\d+\.\d+\.\d+\.\d+$/) ?? []
  if (mapped) return mapped
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Lets tries at the same things wait for each other until the transaction ends, and answers the seconds until another is
 * welcome: 0 where it is now.
 */
export async function pauseBeforeTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  // Always in one order, so that two never wait for each other; a connection answers in the order it was asked.
  const inOrder = limits.toSorted((one, other) => one.about.compare(other.about))
  const keys = inOrder.map(({ about }) => about.readBigInt64BE().toString())
  await Promise.all(keys.map((key) => sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx)))
  return Math.max(0, ...(await Promise.all(inOrder.map((limit) => pauseOf(tx, limit, now)))))
}

/** The newest `most` tries all fall into the window: the oldest of them has to leave it first. */
async function pauseOf(tx: Tx, { about, most, window }: Limit, now: Date): Promise<number> {
  const oldest = await tx
    .selectFrom('counted_try')
    .select('at')
    .where('about', '=', about)
    .where('at', '>', new Date(now.getTime() - window))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest ? Math.max(1, Math.ceil((oldest.at.getTime() + window - now.getTime()) / 1000)) : 0
}

/** Counts one try at each. */
export async function countTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<void> {
  await tx
    .insertInto('counted_try')
    .values(limits.map(({ about }) => ({ about, at: now })))
    .execute()
}

/** Forgets tries so old that no limit asks for them. */
export async function forgetTries(db: Db, now: Date): Promise<void> {
  const day = 24 * 60 * 60 * 1000
  await db
    .deleteFrom('counted_try')
    .where('at', '<', new Date(now.getTime() - 2 * day))
    .execute()
}
