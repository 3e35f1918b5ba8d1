import type { UntakenReason } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'

/** The outcome for a specimen at a visit: it was taken if there is no reason. */
export type Outcome = {
  readonly specimenId: string
  readonly reason: UntakenReason | null
  readonly note: string | null
}

/** Stores the outcome for each specimen that a visit should take. */
export async function insertOutcomes(
  tx: Tx,
  visit: { readonly id: string; readonly order_id: number },
  outcomes: readonly Outcome[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('visit_sample')
    .values(
      outcomes.map(({ specimenId, reason, note }) => ({
        collection_id: visit.id,
        specimen_id: specimenId,
        order_id: visit.order_id,
        reason,
        note,
        at,
      })),
    )
    .execute()
}

/** The specimens that a visit took. */
export async function takenAt(db: Db, visitId: string): Promise<string[]> {
  const found = await db
    .selectFrom('visit_sample')
    .select('specimen_id')
    .where('collection_id', '=', visitId)
    .where('reason', 'is', null)
    .execute()
  return found.map(({ specimen_id: id }) => id)
}

/** An order with a specimen that must be taken again and has been outstanding for long. */
export type LongOutstanding = {
  readonly reference: string
  readonly samples: number
  readonly since: Date
}

/**
 * Orders with a specimen that has been outstanding since before a moment: the lab rejected one, or the last home visit that
 * tried could not take it. Orders with a home visit still ahead are left out.
 */
export async function outstandingSince(
  db: Db,
  before: Date,
  today: string,
  limit: number,
): Promise<LongOutstanding[]> {
  const { rows } = await sql<LongOutstanding>`
    select o.reference, count(*)::int as samples, min(wanted.since) as since
    from specimen s cross join lateral (select greatest(case when s.replaces is not null then s.expected_at end,
        (select max(at) from visit_sample where specimen_id = s.id and reason is not null)) as since) as wanted
      join lab_order o on o.id = s.order_id
    where s.state = 'expected' and s.expected_at < ${before} and wanted.since < ${before} and o.state = 'scheduled'
      and not exists (select from collection c where c.order_id = o.id
        and c.state in ('requested', 'assigned', 'on_the_way') and c.visit_on >= ${today}::date)
    group by o.id order by min(wanted.since) limit ${limit}`.execute(db)
  return rows
}

/** Of these orders, those with no outstanding specimen any more. */
export async function outstandingNoMore(db: Db, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const { rows } = await sql<{ reference: string }>`
    select o.reference from lab_order o where o.reference = any(${[...references]}::text[])
      and (o.state <> 'scheduled' or not exists (select from specimen s where s.order_id = o.id
        and s.state = 'expected' and (s.replaces is not null or exists (select from visit_sample
          where specimen_id = s.id and reason is not null))))`.execute(db)
  return rows.map(({ reference }) => reference)
}
