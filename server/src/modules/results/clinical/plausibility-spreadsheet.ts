import { readSheet, type Sheet } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'
import {
  type LimitInput,
  type LineOfTest,
  limitColumns,
  linesOf,
  readLimit,
  requireUnit,
} from './limit-spreadsheet.ts'

/** A row of the table of plausibility limits, as read from a file: limits, or a change since the last value. */
export type PlausibilityInput = LimitInput & {
  readonly changeBy: number | null
  readonly changePercent: number | null
  readonly withinDays: number | null
  /** What to check, such as "the unit: g/dL or g/L". */
  readonly check: string
}

const needed = [...limitColumns, 'change_by', 'change_percent', 'within_days', 'check']

/** Reads the table of plausibility limits for these lines. Adds the faults to `problems`. */
export function readPlausibilitySheet(
  sheet: Sheet,
  lines: readonly LineOfTest[],
  problems: string[],
): PlausibilityInput[] {
  const codes = new Set<string>()
  return readSheet(sheet, { needed }, problems, (cells) => {
    const row = readRow(cells)
    requireUnit(cells, row, linesOf(cells, row, codes, lines))
    return row
  })
}

function readRow(cells: Cells): PlausibilityInput {
  const row = {
    ...readLimit(cells),
    changeBy: cells.optionalDecimal('change_by', 0, 999_999),
    changePercent: cells.optionalDecimal('change_percent', 0, 1000),
    withinDays: cells.optionalWhole('within_days', 1, 3650),
    check: cells.text('check', 100),
  }
  const { atOrBelow, atOrAbove, changeBy, changePercent, withinDays } = row
  const hasLimit = atOrBelow !== null || atOrAbove !== null
  const changes = [changeBy, changePercent].filter((change) => change !== null)
  const isLimit = hasLimit && changes.length === 0 && withinDays === null
  const isChange = !hasLimit && changes.length === 1 && withinDays !== null
  if (!isLimit && !isChange)
    cells.problem(
      'give at_or_below, at_or_above or both; or else within_days and one of change_by and change_percent',
    )
  if (atOrBelow !== null && atOrAbove !== null && atOrBelow >= atOrAbove)
    cells.wrong('at_or_below', 'give less than at_or_above')
  return row
}
