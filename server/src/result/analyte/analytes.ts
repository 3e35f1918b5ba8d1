import type { Tx } from '../../db.ts'
import type { AnalyteInput, SensitiveInput } from './analyte-sheet.ts'
import * as rows from './rows.ts'

/** Puts in what tests are read as, or brings it up to date. The tests must be in; those that are not given stay. */
export async function importAnalytes(tx: Tx, analytes: readonly AnalyteInput[]): Promise<void> {
  await rows.upsertAnalytes(tx, analytes)
}

/** Makes the sensitive tests just these. The tests must be in. */
export async function importSensitive(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  await rows.replaceSensitive(tx, tests)
}
