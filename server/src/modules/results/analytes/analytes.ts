import type { Tx } from '../../../db.ts'
import type { AnalyteInput, SensitiveInput } from './analyte-sheet.ts'
import * as repository from './repository.ts'
import { replaceShipped } from './sensitive-repository.ts'

/**
 * Inserts or updates the report lines of tests, except tests whose lines an operator has defined. The tests must exist;
 * tests that are not given keep their lines.
 */
export async function importAnalytes(tx: Tx, analytes: readonly AnalyteInput[]): Promise<void> {
  const theirs = new Set(await repository.codesByOperator(tx))
  await repository.upsertAnalytes(
    tx,
    analytes.filter(({ testCode }) => !theirs.has(testCode)),
  )
}

/** Makes exactly these tests sensitive, except where an operator has decided otherwise. The tests must exist. */
export async function importSensitive(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  await replaceShipped(tx, tests)
}
