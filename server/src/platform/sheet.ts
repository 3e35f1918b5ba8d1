import { parse } from 'csv-parse/sync'
import { type Cells, cellsOf, shorten } from './sheet-cells.ts'

/** A CSV file. The name stands before each of its problems, where several files are read together. */
export type Sheet = {
  readonly text: string
  readonly name?: string
  /** What parts its cells; a comma where nothing is said. */
  readonly delimiter?: string
}

/** The columns a file must have, and those it may have. Any other is a problem, since it is usually a slip. */
export type Columns = { readonly needed: readonly string[]; readonly optional?: readonly string[] }

/** A file cannot be taken. `problems` lists everything that is wrong with it, in words for whoever made it. */
export class SheetProblems extends Error {
  override name = 'SheetProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Throws SheetProblems if there are any. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new SheetProblems(problems)
}

/**
 * Reads each line of a CSV file with `read`. Whatever is wrong is added to `problems`, so that one run tells everything;
 * the lines answered are of use only if nothing was added.
 */
export function readSheet<T>(
  sheet: Sheet,
  columns: Columns,
  problems: string[],
  read: (cells: Cells) => T,
): T[] {
  const tell = (words: string) => problems.push(sheet.name ? `${sheet.name} ${words}` : words)
  const [heading, ...lines] = splitSheet(sheet, tell)
  if (!heading) return []
  const names = heading.cells.map((name) => name.toLowerCase())
  if (!checkHeading(names, columns, tell)) return []
  return lines.flatMap(({ line, cells }) => {
    if (cells.length === names.length) return [read(cellsOf(line, names, cells, tell))]
    tell(`line ${line}: has ${cells.length} cells where the heading has ${names.length}`)
    return []
  })
}

/** No line of ours is nearly so long; one that has all of a large file for cells would keep everybody waiting. */
const longestLine = 50_000

type Line = { line: number; cells: string[] }

/** The file's lines with the number of each as an editor shows it; empty ones are left out. */
function splitSheet({ text, delimiter = ',' }: Sheet, tell: (words: string) => void): Line[] {
  try {
    const records: Line[] = []
    parse(text, {
      delimiter,
      ...{ bom: true, relax_column_count: true, skip_empty_lines: true, trim: true },
      max_record_size: longestLine,
      on_record(cells: string[], { lines }) {
        records.push({ line: lines - breaksIn(cells), cells })
        return null
      },
    })
    if (records.length < 2) tell('line 1: the file has no lines below its heading')
    return records
  } catch (error) {
    const lines = error instanceof Error && 'lines' in error ? error.lines : 1
    tell(`line ${lines}: this is not CSV (${error instanceof Error ? error.message : error})`)
    return []
  }
}

function breaksIn(record: readonly string[]): number {
  return record.join('').split('\n').length - 1
}

/** No file of ours has nearly so many columns. */
const mostColumns = 60
/** So many names are told at once. */
const namesTold = 10

function listed(names: readonly string[]): string {
  const told = names.slice(0, namesTold).map(shorten).join(', ')
  return names.length > namesTold ? `${told} and ${names.length - namesTold} more` : told
}

function checkHeading(names: readonly string[], columns: Columns, tell: (words: string) => void): boolean {
  const known = [...columns.needed, ...(columns.optional ?? [])]
  if (names.length > mostColumns) {
    tell(`line 1: the heading has ${names.length} cells; the columns are ${known.join(', ')}`)
    return false
  }
  const missing = columns.needed.filter((column) => !names.includes(column))
  const strange = names.filter((name) => !known.includes(name))
  const before = new Set<string>()
  const twice = names.filter((name) => before.size === before.add(name).size)
  if (missing.length > 0) tell(`line 1: the heading lacks ${missing.join(', ')}`)
  if (strange.length > 0)
    tell(`line 1: the heading has ${listed(strange)}; the columns are ${known.join(', ')}`)
  if (twice.length > 0) tell(`line 1: the heading has ${listed(twice)} twice`)
  return missing.length + strange.length + twice.length === 0
}
