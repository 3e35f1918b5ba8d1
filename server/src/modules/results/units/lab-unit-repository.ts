import { type Selectable, sql } from 'kysely'
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

/** A unit that a lab has or had of its own for a line. */
export type ChosenUnit = {
  readonly analyteId: number
  readonly unit: ReportingUnit
  readonly setAt: Date
  /** Null while it is in force. */
  readonly endedAt: Date | null
}

/** The units that a lab has or had of its own for these lines, the oldest first. */
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
    ...{ analyteId: row.analyte_id, unit: unitOf(row), setAt: row.set_at, endedAt: row.ended_at },
  }))
}

/** When a lab last left a unit of a line, its own or the catalogue's; null if it never did. */
export function leftAt(
  chosen: readonly ChosenUnit[],
  { id, ucum: catalogueUcum }: Pick<AnalyteRow, 'id' | 'ucum'>,
  ucum: string | null,
): Date | null {
  const ofLine = chosen.filter(({ analyteId }) => analyteId === id)
  if (ucum !== catalogueUcum) return ofLine.findLast(({ unit }) => unit.ucum === ucum)?.endedAt ?? null
  // The lab leaves the catalogue's unit when it sets one that does not follow another at once.
  const follows = ({ setAt }: ChosenUnit) =>
    ofLine.some(({ endedAt }) => endedAt?.getTime() === setAt.getTime())
  return ofLine.findLast((one) => !follows(one))?.setAt ?? null
}

/** A number that the newest version of a report has on a line, and its unit. */
export type StoredUnit = {
  readonly reportId: string
  readonly position: number
  readonly ucum: string | null
}

/** The units of the numbers in the newest version of each of these reports. */
export async function unitsStored(db: Db, reportIds: readonly string[]): Promise<StoredUnit[]> {
  if (reportIds.length === 0) return []
  const { rows } = await sql<StoredUnit>`
    select value.report_id as "reportId", value.position, value.ucum from result_value value
    where value.report_id = any(${[...reportIds]}::uuid[]) and value.amount is not null
      and value.number = (select max(number) from report_version version where version.report_id = value.report_id)`.execute(
    db,
  )
  return rows
}

/** The unit in which a lab reports a line now; null if that is the catalogue's. */
export function unitNow(chosen: readonly ChosenUnit[], { id, ucum }: Pick<AnalyteRow, 'id' | 'ucum'>) {
  const own = chosen.find(({ analyteId, endedAt }) => endedAt === null && analyteId === id)
  return own?.unit.catalogueUcum === ucum ? own.unit : null
}

/** Ends a lab's own unit of these lines, and sets another; null for the catalogue's. */
export async function replaceUnit(
  tx: Tx,
  { member: { lab_id: labId }, accountId, at }: ByMember,
  analyteIds: readonly number[],
  unit: ReportingUnit | null,
): Promise<void> {
  await tx
    .updateTable('lab_unit')
    .set({ ended_at: at, ended_by: accountId })
    .where('lab_id', '=', labId)
    .where('analyte_id', 'in', [...analyteIds])
    .where('ended_at', 'is', null)
    .execute()
  if (unit === null) return
  const { catalogueUcum, ...own } = unit
  await tx
    .insertInto('lab_unit')
    .values(
      analyteIds.map((analyteId) => ({
        ...{ lab_id: labId, analyte_id: analyteId, ...own, catalogue_ucum: catalogueUcum },
        ...{ set_by: accountId, set_at: at },
      })),
    )
    .execute()
}
