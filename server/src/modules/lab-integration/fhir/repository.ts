import { sql } from 'kysely'
import type { Db } from '../../../db.ts'

type Coded = { readonly id: number; readonly loinc: string }

/** LOINC codes by the ids of tests and analytes; only those that were verified in LOINC itself. */
export type LoincCodes = {
  readonly tests: ReadonlyMap<number, string>
  readonly analytes: ReadonlyMap<number, string>
}

export async function loincCodes(
  db: Db,
  testIds: readonly number[],
  analyteIds: readonly number[],
): Promise<LoincCodes> {
  const [tests, analytes] = await Promise.all([
    sql<Coded>`select id, loinc from test
      where loinc_verified and loinc <> '' and id = any(${[...testIds]}::bigint[])`.execute(db),
    sql<Coded>`select id, loinc from analyte
      where loinc <> '' and id = any(${[...analyteIds]}::bigint[])`.execute(db),
  ])
  const byId = (rows: readonly Coded[]) => new Map(rows.map(({ id, loinc }) => [id, loinc]))
  return { tests: byId(tests.rows), analytes: byId(analytes.rows) }
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
