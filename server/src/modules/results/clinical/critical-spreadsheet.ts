import type { CriticalTier } from '@labalaba/contract'
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

/** A row of the table of critical limits, as read from a file. */
export type CriticalInput = LimitInput & { readonly choices: string[]; readonly tier: CriticalTier }

/** Reads the table of critical limits for these lines. Adds the faults to `problems`. */
export function readCriticalSheet(
  sheet: Sheet,
  lines: readonly LineOfTest[],
  problems: string[],
): CriticalInput[] {
  const codes = new Set<string>()
  return readSheet(sheet, { needed: [...limitColumns, 'choices', 'tier'] }, problems, (cells) => {
    const row = readRow(cells)
    const theirs = linesOf(cells, row, codes, lines)
    if (row.choices.length === 0) requireUnit(cells, row, theirs)
    // The organisms of a culture are named freely.
    const withChoices = theirs.filter(({ structure }) => structure === null)
    if (row.choices.some((choice) => withChoices.some(({ choices }) => !choices.includes(choice))))
      cells.wrong('choices', 'give choices of the line')
    const isCulture = theirs.some(({ structure }) => structure !== null)
    if (isCulture && row.choices.some((choice) => !/^[A-Z][a-z]+( [A-Za-z]+)*$/.test(choice)))
      cells.wrong('choices', 'give names of organisms, such as Vibrio cholerae')
    return row
  })
}

function readRow(cells: Cells): CriticalInput {
  const row = {
    ...readLimit(cells),
    choices: cells.list('choices'),
    tier: cells.oneOf('tier', ['immediate', 'urgent']),
  }
  const limits = [row.atOrBelow !== null, row.atOrAbove !== null, row.choices.length > 0]
  if (limits.filter(Boolean).length !== 1) cells.problem('give one of at_or_below, at_or_above and choices')
  return row
}
