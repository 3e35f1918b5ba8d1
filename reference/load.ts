import { join } from 'node:path'
import { importTests, readTestSheet } from '../server/src/catalogue/index.ts'
import type { Db } from '../server/src/db.ts'
import { importPlaces, readPlaceSheet } from '../server/src/lab/index.ts'
import { loadOnce, readFileSet } from '../server/src/platform/loaded-set.ts'
import { refuseProblems } from '../server/src/platform/sheet.ts'

/** The catalogue of tests that every install begins with. */
export const testsFile = join(import.meta.dirname, 'tests.csv')
const placesFile = join(import.meta.dirname, 'places.csv')

/** Raised when this loader makes something else of the same files. */
const loaderVersion = 1

/**
 * Puts the departments, tests and areas of Nigeria into the database, or brings them up to date, in one transaction.
 * Does nothing when these very files are in already. Answers whether it did anything.
 */
export async function loadReference(db: Db): Promise<boolean> {
  const { texts, hash } = readFileSet({ tests: testsFile, places: placesFile }, loaderVersion)
  return await loadOnce(db, { name: 'reference', hash }, async (tx) => {
    const problems: string[] = []
    const tests = readTestSheet({ text: texts.tests, name: 'tests.csv' }, problems)
    const places = readPlaceSheet({ text: texts.places, name: 'places.csv' }, problems)
    refuseProblems(problems)
    await importTests(tx, tests)
    await importPlaces(tx, places)
  })
}
