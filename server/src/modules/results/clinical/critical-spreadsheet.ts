import type { CriticalTier, Trimester } from '@labalaba/contract'
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
export type CriticalInput = LimitInput & {
  /** In these trimesters of a pregnancy alone; empty for every patient. */
  readonly trimesters: Trimester[]
  readonly choices: string[]
  readonly tier: CriticalTier
}

/** Reads the table of critical limits for these lines. Adds the faults to `problems`. */
export function readCriticalSheet(
  sheet: Sheet,
  lines: readonly LineOfTest[],
  problems: string[],
): CriticalInput[] {
  const codes = new Set<string>()
  return readSheet(
    sheet,
    { needed: [...limitColumns, 'trimesters', 'choices', 'tier'] },
    problems,
    (cells) => {
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
    },
  )
}

function readRow(cells: Cells): CriticalInput {
  const row = {
    ...readLimit(cells),
    trimesters: readTrimesters(cells),
    choices: cells.list('choices'),
    tier: cells.oneOf('tier', ['immediate', 'urgent']),
  }
  const limits = [row.atOrBelow !== null, row.atOrAbove !== null, row.choices.length > 0]
  if (limits.filter(Boolean).length !== 1) cells.problem('give one of at_or_below, at_or_above and choices')
  // Whose intervals hold does not decide who can be pregnant.
  if (row.trimesters.length > 0 && row.sex !== null)
    cells.wrong('sex', 'give any for a limit in pregnancy, since only a pregnancy decides')
  return row
}

/** Reads the trimesters of a pregnancy, as in `2|3`; none for a patient who is not pregnant, or a limit for everyone. */
export function readTrimesters(cells: Cells): Trimester[] {
  const given = cells.list('trimesters')
  const known = ([1, 2, 3] as const).filter((one) => given.includes(String(one)))
  if (known.length < given.length) cells.wrong('trimesters', 'give 1, 2 or 3, several as in 2|3, or none')
  return known
}
