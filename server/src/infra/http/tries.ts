import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { Secret } from '../config/secret.ts'

/** How often something may be tried: `most` times within `window` milliseconds. */
export type Limit = { readonly about: Buffer; readonly most: number; readonly window: number }

/** The stored key for the subject of a try, such as an email: it cannot be reversed. */
export function tryAbout(secret: Secret, purpose: string, about: string): Buffer {
  return secret.derive(`try: ${purpose}`, about)
}

/** The stored key for a network address. The user of an IPv6 address has the whole /64 around it, so that counts as one. */
export function addressAbout(secret: Secret, purpose: string, address: string): Buffer {
  return tryAbout(secret, `${purpose}, by address`, networkOf(address))
}

/**
 * The stored key for the address block of a network address: the range that one customer of a tunnel or a host may use
 * freely, and that the phones of a carrier share.
 */
export function blockAbout(secret: Secret, purpose: string, address: string): Buffer {
  return tryAbout(secret, `${purpose}, by block`, blockOf(address))
}

/** The network that an address is counted as: an IPv4 address by itself, an IPv6 address as the /64 around it. */
export function networkOf(address: string): string {
  return prefixOf(address, { octets: 4, groups: 4 })
}

/** The address block in which an address is counted: the /24 of an IPv4 address, the /48 of an IPv6 address. */
function blockOf(address: string): string {
  return prefixOf(address, { octets: 3, groups: 3 })
}

function prefixOf(address: string, { octets, groups: most }: { octets: number; groups: number }): string {
  if (!isIPv6(address)) return address.split('.').slice(0, octets).join('.')
  const [mapped] = address.match(/\d+\.\d+\.\d+\.\d+$/) ?? []
  if (mapped) return mapped.split('.').slice(0, octets).join('.')
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return groups
    .slice(0, most)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Makes tries at the same subjects wait for each other until the transaction ends. Returns the seconds until another try is
 * allowed: 0 if it is now.
 */
export async function pauseBeforeTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  // Always in the same order, so that two transactions never deadlock; a connection runs statements in the order sent.
  const inOrder = limits.toSorted((one, other) => one.about.compare(other.about))
  const keys = inOrder.map(({ about }) => about.readBigInt64BE().toString())
  await Promise.all(keys.map((key) => sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx)))
  return await pauseWithin(tx, inOrder, now)
}

/** Like `pauseBeforeTry`, for a caller that holds its own lock for such tries. */
export async function pauseWithin(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  const pauses = await oldestTries(tx, limits, now)
  return Math.max(
    0,
    ...limits.map(({ window }, i) => {
      const oldest = pauses.get(i)
      return oldest ? Math.max(1, Math.ceil((oldest.getTime() + window - now.getTime()) / 1000)) : 0
    }),
  )
}

/** For each exhausted limit, by its index: the oldest of its newest `most` tries, which must leave the window first. */
async function oldestTries(tx: Tx, limits: readonly Limit[], now: Date): Promise<ReadonlyMap<number, Date>> {
  const sinces = limits.map(({ window }) => new Date(now.getTime() - window))
  const { rows } = await sql<{ place: number; at: Date }>`
    select place::int - 1 as place, at
    from unnest(${limits.map(({ about }) => about)}::bytea[], ${limits.map(({ most }) => most)}::int[],
      ${sinces}::timestamptz[]) with ordinality as given (about, most, since, place)
    cross join lateral (
      select at from counted_try where counted_try.about = given.about and at > since
      order by at desc offset most - 1 limit 1
    ) as oldest`.execute(tx)
  return new Map(rows.map(({ place, at }) => [place, at]))
}

/** Counts one try at each subject of the limits; several limits may share a subject. */
export async function countTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<void> {
  const abouts = new Map(limits.map(({ about }) => [about.toString('hex'), about]))
  const counted = [...abouts.values()].map((about) => ({ about, at: now }))
  await tx.insertInto('counted_try').values(counted).execute()
}

/** Deletes tries that are too old for any limit. */
export async function forgetTries(db: Db, now: Date): Promise<void> {
  const day = 24 * 60 * 60 * 1000
  await db
    .deleteFrom('counted_try')
    .where('at', '<', new Date(now.getTime() - 2 * day))
    .execute()
}
