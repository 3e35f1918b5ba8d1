import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet, refuseProblems, type Sheet } from '../../../infra/files/spreadsheet.ts'

export type Coding = { readonly system: string; readonly code: string; readonly display?: string }
export type Concept = { readonly coding?: readonly Coding[]; readonly text?: string }

const kinds = ['specimen', 'choice', 'organism', 'agent'] as const
type Kind = (typeof kinds)[number]

/** A row of the table of codes: words of ours, and the code that means the same. */
export type CodeRow = {
  readonly kind: Kind
  readonly words: readonly string[]
  /** The LOINC code of the lines on which the words mean this; empty: on every line. */
  readonly onlyIn: string
  readonly coding: Coding
  readonly source: string
}

const columns = { needed: ['kind', 'words', 'only_in', 'system', 'code', 'display', 'source'] }

/** Reads the table of codes. Adds the faults to `problems`. */
export function readCodeSheet(sheet: Sheet, problems: string[]): CodeRow[] {
  const known = new Set<string>()
  return readSheet(sheet, columns, problems, (cells) => {
    const row = {
      kind: cells.oneOf('kind', kinds),
      words: cells.list('words'),
      onlyIn: cells.optionalText('only_in', 20),
      coding: {
        system: cells.matching('system', /^https?:\/\/\S+$/, 'give the address of a code system'),
        code: cells.text('code', 40),
        display: cells.text('display', 120),
      },
      source: cells.text('source', 300),
    }
    if (row.words.length === 0) cells.problem('words is empty')
    for (const words of row.words) {
      const key = keyOf(row.kind, words, row.onlyIn)
      if (known.has(key)) cells.wrong('words', `another row has ${words} too`)
      known.add(key)
    }
    return row
  })
}

/** Upper case and how words are spaced do not matter. */
function keyOf(kind: Kind, words: string, onlyIn: string): string {
  return `${kind} ${onlyIn} ${words.trim().replace(/\s+/g, ' ').toLowerCase()}`
}

const file = join(import.meta.dirname, '../../../../../reference/codes.csv')

type Codes = { readonly byWords: ReadonlyMap<string, Coding>; readonly rows: readonly CodeRow[] }
let codes: Codes | null = null

/** The table that comes with the product, read once. */
function openCodes(): Codes {
  if (codes) return codes
  const problems: string[] = []
  const rows = readCodeSheet({ text: readFileSync(file, 'utf8'), name: 'codes.csv' }, problems)
  refuseProblems(problems)
  const keys = rows.flatMap(({ kind, words, onlyIn, coding }) =>
    words.map((one) => [keyOf(kind, one, onlyIn), coding] as const),
  )
  codes = { rows, byWords: new Map(keys) }
  return codes
}

/**
 * The code of words of this kind, as a list for a CodeableConcept; nothing if the table has none. `line` is the LOINC code of
 * the line of a report that they are on.
 */
export function codingOf(kind: Kind, words: string, line = ''): { readonly coding?: readonly Coding[] } {
  const { byWords } = openCodes()
  const coding = byWords.get(keyOf(kind, words, line)) ?? byWords.get(keyOf(kind, words, ''))
  return coding ? { coding: [coding] } : {}
}

/**
 * The words of ours for a code that stands for a choice, on a line with one of these LOINC codes; none if the table does not have
 * it.
 */
export function choicesOf(
  { system, code }: { readonly system?: string | undefined; readonly code?: string | undefined },
  lines: readonly string[],
): readonly string[] {
  const { rows } = openCodes()
  const same = rows.filter(
    ({ kind, coding }) => kind === 'choice' && coding.system === system && coding.code === code,
  )
  return same.flatMap(({ onlyIn, words }) => (onlyIn === '' || lines.includes(onlyIn) ? words : []))
}
