import type { Db, Tx } from '../../../db.ts'
import type { Conversion } from './conversion.ts'
import type { ConversionInput } from './conversion-spreadsheet.ts'

/** Replaces the table of unit conversions. Stored values stay as they are. */
export async function replaceConversions(tx: Tx, rows: readonly ConversionInput[]): Promise<void> {
  await tx.deleteFrom('unit_conversion').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('unit_conversion')
    .values(
      rows.map(({ sentLoinc, gramsPerMole, ...row }) => ({
        ...row,
        sent_loinc: sentLoinc,
        grams_per_mole: gramsPerMole,
      })),
    )
    .execute()
}

/** The conversions to lines with these LOINC codes. */
export async function conversionsTo(db: Db, loincs: readonly string[]): Promise<Conversion[]> {
  if (loincs.length === 0) return []
  const rows = await db
    .selectFrom('unit_conversion')
    .select(['sent_loinc', 'analyte', 'grams_per_mole', 'charge', 'decimals'])
    .where('analyte', 'in', [...loincs])
    .orderBy('sent_loinc')
    .execute()
  return rows.map(({ sent_loinc: sentLoinc, grams_per_mole: gramsPerMole, ...row }) => ({
    ...row,
    sentLoinc,
    gramsPerMole,
  }))
}
