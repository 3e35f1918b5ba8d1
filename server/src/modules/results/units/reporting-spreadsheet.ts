import { readSheet, type Sheet } from '../../../infra/files/spreadsheet.ts'
import type { Cells } from '../../../infra/files/spreadsheet-cells.ts'
import { isOf, type LineOfTest } from '../clinical/limit-spreadsheet.ts'
import { type Conversion, toMoles } from './conversion.ts'
import type { ReportingUnit } from './reporting.ts'
import { tensBetween, timesTen } from './ucum.ts'

/** A unit that a lab may report a line in, as read from a file. */
export type ReportingUnitInput = ReportingUnit & {
  /** A LOINC code, or a test's code with the position of the line. */
  readonly analyte: string
  /** The LOINC code of the line in this unit; null if it is not known. */
  readonly loinc: string | null
  readonly source: string
}

const columns = {
  needed: ['analyte', 'unit_ucum', 'unit_display', 'loinc', 'substance', 'factor', 'decimals', 'source'],
}

/** A line with the limits that a unit without a factor would lose. */
type Line = LineOfTest & { readonly criticalLow: number | null; readonly criticalHigh: number | null }
type Tables = {
  readonly lines: readonly Line[]
  readonly conversions: readonly Conversion[]
  /** The analytes of the table of critical limits. */
  readonly critical: readonly { readonly analyte: string }[]
}

/**
 * Reads the table of units that labs may report in. The factor of a unit is the power of ten to the catalogue's; else that of
 * the `substance`, which names a row of the table of unit conversions; else the `factor` of the file, where `assay` says that
 * it depends on the assay. Adds the faults to `problems`.
 */
export function readReportingSheet(sheet: Sheet, tables: Tables, problems: string[]): ReportingUnitInput[] {
  const places = new Set<string>()
  return readSheet(sheet, columns, problems, (cells) => {
    const analyte = cells.text('analyte', 100)
    const ucum = cells.text('unit_ucum', 40)
    const place = `${analyte} ${ucum}`
    if (places.has(place)) cells.wrong('unit_ucum', 'another row has it for this analyte')
    places.add(place)
    const theirs = tables.lines.filter((line) => isOf({ analyte }, line))
    const catalogueUcum = theirs[0]?.ucum ?? ''
    if (theirs.length === 0) cells.wrong('analyte', 'no line of a test has it')
    if (theirs.some((line) => line.ucum !== catalogueUcum))
      cells.wrong('analyte', 'its lines differ in their unit')
    if (ucum === catalogueUcum) cells.wrong('unit_ucum', 'it is the unit of the catalogue')
    const factor = readFactor(cells, { ucum, catalogueUcum }, tables.conversions)
    if (factor === null && hasCriticalLimit(analyte, theirs, tables.critical))
      cells.wrong('factor', 'the line has critical limits, which would not hold; give a factor')
    return {
      ...{ analyte, ucum, catalogueUcum, factor },
      unit: cells.text('unit_display', 40),
      loinc: cells.optionalText('loinc', 20) || null,
      decimals: cells.whole('decimals', 0, 3),
      source: cells.text('source', 300),
    }
  })
}

function hasCriticalLimit(analyte: string, lines: readonly Line[], critical: Tables['critical']): boolean {
  return (
    lines.some(({ criticalLow, criticalHigh }) => criticalLow !== null || criticalHigh !== null) ||
    critical.some((row) => row.analyte === analyte || lines.some((line) => isOf(row, line)))
  )
}

type Between = { readonly ucum: string; readonly catalogueUcum: string }

function readFactor(
  cells: Cells,
  { ucum, catalogueUcum }: Between,
  conversions: readonly Conversion[],
): number | null {
  const substance = cells.optionalText('substance', 20)
  const given = cells.optionalText('factor', 20)
  const tens = tensBetween(ucum, catalogueUcum)
  if (tens !== null) {
    if (substance !== '' || given !== '') cells.wrong('factor', 'leave it and substance empty: UCUM says it')
    return timesTen(1, tens)
  }
  if (substance !== '') {
    const by = conversions.find(({ sentLoinc }) => sentLoinc === substance)
    const factor = by ? toMoles(1, { from: ucum, to: catalogueUcum }, by) : null
    if (factor === null) cells.wrong('substance', 'give the code of a conversion between these units')
    return factor
  }
  if (given === 'assay') return null
  const factor = cells.optionalDecimal('factor', 0, 999_999)
  if (factor === null || factor === 0)
    cells.wrong('factor', 'give a number, or assay if it depends on the assay')
  return factor
}
