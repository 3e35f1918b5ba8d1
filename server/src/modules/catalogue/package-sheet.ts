import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import type { Cells } from '../../infra/files/spreadsheet-cells.ts'

/** A package from a file: its names, and the codes of its tests in order. */
export type PackageInput = {
  readonly code: string
  readonly name: string
  readonly alsoKnownAs: readonly string[]
  readonly audience: string
  readonly testCodes: readonly string[]
  /** Its price as a factor of the sum of its tests. */
  readonly priceFactor: number
  readonly summary: string
}

/** A purpose: what tests are for, in the words of patients, with the codes of its tests and packages. */
export type PurposeInput = {
  readonly code: string
  readonly name: string
  readonly testCodes: readonly string[]
}

const packageColumns = {
  needed: ['code', 'name', 'also_known_as', 'audience', 'test_codes', 'price_factor', 'summary'],
}
const purposeColumns = { needed: ['code', 'name', 'test_codes'] }

/** Reads a file of packages of these tests. Adds every error to `problems`. */
export function readPackageSheet(
  sheet: Sheet,
  tests: readonly { readonly code: string; readonly name: string }[],
  problems: string[],
): PackageInput[] {
  const known = new Set(tests.map(({ code }) => code))
  const taken = new Set(tests.flatMap(keysOf))
  return readSheet(sheet, packageColumns, problems, (cells) => {
    const one = { ...called(cells, taken), testCodes: codesOf(cells, known) }
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
): PurposeInput[] {
  const known = new Set(tests.map(({ code }) => code))
  const taken = new Set<string>()
  return readSheet(sheet, purposeColumns, problems, (cells) => ({
    ...called(cells, taken),
    testCodes: codesOf(cells, known),
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

function codesOf(cells: Cells, known: ReadonlySet<string>): string[] {
  const codes = cells.list('test_codes')
  if (codes.length === 0) cells.problem('test_codes is empty; part the codes with a bar')
  const strange = codes.filter((code) => !known.has(code))
  if (strange.length > 0)
    cells.problem(`test_codes has ${strange.join(', ')}; the catalogue has no such test`)
  return codes
}
