import type { Age } from '@labalaba/contract'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'

/** What each row of a table of limits says of its analyte, its patients and its source. */
export type LimitInput = {
  readonly code: string
  /** A LOINC code, a test's code with the position of the line, such as `blood-culture/1`, or `isolates` for the organisms of any culture. */
  readonly analyte: string
  /** The unit of the limits; null for choices. */
  readonly ucum: string | null
  readonly sex: 'Male' | 'Female' | null
  readonly from: Age
  readonly to: Age | null
  readonly atOrBelow: number | null
  readonly atOrAbove: number | null
  readonly source: string
  /** Whether the source was opened and read. */
  readonly sourceRead: boolean
  /** The pathologist who has signed the row; null until one does. */
  readonly approvedBy: string | null
}

/** What a table must fit: a line of a test, with its unit and choices. */
export type LineOfTest = {
  readonly testCode: string
  readonly position: number
  readonly loinc: string | null
  readonly ucum: string | null
  readonly choices: readonly string[]
  readonly structure: 'isolates' | null
}

/** The columns of `readLimit`. */
export const limitColumns = [
  ...['code', 'analyte', 'unit_ucum', 'sex', 'age_from', 'age_to', 'at_or_below', 'at_or_above'],
  ...['source', 'source_read', 'approved_by'],
]

/** Reads what each row of a table of limits says. */
export function readLimit(cells: Cells): LimitInput {
  return {
    code: cells.matching('code', /^[a-z0-9-]{1,80}$/, 'give small letters, digits and hyphens'),
    analyte: cells.text('analyte', 100),
    ucum: cells.optionalText('unit_ucum', 40) || null,
    sex: sexOf(cells.oneOf('sex', ['any', 'male', 'female'])),
    from: ageOf(cells, 'age_from') ?? { amount: 0, unit: 'days' },
    to: ageOf(cells, 'age_to'),
    atOrBelow: cells.optionalDecimal('at_or_below', 0, 999_999),
    atOrAbove: cells.optionalDecimal('at_or_above', 0, 999_999),
    source: cells.text('source', 300),
    sourceRead: cells.yesNo('source_read'),
    approvedBy: cells.optionalText('approved_by', 100) || null,
  }
}

function sexOf(sex: 'any' | 'male' | 'female'): 'Male' | 'Female' | null {
  if (sex === 'any') return null
  return sex === 'male' ? 'Male' : 'Female'
}

function ageOf(cells: Cells, column: string): Age | null {
  const text = cells.optionalText(column, 20)
  if (text === '') return null
  const [, amount, unit] = /^(\d{1,4}) (hours|days|months|years)$/.exec(text) ?? []
  if (unit === 'hours' || unit === 'days' || unit === 'months' || unit === 'years')
    return { amount: Number(amount), unit }
  cells.wrong(column, 'give an age such as 72 hours, 28 days, 6 months or 5 years')
  return null
}

/** The lines that a row is about. Reports a code that was there before, and an analyte that no line has. */
export function linesOf(
  cells: Cells,
  row: Pick<LimitInput, 'code' | 'analyte'>,
  codes: Set<string>,
  lines: readonly LineOfTest[],
): LineOfTest[] {
  if (codes.has(row.code)) cells.wrong('code', 'another row has it too')
  codes.add(row.code)
  const theirs = lines.filter((line) => isOf(row, line))
  if (theirs.length === 0) cells.wrong('analyte', 'no line of a test has it')
  return theirs
}

/** Reports a unit that is not the unit of the lines. */
export function requireUnit(cells: Cells, row: Pick<LimitInput, 'ucum'>, lines: readonly LineOfTest[]): void {
  if (lines.some(({ ucum }) => ucum !== row.ucum)) cells.wrong('unit_ucum', 'give the unit of the line')
}

/** Whether a row is about this line. */
export function isOf({ analyte }: Pick<LimitInput, 'analyte'>, line: LineOfTest): boolean {
  return [line.loinc, `${line.testCode}/${line.position}`, line.structure].includes(analyte)
}
