import type { ExpectedResistance } from '@labalaba/contract'
import { readSheet, type Sheet } from '../../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../../infra/files/spreadsheet-cells.ts'

/** A row of the table of expected resistance, as read from a file. */
export type ResistanceInput = ExpectedResistance & {
  readonly code: string
  readonly source: string
  /** Whether the source was opened and read. */
  readonly sourceRead: boolean
  /** The pathologist who has signed the row; null until one does. */
  readonly approvedBy: string | null
}

/** Reads the table of expected resistance. Adds the faults to `problems`. */
export function readResistanceSheet(sheet: Sheet, problems: string[]): ResistanceInput[] {
  const needed = ['code', 'organism', 'agent', 'source', 'source_read', 'approved_by']
  const codes = new Set<string>()
  return readSheet(sheet, { needed }, problems, (cells) => {
    const row = readRow(cells)
    if (codes.has(row.code)) cells.wrong('code', 'another row has it too')
    codes.add(row.code)
    if (row.organisms.some((one) => !/^[A-Z][a-z]+( [A-Za-z]+)*$/.test(one)) || row.organisms.length === 0)
      cells.wrong('organism', 'give names of organisms, such as Proteus mirabilis')
    if (row.agents.length === 0) cells.wrong('agent', 'give at least one agent')
    return row
  })
}

function readRow(cells: Cells): ResistanceInput {
  return {
    code: cells.matching('code', /^[a-z0-9-]{1,80}$/, 'give small letters, digits and hyphens'),
    organisms: cells.list('organism'),
    agents: cells.list('agent'),
    source: cells.text('source', 300),
    sourceRead: cells.yesNo('source_read'),
    approvedBy: cells.optionalText('approved_by', 100) || null,
  }
}
