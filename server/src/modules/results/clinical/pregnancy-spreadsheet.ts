import { readSheet, type Sheet } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'
import { type LimitInput, type LineOfTest, linesOf, requireUnit } from './limit-spreadsheet.ts'

/** A row of the table of limits in pregnancy, as read from a file: the outermost values of an analyte that are usual. */
export type PregnancyInput = Pick<LimitInput, 'code' | 'analyte' | 'source' | 'sourceRead' | 'approvedBy'> & {
  readonly ucum: string
  /** 1, 2 or 3; null for the whole pregnancy. */
  readonly trimester: number | null
  readonly low: number | null
  readonly high: number | null
}

const needed = [
  ...['code', 'analyte', 'unit_ucum', 'trimester', 'low', 'high'],
  ...['source', 'source_read', 'approved_by'],
]

/** Reads the table of limits in pregnancy for these lines. Adds the faults to `problems`. */
export function readPregnancySheet(
  sheet: Sheet,
  lines: readonly LineOfTest[],
  problems: string[],
): PregnancyInput[] {
  const codes = new Set<string>()
  return readSheet(sheet, { needed }, problems, (cells) => {
    const row = readRow(cells)
    requireUnit(cells, row, linesOf(cells, row, codes, lines))
    return row
  })
}

function readRow(cells: Cells): PregnancyInput {
  const row = {
    code: cells.matching('code', /^[a-z0-9-]{1,80}$/, 'give small letters, digits and hyphens'),
    analyte: cells.text('analyte', 100),
    ucum: cells.text('unit_ucum', 40),
    trimester: cells.optionalWhole('trimester', 1, 3),
    low: cells.optionalDecimal('low', 0, 999_999),
    high: cells.optionalDecimal('high', 0, 999_999),
    source: cells.text('source', 300),
    sourceRead: cells.yesNo('source_read'),
    approvedBy: cells.optionalText('approved_by', 100) || null,
  }
  if (row.low === null && row.high === null) cells.problem('give low, high or both')
  if (row.low !== null && row.high !== null && row.low > row.high)
    cells.wrong('high', 'it must not be below the low limit')
  return row
}
