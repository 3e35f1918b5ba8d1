import type { Db } from '../../../db.ts'

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
    testIds.length === 0
      ? []
      : db
          .selectFrom('test')
          .select(['id', 'loinc'])
          .where('id', 'in', [...testIds])
          .where('loinc_verified', '=', true)
          .execute(),
    analyteIds.length === 0
      ? []
      : db
          .selectFrom('analyte')
          .select(['id', 'loinc'])
          .where('id', 'in', [...analyteIds])
          .execute(),
  ])
  return { tests: known(tests), analytes: known(analytes) }
}

function known(rows: readonly { id: number; loinc: string | null }[]): ReadonlyMap<number, string> {
  return new Map(rows.flatMap(({ id, loinc }) => (loinc ? [[id, loinc] as const] : [])))
}
