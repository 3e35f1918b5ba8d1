import type { Tx } from '../../db.ts'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import type { Cells } from '../../infra/files/spreadsheet-cells.ts'
import { importDepartments, packageCategory } from '../labs/index.ts'
import * as repository from './import-repository.ts'
import { packageOf } from './policy.ts'

const packageColumns = {
  needed: ['code', 'name', 'also_known_as', 'audience', 'test_codes', 'price_factor', 'summary'],
}
const purposeColumns = { needed: ['code', 'name', 'test_codes'] }

/** A package from a file: its names, the codes of its tests in order, and its price as a factor of the sum of its tests. */
export type PackageInput = Readonly<ReturnType<typeof readPackageSheet>[number]>

/** A purpose: what tests are for, in the words of patients, with the codes of its tests and packages. */
export type PurposeInput = Readonly<ReturnType<typeof readPurposeSheet>[number]>

/** Reads a file of packages of these tests. Adds every error to `problems`. */
export function readPackageSheet(
  sheet: Sheet,
  tests: readonly { readonly code: string; readonly name: string }[],
  problems: string[],
) {
  const codes = new Set(tests.map(({ code }) => code))
  const taken = new Set(tests.flatMap(keysOf))
  return readSheet(sheet, packageColumns, problems, (cells) => {
    const one = { ...called(cells, taken), testCodes: codesOf(cells, codes) }
    if (one.testCodes.length === 1) cells.wrong('test_codes', 'a package has two tests or more')
    return {
      ...one,
      alsoKnownAs: cells.list('also_known_as'),
      audience: cells.optionalText('audience', 200),
      priceFactor: cells.decimal('price_factor', 0.1, 1),
      summary: cells.optionalText('summary', 1000),
    }
  })
}

/** Reads a file of purposes of these tests and packages. Adds every error to `problems`. */
export function readPurposeSheet(
  sheet: Sheet,
  tests: readonly { readonly code: string }[],
  problems: string[],
) {
  const codes = new Set(tests.map(({ code }) => code))
  const taken = new Set<string>()
  return readSheet(sheet, purposeColumns, problems, (cells) => ({
    ...called(cells, taken),
    testCodes: codesOf(cells, codes),
  }))
}

/** The code and name of a line; both must be unique. */
function called(cells: Cells, taken: Set<string>): { code: string; name: string } {
  const code = cells.matching(
    'code',
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'give small letters, digits and single hyphens',
  )
  const name = cells.text('name', 200)
  const [byCode, byName] = keysOf({ code, name })
  if (taken.has(byCode)) cells.wrong('code', 'another line has it too')
  if (taken.has(byName)) cells.wrong('name', 'another line has it too')
  taken.add(byCode).add(byName)
  return { code, name }
}

function keysOf({ code, name }: { readonly code: string; readonly name: string }): [string, string] {
  return [`code ${code}`, `name ${name.toLowerCase()}`]
}

function codesOf(cells: Cells, existing: ReadonlySet<string>): string[] {
  const codes = cells.list('test_codes')
  if (codes.length === 0) cells.problem('test_codes is empty; part the codes with a bar')
  const strange = codes.filter((code) => !existing.has(code))
  if (strange.length > 0)
    cells.problem(`test_codes has ${strange.join(', ')}; the catalogue has no such test`)
  return codes
}

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
      ...one,
      ...packageOf(own, one.priceFactor),
      testIds: own.map(({ id }) => id),
      category: packageCategory,
      department: packageDepartment,
    }
  })
  await repository.upsertPackages(tx, derived)
}

/** Derives the facts of every package again. Call it after tests have changed. */
export async function renewPackages(tx: Tx): Promise<void> {
  const packages = await repository.storedPackages(tx)
  if (packages.length > 0) await importPackages(tx, packages)
}
