import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { LabUnit, ReportingUnit as ReportingUnitTable } from '../../../tables.ts'
import { type AnalyteRow, namesOf } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import type { ReportingUnit } from './reporting.ts'
import type { ReportingUnitInput } from './reporting-spreadsheet.ts'

/** Replaces the table of units that labs may choose. A unit that a lab has chosen stays that lab's. */
export async function replaceReportingUnits(tx: Tx, rows: readonly ReportingUnitInput[]): Promise<void> {
  await tx.deleteFrom('reporting_unit').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('reporting_unit')
    .values(rows.map(({ catalogueUcum, ...row }) => ({ ...row, catalogue_ucum: catalogueUcum })))
    .execute()
}

/** The units that labs may choose for each of these lines, by the id of the line. */
export async function unitsOffered(
  db: Db,
  lines: readonly AnalyteRow[],
): Promise<Map<number, ReportingUnit[]>> {
  const names = [...new Set(lines.flatMap(namesOf))]
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('reporting_unit')
    .selectAll()
    .where('analyte', 'in', names)
    .orderBy('ucum')
    .execute()
  const isOf = (line: AnalyteRow, row: Selectable<ReportingUnitTable>) =>
    namesOf(line).includes(row.analyte) && row.catalogue_ucum === line.ucum
  return new Map(lines.map((line) => [line.id, rows.filter((row) => isOf(line, row)).map(unitOf)]))
}

function unitOf(
  row: Pick<Selectable<LabUnit>, 'ucum' | 'unit' | 'catalogue_ucum' | 'factor' | 'decimals'>,
): ReportingUnit {
  const { ucum, unit, catalogue_ucum: catalogueUcum, factor, decimals } = row
  return { ucum, unit, catalogueUcum, factor, decimals }
}

/** A unit that a lab has chosen for a line, and from when until when. */
export type ChosenUnit = {
  readonly analyteId: number
  readonly unit: ReportingUnit
  readonly from: Date
  /** Null while it is in force. */
  readonly until: Date | null
}

/** The units that a lab has or had of its own for these lines. */
export async function unitsChosen(
  db: Db,
  labId: number,
  analyteIds: readonly number[],
): Promise<ChosenUnit[]> {
  if (analyteIds.length === 0) return []
  const rows = await db
    .selectFrom('lab_unit')
    .selectAll()
    .where('lab_id', '=', labId)
    .where('analyte_id', 'in', [...analyteIds])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ analyteId: row.analyte_id, unit: unitOf(row), from: row.set_at, until: row.ended_at },
  }))
}

/** When something was first entered for each of these reports, by their ids. */
export async function firstEntries(db: Db, reportIds: readonly string[]): Promise<Map<string, Date>> {
  if (reportIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_event')
    .select((e) => ['report_id as id', e.fn.min('at').as('at')])
    .where('report_id', 'in', [...reportIds])
    .groupBy('report_id')
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Ends a lab's own unit of a line, and sets another; null for the catalogue's. */
export async function replaceUnit(
  tx: Tx,
  { member: { lab_id: labId }, accountId, at }: ByMember,
  analyteId: number,
  unit: ReportingUnit | null,
): Promise<void> {
  await tx
    .updateTable('lab_unit')
    .set({ ended_at: at, ended_by: accountId })
    .where('lab_id', '=', labId)
    .where('analyte_id', '=', analyteId)
    .where('ended_at', 'is', null)
    .execute()
  if (unit === null) return
  const { catalogueUcum, ...own } = unit
  await tx
    .insertInto('lab_unit')
    .values({
      ...{ lab_id: labId, analyte_id: analyteId, ...own, catalogue_ucum: catalogueUcum },
      ...{ set_by: accountId, set_at: at },
    })
    .execute()
}
