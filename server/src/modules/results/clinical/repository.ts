import type { Age, Trimester } from '@labalaba/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import { type AnalyteRow, namesOf } from '../analytes/repository.ts'
import type { CriticalRow } from '../reports/policy.ts'
import type { CriticalInput } from './critical-spreadsheet.ts'
import type { LimitInput } from './limit-spreadsheet.ts'

/** Replaces the table of critical limits. Values that were entered before keep their judgement. */
export async function replaceCriticalLimits(tx: Tx, rows: readonly CriticalInput[]): Promise<void> {
  await tx.deleteFrom('critical_limit').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('critical_limit')
    .values(
      rows.map((row) => ({
        ...{ ...columnsOf(row), trimesters: [...row.trimesters], tier: row.tier, choices: [...row.choices] },
      })),
    )
    .execute()
}

/** The columns that each table of limits has. */
export function columnsOf({ code, analyte, ucum, sex, from, to, source, ...row }: LimitInput) {
  return {
    ...{ code, analyte, ucum, sex, source },
    ...{ from_amount: from.amount, from_unit: from.unit },
    ...{ to_amount: to?.amount ?? null, to_unit: to?.unit ?? null },
    ...{ at_or_below: row.atOrBelow, at_or_above: row.atOrAbove },
    ...{ source_read: row.sourceRead, approved_by: row.approvedBy },
  }
}

/** The rows of the table for each of these lines, by the id of the line. */
export async function criticalRowsOf(
  db: Db,
  analyteIds: readonly number[],
): Promise<Map<number, CriticalRow[]>> {
  const found = new Map<number, CriticalRow[]>()
  if (analyteIds.length === 0) return found
  const rows = await db
    .selectFrom('analyte')
    .innerJoin('test', 'test.id', 'analyte.test_id')
    .innerJoin('critical_limit', (join) =>
      join.on((e) =>
        e.or([
          e('critical_limit.analyte', '=', e.ref('analyte.loinc')),
          e('critical_limit.analyte', '=', sql<string>`test.code || '/' || analyte.position`),
          e('critical_limit.analyte', '=', e.ref('analyte.structure')),
        ]),
      ),
    )
    .selectAll('critical_limit')
    .select('analyte.id as analyte_id')
    .where('analyte.id', 'in', [...analyteIds])
    .where((e) =>
      e.or([e('critical_limit.ucum', 'is', null), e('critical_limit.ucum', '=', e.ref('analyte.ucum'))]),
    )
    .orderBy('critical_limit.code')
    .execute()
  for (const row of rows) {
    const { tier, sex, choices, at_or_below: atOrBelow, at_or_above: atOrAbove } = row
    // The table allows no other trimesters.
    const trimesters = row.trimesters as Trimester[]
    const limit = { ...{ tier, sex, trimesters, choices, atOrBelow, atOrAbove }, ...agesOf(row) }
    found.set(row.analyte_id, [...(found.get(row.analyte_id) ?? []), limit])
  }
  return found
}

/** The rows of a table of limits for each of these lines, by the id of the line. Rows in another unit do not count. */
export function rowsByLine<Row extends { readonly analyte: string; readonly ucum: string | null }, Limit>(
  lines: readonly AnalyteRow[],
  rows: readonly Row[],
  limitOf: (row: Row) => Limit,
): Map<number, Limit[]> {
  const isOf = (line: AnalyteRow, row: Row) => namesOf(line).includes(row.analyte) && row.ucum === line.ucum
  return new Map(lines.map((line) => [line.id, rows.filter((row) => isOf(line, row)).map(limitOf)]))
}

/** The ages that a row of a table of limits is for. */
export function agesOf(row: {
  readonly from_amount: number
  readonly from_unit: Age['unit']
  readonly to_amount: number | null
  readonly to_unit: Age['unit'] | null
}): { from: Age; to: Age | null } {
  const { to_amount: amount, to_unit: unit } = row
  return {
    from: { amount: row.from_amount, unit: row.from_unit },
    to: amount === null || unit === null ? null : { amount, unit },
  }
}
