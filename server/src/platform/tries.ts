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
  return tryAbout(secret, `${purpose}, by address`, networkOf(address))
}

/**
 * What is kept of the address block of a network address: what one customer of a tunnel or a host may use at will, and what the
 * phones of a carrier share.
 */
export function blockAbout(secret: Secret, purpose: string, address: string): Buffer {
  return tryAbout(secret, `${purpose}, by block`, blockOf(address))
}

/** What a network address is counted as: an IPv4 address by itself, an IPv6 address as the /64 around it. */
export function networkOf(address: string): string {
  return prefixOf(address, { octets: 4, groups: 4 })
}

/** The address block that a network address is counted in: the /24 of an IPv4 address, the /48 of an IPv6 address. */
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
 * Lets tries at the same things wait for each other until the transaction ends, and answers the seconds until another is
 * welcome: 0 where it is now.
 */
export async function pauseBeforeTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  // Always in one order, so that two never wait for each other; a connection answers in the order it was asked.
  const inOrder = limits.toSorted((one, other) => one.about.compare(other.about))
  const keys = inOrder.map(({ about }) => about.readBigInt64BE().toString())
  await Promise.all(keys.map((key) => sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx)))
  return await pauseWithin(tx, inOrder, now)
}

/** As `pauseBeforeTry`, for a caller that lets such tries wait for each other itself. */
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

/** For each limit that is used up, by its place: of its newest `most` tries the oldest, which has to leave the window first. */
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

/** Counts one try at each thing that the limits are about; several may be about the same. */
export async function countTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<void> {
  const abouts = new Map(limits.map(({ about }) => [about.toString('hex'), about]))
  const counted = [...abouts.values()].map((about) => ({ about, at: now }))
  await tx.insertInto('counted_try').values(counted).execute()
}

/** Forgets tries so old that no limit asks for them. */
export async function forgetTries(db: Db, now: Date): Promise<void> {
  const day = 24 * 60 * 60 * 1000
  await db
    .deleteFrom('counted_try')
    .where('at', '<', new Date(now.getTime() - 2 * day))
    .execute()
}
