import { type ClinicalQuestion, clinicalQuestions } from '@labalaba/contract'
import type { Db, Tx } from '../../db.ts'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import type { Cells } from '../../infra/files/spreadsheet-cells.ts'
import { importDepartments, testCategories } from '../labs/index.ts'
import { namesOfOthers, packagesCoded, setQuestions, upsertTests } from './import-repository.ts'
import { renewPackages } from './packages.ts'

/** A test from a file. */
export type TestInput = Readonly<ReturnType<typeof readTest>>

/** A test with its line in the file. */
export type TestLine = TestInput & {
  readonly line: number
  /** What it asks about the patient; undefined if the file leaves it unchanged. */
  readonly asks?: readonly ClinicalQuestion[]
  /** Why only the patient reads its result; null if it is not sensitive, undefined if the file leaves it unchanged. */
  readonly sensitive?: string | null
  /** Whether that result is released only with counselling; undefined if the file leaves it unchanged. */
  readonly counselling?: boolean
}

const columns = {
  needed: [
    ...['code', 'name', 'also_known_as', 'category', 'department', 'specimen', 'container', 'fasting_hours'],
    ...['preparation', 'turnaround_hours', 'home_collection', 'sex', 'loinc', 'loinc_verified'],
    ...['price_low_ngn', 'price_high_ngn', 'popular_rank', 'summary'],
  ],
  optional: ['sensitive', 'counselling', 'asks'],
}

/** Reads a file of tests. Adds every error to `problems`. */
export function readTestSheet(sheet: Sheet, problems: string[]): TestLine[] {
  const seen = new Map<string, number>()
  const categories = new Map<string, string>()
  return readSheet(sheet, columns, problems, (cells) => {
    const test = readTest(cells)
    for (const [column, value] of [
      ['code', test.code],
      ['name', test.name],
    ] as const) {
      const key = `${column} ${value.toLowerCase()}`
      if (seen.has(key)) cells.wrong(column, `line ${seen.get(key)} has it too`)
      seen.set(key, cells.line)
    }
    const category = categories.get(test.department) ?? test.category
    if (category !== test.category)
      cells.wrong(
        'category',
        `a department has one category, and above ${test.department} is under ${category}`,
      )
    categories.set(test.department, category)
    return { ...test, ...readSensitive(cells), ...readQuestions(cells), line: cells.line }
  })
}

/** Nothing if the cell is empty: a file without this column changes no questions. */
function readQuestions(cells: Cells): Pick<TestLine, 'asks'> {
  const named = cells.list('asks')
  if (named.length === 0) return {}
  const asks = clinicalQuestions.filter((one) => named.includes(one))
  if (asks.length < named.length) cells.wrong('asks', `give some of ${clinicalQuestions.join('|')}`)
  return { asks }
}

function readSensitive(cells: Cells): Pick<TestLine, 'sensitive' | 'counselling'> {
  const reason = cells.optionalText('sensitive', 80)
  if (reason.toLowerCase() === 'yes') cells.wrong('sensitive', 'say why, in a few words such as HIV, or no')
  const because = reason === '' || reason.toLowerCase() === 'no' ? null : reason
  const counselling = cells.optionalText('counselling', 3).toLowerCase()
  if (counselling !== '' && counselling !== 'yes' && counselling !== 'no')
    cells.wrong('counselling', 'give yes, no or nothing')
  if (counselling === 'yes' && because === null)
    cells.wrong('counselling', 'say in sensitive why, in a few words such as HIV')
  if (reason === '') return {}
  if (because === null || counselling === '') return { sensitive: because }
  return { sensitive: because, counselling: counselling === 'yes' }
}

function readTest(cells: Cells) {
  const priceLowKobo = cells.naira('price_low_ngn', 1)
  const priceHighKobo = cells.naira('price_high_ngn', 1)
  if (priceHighKobo < priceLowKobo) cells.wrong('price_high_ngn', 'it must not be below price_low_ngn')
  return {
    code: cells.matching('code', /^[a-z0-9]+(-[a-z0-9]+)*$/, 'give small letters, digits and single hyphens'),
    name: cells.text('name', 200),
    alsoKnownAs: cells.list('also_known_as'),
    category: cells.oneOf('category', testCategories),
    department: cells.text('department', 80),
    specimen: cells.text('specimen', 120),
    container: cells.optionalText('container', 200),
    fastingHours: cells.whole('fasting_hours', 0, 72),
    preparation: cells.optionalText('preparation', 600),
    turnaroundHours: cells.whole('turnaround_hours', 1, 5000),
    homeCollection: cells.yesNo('home_collection'),
    sex: cells.oneOf('sex', ['any', 'male', 'female']),
    loinc: cells.optionalText('loinc', 20) || null,
    loincVerified: cells.yesNo('loinc_verified'),
    priceLowKobo,
    priceHighKobo,
    popularRank: cells.optionalWhole('popular_rank', 1, 10_000),
    summary: cells.optionalText('summary', 1000),
  }
}

/** Tests are imported in batches of this size, so that no statement grows with the file. */
const batch = 400

/**
 * Inserts or updates tests by code, with their departments; other tests stay unchanged. Packages are derived again from
 * their tests. The questions of a test stay if the file names none.
 */
export async function importTests(
  tx: Tx,
  tests: readonly (TestInput & Pick<TestLine, 'asks'>)[],
): Promise<void> {
  await importDepartments(tx, new Map(tests.map(({ department, category }) => [department, category])))
  for (let start = 0; start < tests.length; start += batch)
    await upsertTests(tx, tests.slice(start, start + batch))
  await setQuestions(
    tx,
    tests.flatMap(({ code, asks }) => (asks ? [{ code, asks }] : [])),
  )
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
