import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { EntryDraft } from '../../../tables.ts'
import type { VersionKey } from '../reports/repository.ts'

type TypedLine = {
  readonly position: number
  readonly value: string
  readonly comment?: string | undefined
  /** The line's name and unit at that time. */
  readonly name?: string
  readonly unit?: string | null
}
/** The contract validates everything that is written, so the stored JSON has this type. */
export type DraftRow = Omit<Selectable<EntryDraft>, 'typed'> & {
  readonly typed: TypedLine[]
  readonly typed_name: string
}

/** The result drafts of these reports that have not expired, with the names of their authors. */
export async function draftsOf(db: Db, reportIds: readonly string[], now: Date): Promise<DraftRow[]> {
  if (reportIds.length === 0) return []
  const rows = await db
    .selectFrom('entry_draft')
    .innerJoin('account', 'account.id', 'entry_draft.typed_by')
    .selectAll('entry_draft')
    .select('account.name as typed_name')
    .where('report_id', 'in', [...reportIds])
    .where('expires_at', '>', now)
    .execute()
  return rows as DraftRow[]
}

type NewDraft = Omit<Selectable<EntryDraft>, 'typed' | 'version'> & { readonly typed: readonly TypedLine[] }

/** Stores the result draft of a report, in place of the earlier one. The caller holds the lock of the report's order. */
export async function putDraft(tx: Tx, { typed, ...draft }: NewDraft): Promise<void> {
  const columns = {
    ...draft,
    typed: sql`${JSON.stringify(typed)}::text::jsonb`,
    version: sql<string>`gen_random_uuid()`,
  }
  await tx
    .insertInto('entry_draft')
    .values(columns)
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet(columns))
    .execute()
}

/** Deletes the result draft of a report, whichever account typed it. */
export async function deleteDraft(tx: Tx, reportId: string): Promise<void> {
  await tx.deleteFrom('entry_draft').where('report_id', '=', reportId).execute()
}

/** Deletes the result draft of a report if it has this version or this account typed it. */
export async function deleteSeenDraft(
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

/** Deletes the expired result drafts (a week after the last change). Returns how many. */
export async function deleteExpiredDrafts(db: Db, now: Date): Promise<number> {
  const gone = await db.deleteFrom('entry_draft').where('expires_at', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Whether a scientist or a system has ever entered a version: if not, it has what it began with. */
export async function wasEntered(db: Db, { report_id, number }: VersionKey): Promise<boolean> {
  const found = await db
    .selectFrom('report_event')
    .select('id')
    .where('report_id', '=', report_id)
    .where('number', '=', number)
    .where('verb', '=', 'enter')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
