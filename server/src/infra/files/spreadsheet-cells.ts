import { type Kobo, kobo, type LagosDate, parseLagosDate } from '@labalaba/contract'

/** The cells of one line. Each reader returns the value of a cell, or reports the problem and returns a substitute. */
export type Cells = ReturnType<typeof cellsOf>

type Line = ReturnType<typeof openLine>

/** Opens one line of a file. */
export function cellsOf(
  number: number,
  names: readonly string[],
  values: readonly string[],
  tell: (words: string) => void,
) {
  const line = openLine(number, names, values, tell)
  const { problem, wrong } = line
  const isEmpty = (column: string) => line.raw(column) === ''
  return {
    line: number,
    problem,
    wrong,
    isEmpty,
    ...textCells(line),
    ...choiceCells(line),
    ...numberCells(line),
    ...nairaCells(line),
  }
}

function openLine(
  number: number,
  names: readonly string[],
  values: readonly string[],
  tell: (words: string) => void,
) {
  const raw = (column: string) => values[names.indexOf(column)] ?? ''
  const problem = (words: string) => tell(`line ${number}: ${words}`)
  return {
    raw,
    problem,
    /** Reports the content of a cell, and what is expected instead. */
    wrong: (column: string, wish: string) => problem(`${column} is "${shorten(raw(column))}"; ${wish}`),
    missing<T>(column: string, standIn: T): T {
      problem(`${column} is empty`)
      return standIn
    },
  }
}

/** The content of a cell, shortened for a message. */
export function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}

function textCells({ raw, problem, wrong, missing }: Line) {
  function optionalText(column: string, longest: number): string {
    const value = raw(column).normalize('NFC').replace(/\s+/g, ' ')
    if (value.length > longest) problem(`${column} is longer than ${longest} characters`)
    if (/\p{Cc}/u.test(value)) problem(`${column} has characters that cannot be shown`)
    return value
  }
  return {
    /** One line of text with single spaces; may be empty. */
    optionalText,
    /** The same, not empty. */
    text: (column: string, longest: number) => optionalText(column, longest) || missing(column, ''),
    matching(column: string, pattern: RegExp, wish: string): string {
      if (!pattern.test(raw(column))) wrong(column, wish)
      return raw(column)
    },
    /** The parts between vertical bars, without repeats; may be empty. */
    list(column: string): string[] {
      const parts = optionalText(column, 2000).split('|')
      return [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
    },
  }
}

function choiceCells({ raw, wrong }: Line) {
  return {
    yesNo(column: string): boolean {
      const value = raw(column).toLowerCase()
      if (value !== 'yes' && value !== 'no') wrong(column, 'give yes or no')
      return value === 'yes'
    },
    oneOf<const T extends string>(column: string, choices: readonly [T, ...T[]]): T {
      const chosen = choices.find((choice) => choice === raw(column))
      if (chosen === undefined) wrong(column, `give one of ${choices.join(', ')}`)
      return chosen ?? choices[0]
    },
    /** A calendar day, or null if the cell is empty. */
    optionalDay(column: string): LagosDate | null {
      if (raw(column) === '') return null
      const day = parseLagosDate(raw(column))
      if (day === null) wrong(column, 'give a day that exists, as YYYY-MM-DD')
      return day
    },
  }
}

function numberCells({ raw, wrong, missing }: Line) {
  function number(column: string, form: RegExp, kind: string, least: number, most: number): number | null {
    const value = raw(column)
    if (value === '') return null
    if (form.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
    wrong(column, `give a ${kind} from ${least} to ${most}`)
    return least
  }
  /** A whole number, or null if the cell is empty. */
  function optionalWhole(column: string, least: number, most: number): number | null {
    return number(column, /^-?\d{1,12}$/, 'whole number', least, most)
  }
  /** A number with decimals, or null if the cell is empty. */
  function optionalDecimal(column: string, least: number, most: number): number | null {
    return number(column, /^-?\d{1,6}(\.\d{1,8})?$/, 'number', least, most)
  }
  return {
    optionalWhole,
    optionalDecimal,
    whole: (column: string, least: number, most: number) =>
      optionalWhole(column, least, most) ?? missing(column, least),
    decimal: (column: string, least: number, most: number) =>
      optionalDecimal(column, least, most) ?? missing(column, least),
  }
}

function nairaCells({ raw, wrong, missing }: Line) {
  /** Whole naira as kobo, or null if the cell is empty. */
  function optionalNaira(column: string, least: number): Kobo | null {
    const value = raw(column)
    if (value === '') return null
    if (/^\d{1,9}$/.test(value) && Number(value) >= least) return kobo(Number(value) * 100)
    wrong(column, `give whole naira from ${least}, digits only, such as 7500`)
    return kobo(0)
  }
  return {
    optionalNaira,
    /** Whole naira, as kobo. */
    naira: (column: string, least: number): Kobo => optionalNaira(column, least) ?? missing(column, kobo(0)),
  }
}
