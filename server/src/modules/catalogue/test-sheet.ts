import type { Kobo } from '@labalaba/contract'
import { readSheet, type Sheet } from '../../infra/files/spreadsheet.ts'
import type { Cells } from '../../infra/files/spreadsheet-cells.ts'
import { testCategories } from '../labs/index.ts'

/** A test from a file. */
export type TestInput = {
  readonly code: string
  readonly name: string
  readonly alsoKnownAs: readonly string[]
  readonly category: string
  readonly department: string
  readonly specimen: string
  readonly container: string
  readonly fastingHours: number
  readonly preparation: string
  readonly turnaroundHours: number
  readonly homeCollection: boolean
  readonly sex: 'any' | 'male' | 'female'
  readonly loinc: string | null
  readonly loincVerified: boolean
  readonly priceLowKobo: Kobo
  readonly priceHighKobo: Kobo
  readonly popularRank: number | null
  readonly summary: string
}

/** A test with its line in the file. */
export type TestLine = TestInput & {
  readonly line: number
  /**
   * Why its result is released only with counselling; null if it is not sensitive, undefined if the file leaves it
   * unchanged.
   */
  readonly sensitive?: string | null
}

const columns = {
  needed: [
    ...['code', 'name', 'also_known_as', 'category', 'department', 'specimen', 'container', 'fasting_hours'],
    ...['preparation', 'turnaround_hours', 'home_collection', 'sex', 'loinc', 'loinc_verified'],
    ...['price_low_ngn', 'price_high_ngn', 'popular_rank', 'summary'],
  ],
  optional: ['sensitive'],
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
    return { ...test, ...readSensitive(cells), line: cells.line }
  })
}

function readSensitive(cells: Cells): Pick<TestLine, 'sensitive'> {
  const said = cells.optionalText('sensitive', 80)
  if (said.toLowerCase() === 'yes') cells.wrong('sensitive', 'say why, in a few words such as HIV, or no')
  if (said === '') return {}
  return { sensitive: said.toLowerCase() === 'no' ? null : said }
}

function readTest(cells: Cells): TestInput {
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
    ...{ priceLowKobo, priceHighKobo },
    popularRank: cells.optionalWhole('popular_rank', 1, 10_000),
    summary: cells.optionalText('summary', 1000),
  }
}
