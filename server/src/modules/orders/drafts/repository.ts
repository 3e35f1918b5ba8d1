import type { DraftAnswers, KeptDraft } from '@labalaba/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { BookingDraft } from '../../../tables.ts'

export type DraftContent = Pick<KeptDraft, 'lab' | 'tests'> & { readonly answers: DraftAnswers }
/** The contract checks all that is written, so the columns have these types. */
export type DraftRow = Omit<Selectable<BookingDraft>, 'answers' | 'lab' | 'tests'> & DraftContent

type Written = DraftContent & { readonly at: Date; readonly expiresAt: Date }

function asJson(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::text::jsonb`
}

function columnsOf({ answers, lab, tests, at, expiresAt }: Written) {
  return {
    answers: asJson(answers),
    lab: lab === null ? null : asJson(lab),
    tests: asJson(tests),
    updated_at: at,
    expires_at: expiresAt,
  }
}

/** The draft of an account, if it has not expired. */
export async function draftOf(db: Db, accountId: number, now: Date): Promise<DraftRow | undefined> {
  const row = await db
    .selectFrom('booking_draft')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row as DraftRow | undefined
}

/** Inserts a draft if there is none or an expired one; returns undefined if there is a current one. */
export async function insertDraft(tx: Tx, accountId: number, draft: Written): Promise<DraftRow | undefined> {
  const columns = columnsOf(draft)
  const row = await tx
    .insertInto('booking_draft')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ ...columns, version: sql`gen_random_uuid()` })
        .where('booking_draft.expires_at', '<=', draft.at),
    )
    .returningAll()
    .executeTakeFirst()
  return row as DraftRow | undefined
}

/** Replaces a draft that still has this version; returns undefined if it has not. */
export async function replaceDraft(
  tx: Tx,
  accountId: number,
  version: string,
  draft: Written,
): Promise<DraftRow | undefined> {
  const row = await tx
    .updateTable('booking_draft')
    .set({ ...columnsOf(draft), version: sql`gen_random_uuid()` })
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .where('expires_at', '>', draft.at)
    .returningAll()
    .executeTakeFirst()
  return row as DraftRow | undefined
}

/** Deletes the draft of an account. Calling it again has no effect. */
export async function forgetDraft(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('booking_draft').where('account_id', '=', accountId).execute()
}

/** Deletes expired drafts, and returns how many there were. A job runs it every hour. */
export async function deleteOldBookingDrafts(db: Db, clock: Clock): Promise<number> {
  const gone = await db.deleteFrom('booking_draft').where('expires_at', '<=', clock.now()).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
