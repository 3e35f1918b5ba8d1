import { readSheet, type Sheet } from '../../../infra/files/spreadsheet.ts'
import type { Conversion } from './conversion.ts'
import { tensBetween } from './ucum.ts'

/** A row of the table of unit conversions, as read from a file. */
export type ConversionInput = Conversion & {
  readonly substance: string
  readonly formula: string
  readonly source: string
}

const columns = {
  needed: ['sent_loinc', 'analyte', 'substance', 'formula', 'grams_per_mole', 'charge', 'decimals', 'source'],
}

const loinc = /^\d{1,5}-\d$/

/** Reads the table of unit conversions for these lines of tests. Adds the faults to `problems`. */
export function readConversionSheet(
  sheet: Sheet,
  lines: readonly { readonly loinc: string | null; readonly ucum: string | null }[],
  problems: string[],
): ConversionInput[] {
  const codes = new Set<string>()
  return readSheet(sheet, columns, problems, (cells) => {
    const row = {
      sentLoinc: cells.matching('sent_loinc', loinc, 'give a LOINC code'),
      analyte: cells.matching('analyte', loinc, 'give a LOINC code'),
      substance: cells.text('substance', 80),
      formula: cells.matching('formula', /^([A-Z][a-z]?\d{0,3})+$/, 'give a chemical formula'),
      gramsPerMole: cells.optionalDecimal('grams_per_mole', 1, 2000),
      charge: cells.optionalWhole('charge', 1, 3),
      decimals: cells.optionalWhole('decimals', 0, 3),
      source: cells.text('source', 300),
    }
    if (codes.has(row.sentLoinc)) cells.wrong('sent_loinc', 'another row has it too')
    codes.add(row.sentLoinc)
    const theirs = lines.filter((line) => line.loinc === row.analyte)
    if (theirs.length === 0) cells.wrong('analyte', 'no line of a test has it')
    if (theirs.some(({ ucum }) => tensBetween('mol/L', ucum) === null))
      cells.wrong('analyte', 'its line must have a unit of moles in a volume')
    if (row.gramsPerMole === null && row.charge === null) cells.problem('give grams_per_mole or charge')
    if (row.gramsPerMole !== null && row.decimals === null) cells.problem('give decimals for a mass')
    return row
  })
}
