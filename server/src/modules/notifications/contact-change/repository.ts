import type { ContactAct } from '@labalaba/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { ContactChange } from '../../../tables.ts'
import type { ContactState } from './policy.ts'

/** Only this slice writes the two JSON columns, so their types are known. */
export type ChangeRow = Omit<Selectable<ContactChange>, 'stood' | 'acts'> & {
  readonly stood: ContactState
  readonly acts: readonly ContactAct[]
}

function asJson(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::text::jsonb`
}

type Begun = {
  readonly accountId: number
  readonly sessionHash: Buffer
  readonly browser: string
  readonly at: Date
  readonly stood: ContactState
  readonly act: ContactAct
}

export async function insertChange(tx: Tx, begun: Begun): Promise<number> {
  const { id } = await tx
    .insertInto('contact_change')
    .values({
      account_id: begun.accountId,
      session_hash: begun.sessionHash,
      browser: begun.browser,
      began_at: begun.at,
      stood: asJson(begun.stood),
      acts: asJson([begun.act]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addAct(tx: Tx, id: number, act: ContactAct): Promise<void> {
  await tx
    .updateTable('contact_change')
    .set({ acts: sql`acts || ${asJson([act])}` })
    .where('id', '=', id)
    .execute()
}

export async function changeById(db: Db, id: number): Promise<ChangeRow | undefined> {
  const row = await db.selectFrom('contact_change').selectAll().where('id', '=', id).executeTakeFirst()
  return row as ChangeRow | undefined
}

/** Stores the link of a change and returns the change; undefined if it was undone meanwhile. */
export async function linkChange(
  tx: Tx,
  id: number,
  { tokenHash, expiresAt }: { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<ChangeRow | undefined> {
  const row = await tx
    .updateTable('contact_change')
    .set({ token_hash: tokenHash, expires_at: expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row as ChangeRow | undefined
}

/** The change that a link can undo now. */
export async function changeOfToken(db: Db, tokenHash: Buffer, now: Date): Promise<ChangeRow | undefined> {
  const row = await db
    .selectFrom('contact_change')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row as ChangeRow | undefined
}

/** All changes of an account that are not undone, oldest first. */
export async function changesOf(db: Db, accountId: number): Promise<ChangeRow[]> {
  const rows = await db
    .selectFrom('contact_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows as ChangeRow[]
}

/** Deletes a change and every later one of its account. */
export async function deleteSince(tx: Tx, { id, account_id }: ChangeRow): Promise<void> {
  await tx.deleteFrom('contact_change').where('account_id', '=', account_id).where('id', '>=', id).execute()
}

/** Those of these numbers that another account has proven since then. */
export async function provenElsewhere(
  db: Db,
  accountId: number,
  { phones, since }: { readonly phones: readonly string[]; readonly since: Date },
): Promise<string[]> {
  if (phones.length === 0) return []
  const found = await db
    .selectFrom('proven_phone')
    .select('phone')
    .distinct()
    .where('phone', 'in', phones)
    .where('account_id', '<>', accountId)
    .where('proven_at', '>=', since)
    .execute()
  return found.map(({ phone }) => phone)
}

type Restored = ContactState & {
  readonly at: Date
  /** Whether a number proven at that time survives a new password. */
  readonly isKept: (provenAt: Date) => boolean
}

/** Replaces all phones and choices of the account, and ends its codes that still work. */
export async function replaceContacts(
  tx: Tx,
  accountId: number,
  { phones, choices, at, isKept }: Restored,
): Promise<void> {
  await tx.deleteFrom('notice_choice').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('proven_phone').where('account_id', '=', accountId).execute()
  await tx
    .updateTable('phone_code')
    .set({ state: 'replaced' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'live')
    .execute()
  for (const { channel, phone, provenAt } of phones) {
    const proven_at = new Date(provenAt)
    const restored_at = isKept(proven_at) ? at : null
    await tx
      .insertInto('proven_phone')
      .values({ account_id: accountId, channel, phone, proven_at, restored_at })
      .execute()
  }
  for (const choice of choices)
    await tx
      .insertInto('notice_choice')
      .values({ account_id: accountId, ...choice, changed_at: at })
      .execute()
}

export async function forgetChanges(
  db: Db,
  { now, unmailed }: { readonly now: Date; readonly unmailed: Date },
): Promise<void> {
  await db
    .deleteFrom('contact_change')
    .where((row) =>
      row.or([
        row('expires_at', '<=', now),
        row.and([row('expires_at', 'is', null), row('began_at', '<', unmailed)]),
      ]),
    )
    .execute()
}
