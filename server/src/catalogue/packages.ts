import type { Tx } from '../db.ts'
import { importDepartments, packageCategory } from '../lab/index.ts'
import * as repository from './import-repository.ts'
import type { PackageInput, PurposeInput } from './package-sheet.ts'
import { packageOf } from './policy.ts'

/** Where packages stand among the departments. No lab has it: a package needs the departments of its tests. */
const packageDepartment = 'Test packages'

/**
 * Puts in packages, or brings them up to date by code; packages that are not given stay. What follows from the tests
 * of a package is worked out here, so they must be in. Offers of packages stay as they are.
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

/** Works out anew what follows for each package from its tests; to be called when tests have changed. */
export async function renewPackages(tx: Tx): Promise<void> {
  const packages = await repository.storedPackages(tx)
  if (packages.length > 0) await importPackages(tx, packages)
}

/** Makes the purposes just those given, in this order. Their tests and packages must be in. */
export async function importPurposes(tx: Tx, purposes: readonly PurposeInput[]): Promise<void> {
  await repository.replacePurposes(tx, purposes)
}
