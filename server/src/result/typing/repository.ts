import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { EntryDraft } from '../../tables.ts'

export type TypedLine = {
  readonly position: number
  readonly value: string
  /** What the line was called and measured in then. */
  readonly name?: string
  readonly unit?: string | null
}
/** Only what the contract lets in is ever written, so it is what comes out. */
export type TypingRow = Omit<Selectable<EntryDraft>, 'typed'> & {
  readonly typed: TypedLine[]
  readonly typed_name: string
}

/** What is typed of these reports and kept by now, with who typed it. */
export async function typingOf(db: Db, reportIds: readonly string[], now: Date): Promise<TypingRow[]> {
  if (reportIds.length === 0) return []
  const rows = await db
    .selectFrom('entry_draft')
    .innerJoin('account', 'account.id', 'entry_draft.typed_by')
    .selectAll('entry_draft')
    .select('account.name as typed_name')
    .where('report_id', 'in', [...reportIds])
    .where('expires_at', '>', now)
    .execute()
  return rows as TypingRow[]
}

type Kept = {
  readonly reportId: string
  readonly typed: readonly TypedLine[]
  /** The lines that it is typed on. */
  readonly linesVersion: string
  readonly accountId: number
  readonly at: Date
  readonly until: Date
}

/** Keeps what is typed in place of all that was. The caller holds the lock of the report's order. */
export async function putTyping(
  tx: Tx,
  { reportId, typed, linesVersion, accountId, at, until }: Kept,
): Promise<void> {
  const columns = {
    typed: sql`${JSON.stringify(typed)}::text::jsonb`,
    ...{
      lines_version: linesVersion,
      typed_by: accountId,
      typed_at: at,
      expires_at: until,
      version: sql<string>`gen_random_uuid()`,
    },
  }
  await tx
    .insertInto('entry_draft')
    .values({ report_id: reportId, ...columns })
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet(columns))
    .execute()
}

/** Forgets what is typed of a report, whoever typed it. */
export async function deleteTyping(tx: Tx, reportId: string): Promise<void> {
  await tx.deleteFrom('entry_draft').where('report_id', '=', reportId).execute()
}

/** Forgets it where it is of this version, or typed by this account. */
export async function deleteSeenTyping(
  tx: Tx,
  reportId: string,
  { version, accountId }: { readonly version: string | null; readonly accountId: number | null },
): Promise<void> {
  await tx
    .deleteFrom('entry_draft')
    .where('report_id', '=', reportId)
    .where((e) =>
      e.or([
        ...(version === null ? [] : [e('version', '=', version)]),
        ...(accountId === null ? [] : [e('typed_by', '=', accountId)]),
      ]),
    )
    .execute()
}

/** Forgets all that was typed a week ago, and says how much that was. */
export async function deleteOldTyping(db: Db, now: Date): Promise<number> {
  const gone = await db.deleteFrom('entry_draft').where('expires_at', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
