import type { Tx } from '../../db.ts'
import type { AnalyteInput, SensitiveInput } from './analyte-sheet.ts'
import * as repository from './repository.ts'
import { replaceShipped } from './sensitive-repository.ts'

/**
 * Puts in what tests are read as, or brings it up to date, but where an operator has said what it is. The tests must be in;
 * those that are not given stay.
 */
export async function importAnalytes(tx: Tx, analytes: readonly AnalyteInput[]): Promise<void> {
  const theirs = new Set(await repository.codesByOperator(tx))
  await repository.upsertAnalytes(
    tx,
    analytes.filter(({ testCode }) => !theirs.has(testCode)),
  )
}

/** Makes the sensitive tests just these, but where an operator has said otherwise. The tests must be in. */
export async function importSensitive(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  await replaceShipped(tx, tests)
}
