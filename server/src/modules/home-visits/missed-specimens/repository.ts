import type { UntakenReason } from '@labalaba/contract'
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
        ...{ collection_id: visit.id, specimen_id: specimenId, order_id: visit.order_id, reason, note, at },
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
