import type { Tx } from '../../db.ts'
import { importDepartments, packageCategory } from '../labs/index.ts'
import * as repository from './import-repository.ts'
import type { PackageInput, PurposeInput } from './package-sheet.ts'
import { packageOf } from './policy.ts'

/** The department that packages are listed under. No lab has it: a package needs the departments of its tests. */
const packageDepartment = 'Test packages'

/**
 * Inserts or updates packages by code; other packages stay. Derives their facts from their tests, which must exist already.
 * Does not change offers of packages.
 */
export async function importPackages(tx: Tx, packages: readonly PackageInput[]): Promise<void> {
  await importDepartments(tx, new Map([[packageDepartment, packageCategory]]))
  const members = await repository.membersByCode(tx, [
    ...new Set(packages.flatMap(({ testCodes }) => testCodes)),
  ])
  const derived = packages.map(({ testCodes, ...one }) => {
    const own = testCodes.flatMap((code) => members.get(code) ?? [])
    if (own.length < testCodes.length) throw new Error(`package ${one.code} has a test that is not in`)
    return {
      ...{ ...one, ...packageOf(own, one.priceFactor), testIds: own.map(({ id }) => id) },
      ...{ category: packageCategory, department: packageDepartment },
    }
  })
  await repository.upsertPackages(tx, derived)
}

/** Derives the facts of every package again. Call it after tests have changed. */
export async function renewPackages(tx: Tx): Promise<void> {
  const packages = await repository.storedPackages(tx)
  if (packages.length > 0) await importPackages(tx, packages)
}

/** Replaces all purposes with the given ones, in this order. Their tests and packages must exist already. */
export async function importPurposes(tx: Tx, purposes: readonly PurposeInput[]): Promise<void> {
  await repository.replacePurposes(tx, purposes)
}
