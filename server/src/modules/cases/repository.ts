import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db.ts'
import type { MoneyCase } from '../../tables.ts'

export type CaseRow = Selectable<MoneyCase>

/** Inserts a case. Returns undefined if a case of this kind about the same subject is open. */
export async function insertCase(tx: Tx, found: Insertable<MoneyCase>): Promise<CaseRow | undefined> {
  return await tx
    .insertInto('money_case')
    .values(found)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('closed_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function caseById(db: Db, id: number): Promise<CaseRow | undefined> {
  return await db.selectFrom('money_case').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockCase(tx: Tx, id: number): Promise<CaseRow | undefined> {
  return await tx.selectFrom('money_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setClosed(
  tx: Tx,
  id: number,
  { at, by, note }: { readonly at: Date; readonly by: number | null; readonly note: string },
): Promise<CaseRow> {
  return await tx
    .updateTable('money_case')
    .set({ closed_at: at, closed_by: by, close_note: note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Closes the open case of a kind about a subject, if there is one, because what it waited for has happened. */
export async function closeCaseAbout(
  tx: Tx,
  kind: CaseRow['kind'],
  subject: string,
  note: string,
  now: Date,
): Promise<void> {
  await closeAutomatically(tx, note, now).where('kind', '=', kind).where('subject', '=', subject).execute()
}

/** Closes the open cases of some kinds about an order, with any subject. */
export async function closeCasesOfOrder(
  tx: Tx,
  kinds: readonly CaseRow['kind'][],
  reference: string,
  note: string,
  now: Date,
): Promise<void> {
  await closeAutomatically(tx, note, now)
    .where('order_reference', '=', reference)
    .where('kind', 'in', [...kinds])
    .execute()
}

/** Marks the cases as closed automatically: only a person's closing is a decision. */
function closeAutomatically(tx: Tx, note: string, now: Date) {
  return tx
    .updateTable('money_case')
    .set({ closed_at: now, close_note: note })
    .set({ found: sql`found || '{"closed_by_itself": true}'::jsonb` })
    .where('closed_at', 'is', null)
}

/** One page of cases and their total: open ones by the earliest due date first, closed ones by the newest first. */
export async function casesOf(
  db: Db,
  open: boolean,
  page: number,
  limit: number,
): Promise<{ rows: CaseRow[]; total: number }> {
  const chosen = db.selectFrom('money_case').where('closed_at', open ? 'is' : 'is not', null)
  const ordered = open
    ? chosen.orderBy(sql`due_at asc nulls last`).orderBy('opened_at')
    : chosen.orderBy('closed_at', 'desc')
  const [rows, { total }] = await Promise.all([
    ordered
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    chosen.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Whether there is, or was, a case of a kind about a subject. */
export async function hasCase(db: Db, kind: CaseRow['kind'], subject: string): Promise<boolean> {
  const found = await db
    .selectFrom('money_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a case of a kind about a subject is open, or was closed since the given time. */
export async function wasOpenSince(
  db: Db,
  kind: CaseRow['kind'],
  subject: string,
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('money_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where((e) => e.or([e('closed_at', 'is', null), e('closed_at', '>', since)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a case of a kind about a subject is open, or a person closed one since the given time. */
export async function wasOpenOrDecidedSince(
  db: Db,
  kind: CaseRow['kind'],
  subject: string,
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('money_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where((e) => e.or([e('closed_at', 'is', null), e('closed_at', '>', since)]))
    .where(sql<boolean>`found -> 'closed_by_itself' is null`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The subjects of the open cases of a kind. */
export async function openSubjects(db: Db, kind: CaseRow['kind']): Promise<string[]> {
  const open = await db
    .selectFrom('money_case')
    .select('subject')
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .execute()
  return open.map(({ subject }) => subject)
}

/** Whether a person has closed a case of a kind about a subject with exactly this amount. */
export async function wasDecided(
  db: Db,
  { kind, subject, amount }: { kind: CaseRow['kind']; subject: string; amount: number | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('money_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is not', null)
    .where(sql<boolean>`found -> 'closed_by_itself' is null`)
    .where(sql<boolean>`amount_kobo is not distinct from ${amount}::bigint`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The open cases of some kinds about some subjects. */
export async function openAbout(
  db: Db,
  kinds: readonly CaseRow['kind'][],
  subjects: readonly string[],
): Promise<Pick<CaseRow, 'kind' | 'subject'>[]> {
  return await db
    .selectFrom('money_case')
    .select(['kind', 'subject'])
    .where('kind', 'in', [...kinds])
    .where(sql<boolean>`subject = any(${[...subjects]}::text[])`)
    .where('closed_at', 'is', null)
    .execute()
}

/** Adds facts to an open case, or overwrites those that have changed. */
export async function addFound(
  tx: Tx,
  kind: CaseRow['kind'],
  subject: string,
  found: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  await tx
    .updateTable('money_case')
    .set({ found: sql`found || ${JSON.stringify(found)}::text::jsonb` })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .execute()
}
