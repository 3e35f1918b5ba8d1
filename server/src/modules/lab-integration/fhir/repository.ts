import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

type Coded = { readonly id: number; readonly loinc: string }
type InUnit = Coded & { readonly ucum: string | null }

/** LOINC codes by the ids of tests and analytes; only those that were verified in LOINC itself. */
export type LoincCodes = {
  readonly tests: ReadonlyMap<number, string>
  readonly analytes: ReadonlyMap<number, string>
  /** Those of measured analytes, in the catalogue's unit and in units of labs, by `loincKey`. */
  readonly inUnits: ReadonlyMap<string, string>
}

/** How `LoincCodes` names an analyte in a unit. */
export function loincKey(analyteId: number, ucum: string | null): string {
  return `${analyteId} in ${ucum}`
}

export async function loincCodes(
  db: Db,
  testIds: readonly number[],
  analyteIds: readonly number[],
): Promise<LoincCodes> {
  const [tests, analytes, inUnits] = await Promise.all([
    sql<Coded>`select id, loinc from test
      where loinc_verified and loinc <> '' and id = any(${[...testIds]}::bigint[])`.execute(db),
    sql<InUnit>`select id, loinc, ucum from analyte
      where loinc <> '' and id = any(${[...analyteIds]}::bigint[])`.execute(db),
    sql<InUnit>`select analyte.id, reporting_unit.ucum, reporting_unit.loinc
      from analyte join test on test.id = analyte.test_id
        join reporting_unit on reporting_unit.catalogue_ucum = analyte.ucum
          and reporting_unit.analyte in (analyte.loinc, test.code || '/' || analyte.position)
      where reporting_unit.loinc <> '' and analyte.id = any(${[...analyteIds]}::bigint[])`.execute(db),
  ])
  const byId = (rows: readonly Coded[]) => new Map(rows.map(({ id, loinc }) => [id, loinc]))
  const byUnit = new Map(
    [...analytes.rows, ...inUnits.rows].map(({ id, ucum, loinc }) => [loincKey(id, ucum), loinc]),
  )
  return { tests: byId(tests.rows), analytes: byId(analytes.rows), inUnits: byUnit }
}

/**
 * The person whom an order is about, as orders of one person have it in common: name, sex, date of birth and email. Null if
 * the order has no date of birth.
 */
export async function personOf(db: Db, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ person: string | null }>`
    select case when placed.patient_born_on is not null then person_of(placed) end as person
    from lab_order placed where placed.id = ${orderId}`.execute(db)
  return rows[0]?.person ?? null
}

/** The reports of an order of which this account has read a released version. */
export async function reportsReadBy(db: Db, orderId: number, accountId: number): Promise<Set<string>> {
  const found = await db
    .selectFrom('result_opened')
    .innerJoin('report', 'report.id', 'result_opened.report_id')
    .select('report.id')
    .distinct()
    .where('report.order_id', '=', orderId)
    .where('result_opened.account_id', '=', accountId)
    .execute()
  return new Set(found.map(({ id }) => id))
}
