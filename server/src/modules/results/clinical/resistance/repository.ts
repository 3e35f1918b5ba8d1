import type { ExpectedResistance } from '@labalaba/contract'
import type { Db, Tx } from '../../../../db.ts'
import type { ResistanceInput } from './resistance-spreadsheet.ts'

/** Replaces the table of expected resistance. */
export async function replaceResistances(tx: Tx, rows: readonly ResistanceInput[]): Promise<void> {
  await tx.deleteFrom('expected_resistance').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('expected_resistance')
    .values(
      rows.map(({ code, organisms, agents, source, sourceRead, approvedBy }) => ({
        ...{ code, organisms, agents, source, source_read: sourceRead, approved_by: approvedBy },
      })),
    )
    .execute()
}

/** The agents that organisms are expected to resist. */
export async function expectedResistances(db: Db): Promise<ExpectedResistance[]> {
  return await db.selectFrom('expected_resistance').select(['organisms', 'agents']).orderBy('code').execute()
}
