import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Code, WrongCode } from '../../../tables.ts'
import type { CodePurpose } from '../policy.ts'
import type { Counted } from '../tries/source.ts'

/** A burned code accepts no digits any more; the link in its mail still works. */
const openStates = ['live', 'burned'] as const

/** Ends the open code of this purpose and returns its expiry time, or null if there was none. */
export async function retireCode(
  tx: Tx,
  accountId: number | null,
  purpose: CodePurpose,
  now: Date,
): Promise<Date | null> {
  const state: RawBuilder<'expired' | 'replaced'> =
    sql`case when expires_at <= ${now} then 'expired' else 'replaced' end`
  const retired = await tx
    .updateTable('code')
    .set({ state })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', 'in', openStates)
    .returning('expires_at')
    .executeTakeFirst()
  return retired?.expires_at ?? null
}

/** Adds a code and returns its id. Without an account it does the same work, adds nothing and returns null. */
export async function insertCode(
  tx: Tx,
  code: {
    accountId: number | null
    purpose: CodePurpose
    issuedAt: Date
    expiresAt: Date
    takesDigits: boolean
  },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into code (account_id, purpose, issued_at, expires_at, takes_digits)
    select id, ${code.purpose}, ${code.issuedAt}, ${code.expiresAt}, ${code.takesDigits} from account
    where id = ${code.accountId}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The open code of this purpose, locked; there is at most one. */
export async function lockOpenCode(
  tx: Tx,
  accountId: number | null,
  purpose: CodePurpose,
  now: Date,
): Promise<Pick<Selectable<Code>, 'id' | 'state' | 'takes_digits'> | undefined> {
  return await tx
    .selectFrom('code')
    .select(['id', 'state', 'takes_digits'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', 'in', openStates)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts a wrong try against a code; the last allowed one burns it. */
export async function countTry(tx: Tx, id: string, most: number): Promise<void> {
  const state: RawBuilder<'burned' | 'live'> =
    sql`case when tries + 1 >= ${most} then 'burned' else 'live' end`
  await tx
    .updateTable('code')
    .set((row) => ({ tries: row('tries', '+', 1), state }))
    .where('id', '=', id)
    .where('state', '=', 'live')
    .where('tries', '<', most)
    .execute()
}

/** The used codes of this purpose that have not expired yet. */
export async function usedCodes(
  db: Db,
  accountId: number,
  purpose: CodePurpose,
  now: Date,
): Promise<Pick<Selectable<Code>, 'id'>[]> {
  return await db
    .selectFrom('code')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'used')
    .where('expires_at', '>', now)
    .execute()
}

/** Marks a code as used. Returns whether it was still open. */
export async function useCode(tx: Tx, id: string): Promise<boolean> {
  const used = await tx
    .updateTable('code')
    .set({ state: 'used' })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** An open code with the email and type of its account. */
export async function openCode(db: Db, id: string, now: Date) {
  return await db
    .selectFrom('code')
    .innerJoin('account', 'account.id', 'code.account_id')
    .select(['code.id', 'code.purpose', 'code.expires_at', 'code.takes_digits'])
    .select(['account.email', 'account.type'])
    .where('code.id', '=', id)
    .where('code.state', 'in', openStates)
    .where('code.expires_at', '>', now)
    .executeTakeFirst()
}

export async function wrongCodes(tx: Tx, emailHash: Buffer, since: Date): Promise<Date[]> {
  const found = await tx
    .selectFrom('wrong_code')
    .select('at')
    .where('email_hash', '=', emailHash)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return found.map((row) => row.at)
}

/** Whose wrong digits: those from a network or address block, for a purpose, or at new registrations. */
type WrongCodeFilter = Partial<
  Pick<Selectable<WrongCode>, 'network' | 'block' | 'purpose' | 'new_registration'>
>

/** Wrong digits that were checked against a code, counted up to `most`. */
export async function countWrongCodes(
  tx: Tx,
  filter: WrongCodeFilter,
  since: Date,
  most: number,
): Promise<number> {
  const found = tx
    .selectFrom('wrong_code')
    .select('id')
    .where('evaluated', '=', true)
    .where('at', '>', since)
    .where((row) => row.and(filter))
    .limit(most)
  const { count } = await tx
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWrongCode(
  tx: Tx,
  tried: Pick<Counted, 'address' | 'network' | 'block'> & {
    purpose: CodePurpose
    evaluated: boolean
    newRegistration: boolean
  },
  now: Date,
): Promise<void> {
  const { address, newRegistration, ...same } = tried
  await tx
    .insertInto('wrong_code')
    .values({ ...same, email_hash: address, new_registration: newRegistration, at: now })
    .execute()
}

/** Deletes codes and wrong tries that are too old for any limit. */
export async function forgetCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('wrong_code').where('at', '<', before).execute()
  await db.deleteFrom('code').where('expires_at', '<', before).execute()
}
