import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Info, type Options, parse as parseInParts } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Cells, cellsOf, shorten } from './spreadsheet-cells.ts'

/** A CSV file. The name prefixes each of its problems, if several files are read together. */
export type Sheet = {
  readonly text: string
  readonly name?: string
  /** The separator of its cells; a comma by default. */
  readonly delimiter?: string
}

/** The columns a file must have, and those it may have. Any other is a problem, since it is usually a typing error. */
export type Columns = { readonly needed: readonly string[]; readonly optional?: readonly string[] }

/** A file cannot be imported. `problems` lists everything that is wrong with it, in words for its author. */
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
 * Reads each line of a CSV file with `read`. Every problem is added to `problems`, so that one run reports all; the result
 * is usable only if none was added.
 */
export function readSheet<T>(
  sheet: Sheet,
  columns: Columns,
  problems: string[],
  read: (cells: Cells) => T,
): T[] {
  const tell = teller(sheet, problems)
  const [heading, ...lines] = splitSheet(sheet, tell)
  const names = namesOf(heading, columns, tell)
  return names ? lines.flatMap((line) => readLine(line, names, tell, read)) : []
}

/** How much is read at a time, in bytes and in lines: it takes some milliseconds on a busy machine. */
const partOfFile = 16 * 1024
const partOfLines = 100

/** Like `readSheet`, while other requests are served: after each part of the file, it waits for `turn`. */
export async function readSheetInTurns<T>(
  sheet: Sheet,
  columns: Columns,
  problems: string[],
  read: (cells: Cells) => T,
  turn: () => Promise<unknown> = nextTurn,
): Promise<T[]> {
  const tell = teller(sheet, problems)
  const [heading, ...lines] = await splitInTurns(sheet, tell, turn)
  const names = namesOf(heading, columns, tell)
  const found: T[] = []
  if (!names) return found
  for (let at = 0; at < lines.length; at += partOfLines) {
    for (const line of lines.slice(at, at + partOfLines)) found.push(...readLine(line, names, tell, read))
    await turn()
  }
  return found
}

type Tell = (words: string) => void

function teller({ name }: Sheet, problems: string[]): Tell {
  return (words) => problems.push(name ? `${name} ${words}` : words)
}

/** The names of the columns; null if they are not the expected ones. */
function namesOf(heading: Line | undefined, columns: Columns, tell: Tell): string[] | null {
  const names = heading?.cells.map((name) => name.toLowerCase())
  return names && checkHeading(names, columns, tell) ? names : null
}

function readLine<T>(
  { line, cells }: Line,
  names: readonly string[],
  tell: Tell,
  read: (cells: Cells) => T,
): T[] {
  if (cells.length === names.length) return [read(cellsOf(line, names, cells, tell))]
  tell(`line ${line}: has ${cells.length} cells where the heading has ${names.length}`)
  return []
}

/** Far longer than any line of ours; a line with all of a large file as cells would block the event loop. */
const longestLine = 50_000

type Line = { line: number; cells: string[] }

/** The file's lines, each with its number as an editor shows it; empty lines are left out. */
function splitSheet({ text, delimiter = ',' }: Sheet, tell: Tell): Line[] {
  try {
    const records: Line[] = []
    parse(text, splitting(delimiter, records))
    return whole(records, tell)
  } catch (error) {
    return notCsv(error, tell)
  }
}

/** Splits by bytes, because a cut in the text could divide a character. */
async function splitInTurns(
  { text, delimiter = ',' }: Sheet,
  tell: Tell,
  turn: () => Promise<unknown>,
): Promise<Line[]> {
  const records: Line[] = []
  const bytes = Buffer.from(text)
  const parser = parseInParts(splitting(delimiter, records))
  // The parser emits nothing, as `on_record` takes each record; but without a reader it would not end.
  const ended = once(parser.resume(), 'end')
  ended.catch(() => undefined)
  try {
    for (let at = 0; at < bytes.length && !parser.destroyed; at += partOfFile) {
      parser.write(bytes.subarray(at, at + partOfFile))
      await turn()
    }
    parser.end()
    await ended
    return whole(records, tell)
  } catch (error) {
    return notCsv(error, tell)
  }
}

/** Options that add each line to `records` with its number. */
function splitting(delimiter: string, records: Line[]): Options<string[]> {
  return {
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: longestLine,
    on_record(cells: string[], { lines }: Info) {
      records.push({ line: lines - breaksIn(cells), cells })
      return null
    },
  }
}

function whole(records: Line[], tell: Tell): Line[] {
  if (records.length < 2) tell('line 1: the file has no lines below its heading')
  return records
}

function notCsv(error: unknown, tell: Tell): Line[] {
  const lines = error instanceof Error && 'lines' in error ? error.lines : 1
  tell(`line ${lines}: this is not CSV (${error instanceof Error ? error.message : error})`)
  return []
}

function breaksIn(record: readonly string[]): number {
  return record.join('').split('\n').length - 1
}

/** Far more columns than any file of ours has. */
const mostColumns = 60
/** How many names one message lists. */
const mostNamesShown = 10

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamesShown).map(shorten).join(', ')
  return names.length > mostNamesShown ? `${shown} and ${names.length - mostNamesShown} more` : shown
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
