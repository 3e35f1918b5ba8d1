import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { SignInFailure } from '../../../tables.ts'

/** The kind of failure: a password, a code of a second factor, or a password given again within a session. */
type FailureKind = SignInFailure['kind']

/** The source under which a try at an account is counted, as a keyed hash. */
export type Source = {
  readonly key: Buffer
  /** Whether it is a browser in which the account has signed in before. */
  readonly isKnown: boolean
}

/** A try at the account of an address. Failures are counted by address, kind and source. */
export type Try = {
  /** See `hashAddress`. */
  readonly address: Buffer
  readonly kind: FailureKind
  readonly source: Source
  /** See `Counted`; null where address blocks are not counted. */
  readonly block: Buffer | null
}

type RememberedDevice = {
  readonly accountId: number
  readonly deviceHash: Buffer
  readonly browser: string
}

/** Whether the account of an email has signed in before in a browser; false for null. */
export async function isKnownDevice(db: Db, email: string, deviceHash: Buffer | null): Promise<boolean> {
  const found = await db
    .selectFrom('account_device')
    .innerJoin('account', 'account.id', 'account_device.account_id')
    .select('account.id')
    .where('account.email', '=', email)
    .where('account_device.device_hash', '=', deviceHash)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Remembers that an account signed in in a browser, and forgets its browsers except the `most` newest. Returns whether the
 * browser was unknown.
 */
export async function rememberDevice(
  tx: Tx,
  { accountId, deviceHash, browser, most }: RememberedDevice & { most: number },
  now: Date,
): Promise<boolean> {
  const { isNew } = await tx
    .insertInto('account_device')
    .values({ account_id: accountId, device_hash: deviceHash, browser, first_at: now, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'device_hash']).doUpdateSet({ last_at: now, browser }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  const surplus = tx
    .selectFrom('account_device')
    .select('device_hash')
    .where('account_id', '=', accountId)
    .orderBy('last_at', 'desc')
    .orderBy('device_hash')
    .offset(most)
  await tx
    .deleteFrom('account_device')
    .where('account_id', '=', accountId)
    .where('device_hash', 'in', surplus)
    .execute()
  return isNew
}

/** How many browsers an account knows except one, and how many of all were first used after `since`. */
export async function countDevices(
  tx: Tx,
  { accountId, deviceHash }: Omit<RememberedDevice, 'browser'>,
  since: Date,
): Promise<{ readonly others: number; readonly recent: number }> {
  return await tx
    .selectFrom('account_device')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('device_hash', '<>', deviceHash).as('others'),
      row.fn.countAll<number>().filterWhere('first_at', '>', since).as('recent'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export async function forgetDevices(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('account_device').where('account_id', '=', accountId).execute()
}

/** The times of the failures of one count, in order. */
export async function failures(db: Db, { address, kind, source }: Try, since: Date): Promise<Date[]> {
  const found = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where('email_hash', '=', address)
    .where('kind', '=', kind)
    .where('source', '=', source.key)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return found.map((row) => row.at)
}

/** Wrong passwords at an address from browsers that its account does not know: all, and those from one address block. */
export async function strangersFailures(
  db: Db,
  { address, block }: Pick<Try, 'address' | 'block'>,
  since: Date,
): Promise<{ readonly inAll: number; readonly ofBlock: number }> {
  return await db
    .selectFrom('sign_in_failure')
    .select((row) => [
      row.fn.countAll<number>().as('inAll'),
      row.fn.countAll<number>().filterWhere('block', '=', block).as('ofBlock'),
    ])
    .where('email_hash', '=', address)
    .where('kind', '=', 'password')
    .where('from_known_browser', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Counts a failure. Its transaction must commit. */
export async function countFailure(tx: Tx, { address, kind, source, block }: Try, now: Date): Promise<void> {
  await tx
    .insertInto('sign_in_failure')
    .values({
      email_hash: address,
      kind,
      source: source.key,
      from_known_browser: source.isKnown,
      block,
      at: now,
    })
    .execute()
}

/** Marks the wrong passwords at an address as reported to its owner. Returns how many were not reported before. */
export async function takeUnreportedFailures(tx: Tx, address: Buffer, since: Date): Promise<number> {
  const reported = await tx
    .updateTable('sign_in_failure')
    .set({ owner_notified: true })
    .where('email_hash', '=', address)
    .where('kind', '=', 'password')
    .where('owner_notified', '=', false)
    .where('at', '>', since)
    .returning('id')
    .execute()
  return reported.length
}

/** Ends the count of a source after its success. The counts of other sources stay. */
export async function clearFailures(tx: Tx, { address, kind, source }: Try): Promise<void> {
  await tx
    .deleteFrom('sign_in_failure')
    .where('email_hash', '=', address)
    .where('kind', '=', kind)
    .where('source', '=', source.key)
    .execute()
}

/** Ends all counts of an address whose owner has proved the mailbox. */
export async function clearAllFailures(tx: Tx, address: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('email_hash', '=', address).execute()
}

/** Deletes failures and browsers that are too old for any limit. */
export async function forgetTries(db: Db, before: { failures: Date; devices: Date }): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<', before.failures).execute()
  await db.deleteFrom('account_device').where('last_at', '<', before.devices).execute()
}

/** At how many addresses something was tried, and when it was last tried. */
export type Spread = { readonly addresses: number; readonly last: Date | null }

/**
 * At how many addresses unknown browsers of a network (`source`), or of an address block, have typed wrong passwords without
 * a right one afterwards.
 */
export async function spreadOf(
  db: Db,
  column: 'source' | 'block',
  { from, since }: { readonly from: Buffer; readonly since: Date },
): Promise<Spread> {
  return await db
    .selectFrom('sign_in_failure')
    .select((row) => [
      row.fn.count<number>('email_hash').distinct().as('addresses'),
      row.fn.max('at').as('last'),
    ])
    .where(column, '=', from)
    .where('kind', '=', 'password')
    .where('from_known_browser', '=', false)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** At how many addresses a wrong password was tried. */
export async function spreadOfPassword(db: Db, password: Buffer, since: Date): Promise<Spread> {
  return await db
    .selectFrom('tried_password')
    .select((row) => [row.fn.countAll<number>().as('addresses'), row.fn.max('at').as('last')])
    .where('password', '=', password)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Records that a wrong password was tried at an address. */
export async function insertTried(
  tx: Tx,
  tried: { password: Buffer; address: Buffer },
  now: Date,
): Promise<void> {
  const { password, address } = tried
  await tx
    .insertInto('tried_password')
    .values({ password, email_hash: address, at: now })
    .onConflict((conflict) => conflict.columns(['password', 'email_hash']).doUpdateSet({ at: now }))
    .execute()
}

/** Deletes the passwords that were tried before a time. Rows locked by another transaction are left to the next call. */
export async function deleteTried(db: Db, before: Date): Promise<void> {
  await sql`
    delete from tried_password where (password, email_hash) in
      (select password, email_hash from tried_password where at < ${before} for update skip locked)`.execute(
    db,
  )
}
