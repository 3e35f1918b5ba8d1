import type { Db } from '../../db.ts'

/** LOINC codes by the numbers of tests and of analytes; only those that were looked up in LOINC itself. */
export type LoincCodes = {
  readonly tests: ReadonlyMap<number, string>
  readonly analytes: ReadonlyMap<number, string>
}

export async function loincCodes(
  db: Db,
  testIds: readonly number[],
  analyteIds: readonly number[],
): Promise<LoincCodes> {
  const known = { tests: new Map<number, string>(), analytes: new Map<number, string>() }
  if (testIds.length > 0)
    for (const { id, loinc } of await db
      .selectFrom('test')
      .select(['id', 'loinc'])
      .where('id', 'in', [...testIds])
      .where('loinc_verified', '=', true)
      .execute())
      if (loinc) known.tests.set(id, loinc)
  if (analyteIds.length > 0)
    for (const { id, loinc } of await db
      .selectFrom('analyte')
      .select(['id', 'loinc'])
      .where('id', 'in', [...analyteIds])
      .execute())
      if (loinc) known.analytes.set(id, loinc)
  return known
}
