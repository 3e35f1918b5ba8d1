import type { Db, Tx } from '../../db.ts'
import { importDepartments } from '../labs/index.ts'
import { namesOfOthers, packagesCoded, upsertTests } from './import-repository.ts'
import { renewPackages } from './packages.ts'
import type { TestInput, TestLine } from './test-sheet.ts'

/** Tests are imported in batches of this size, so that no statement grows with the file. */
const batch = 400

/**
 * Inserts or updates tests by code, with their departments; other tests stay unchanged. Packages are derived again from
 * their tests.
 */
export async function importTests(tx: Tx, tests: readonly TestInput[]): Promise<void> {
  await importDepartments(tx, new Map(tests.map(({ department, category }) => [department, category])))
  for (let start = 0; start < tests.length; start += batch)
    await upsertTests(tx, tests.slice(start, start + batch))
  await renewPackages(tx)
}

/** Adds a problem for each test whose name another test has in the database, or whose code a package has. */
export async function checkTestNames(db: Db, tests: readonly TestLine[], problems: string[]): Promise<void> {
  const taken = new Map((await namesOfOthers(db, tests)).map(({ code, otherCode }) => [code, otherCode]))
  const packages = new Set(
    await packagesCoded(
      db,
      tests.map(({ code }) => code),
    ),
  )
  for (const test of tests) {
    if (packages.has(test.code))
      problems.push(`line ${test.line}: code is "${test.code}"; that is a package, so give another`)
    const other = taken.get(test.code)
    if (other) problems.push(`line ${test.line}: name is "${test.name}"; the test ${other} has it already`)
  }
}
