import type { PregnancyLimit, Trimester } from '@labalaba/contract'
import type { Db, Tx } from '../../../db.ts'
import { type AnalyteRow, namesOf } from '../analytes/repository.ts'
import type { PregnancyInput } from './pregnancy-spreadsheet.ts'
import { rowsByLine } from './repository.ts'

/** Replaces the table of limits in pregnancy. Values that were entered before keep their judgement. */
export async function replacePregnancyLimits(tx: Tx, rows: readonly PregnancyInput[]): Promise<void> {
  await tx.deleteFrom('pregnancy_limit').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('pregnancy_limit')
    .values(
      rows.map(({ sourceRead, approvedBy, ...row }) => ({
        ...{ ...row, source_read: sourceRead, approved_by: approvedBy },
      })),
    )
    .execute()
}

/** The rows of the table for each of these lines, by the id of the line. Rows in another unit do not count. */
export async function pregnancyLimitsOf(
  db: Db,
  lines: readonly AnalyteRow[],
): Promise<Map<number, PregnancyLimit[]>> {
  if (lines.length === 0) return new Map()
  const found = await db
    .selectFrom('pregnancy_limit')
    .selectAll()
    .where('analyte', 'in', [...new Set(lines.flatMap(namesOf))])
    .orderBy('code')
    .execute()
  return rowsByLine(lines, found, ({ trimester, low, high, approved_by: signedBy }) => ({
    // The table allows no other numbers.
    trimesters: trimester === null ? [...wholePregnancy] : [trimester as Trimester],
    ...{ low, high, isSigned: signedBy !== null },
  }))
}

const wholePregnancy: readonly Trimester[] = [1, 2, 3]
