import type { UntakenReason } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'

/** What became of a sample at a visit: without a reason it was taken. */
export type Outcome = {
  readonly specimenId: string
  readonly reason: UntakenReason | null
  readonly note: string | null
}

/** Keeps what became of each sample that a visit was to take. */
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
        ...{ collection_id: visit.id, specimen_id: specimenId, order_id: visit.order_id, reason, note, at },
      })),
    )
    .execute()
}

/** The samples that a visit took. */
export async function takenAt(db: Db, visitId: string): Promise<string[]> {
  const found = await db
    .selectFrom('visit_sample')
    .select('specimen_id')
    .where('collection_id', '=', visitId)
    .where('reason', 'is', null)
    .execute()
  return found.map(({ specimen_id: id }) => id)
}
