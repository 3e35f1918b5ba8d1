import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { namesOf } from '../analytes/repository.ts'
import type { MeasuredLine } from '../reports/measured-lines.ts'
import { isAcceptedBy } from './acceptance-repository.ts'
import type { PlausibilityInput } from './plausibility-spreadsheet.ts'
import { agesOf, columnsOf, rowsByLine } from './repository.ts'
import type { PlausibilityRow } from './warnings.ts'

/** Replaces the table of plausibility limits. Values that were entered before are judged by the new one. */
export async function replacePlausibilityLimits(tx: Tx, rows: readonly PlausibilityInput[]): Promise<void> {
  await tx.deleteFrom('plausibility_limit').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('plausibility_limit')
    .values(
      rows.map((row) => ({
        ...{ ...columnsOf(row), to_check: row.check, within_days: row.withinDays },
        ...{ change_by: row.changeBy, change_percent: row.changePercent },
      })),
    )
    .execute()
}

/**
 * The rows of the table for each of these lines, by the id of the line, in the catalogue's unit. A row stops values if a
 * pathologist has signed it, or this lab has accepted it as it is. Rows in another unit do not count.
 */
export async function plausibilityRowsOf(
  db: Db,
  labId: number,
  measured: readonly MeasuredLine[],
): Promise<Map<number, PlausibilityRow[]>> {
  if (measured.length === 0) return new Map()
  const lines = measured.map((line) => ({ ...line, ucum: line.reportedIn?.catalogueUcum ?? line.ucum }))
  const found = await db
    .selectFrom('plausibility_limit as limits')
    .selectAll('limits')
    .select(sql<boolean>`limits.approved_by is not null or ${isAcceptedBy(labId)}`.as('stops'))
    .where('analyte', 'in', [...new Set(lines.flatMap(namesOf))])
    .orderBy('code')
    .execute()
  return rowsByLine(lines, found, (row) => ({
    ...{ sex: row.sex, ...agesOf(row), check: row.to_check, withinDays: row.within_days, stops: row.stops },
    ...{ atOrBelow: row.at_or_below, atOrAbove: row.at_or_above },
    ...{ changeBy: row.change_by, changePercent: row.change_percent },
  }))
}
