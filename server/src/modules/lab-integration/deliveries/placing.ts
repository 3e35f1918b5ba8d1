import type { DeliveryProblem } from '@labalaba/contract'
import type { Tx } from '../../../db.ts'
import { lockOrder, type OrderRow } from '../../orders/index.ts'
import {
  beginReports,
  type Conversion,
  conversionsTo,
  holdLines,
  isAmong,
  isOfEarlierSample,
  isWorkedOn,
  linesOfReports,
  type Measured,
  type MeasuredLine,
  type ReportRow,
  readValues,
  recordEntry,
  replaceValues,
  shownValue,
  type VersionRow,
  valuesOf,
  valuesThatStand,
  versionsOf,
  withMethods,
  withSent,
} from '../../results/index.ts'
import { type SpecimenRow, specimenLabelled, specimensOf } from '../../specimens/index.ts'
import { type Line, type Match, matchValues } from './matching.ts'
import type { Delivered } from './read-bundle.ts'
import { testNames } from './repository.ts'

/** A sample with its order. The caller holds the lock of the order from here on. */
export type Found = { readonly order: OrderRow; readonly specimen: SpecimenRow }

/** Finds the sample of a lab with this accession number and locks its order. Another lab's sample counts as unknown. */
export async function findSample(tx: Tx, labId: number, accession: string): Promise<Found | null> {
  const labelled = await specimenLabelled(tx, labId, accession.toUpperCase())
  if (!labelled) return null
  const order = await lockOrder(tx, labelled.order_id)
  const specimen = (await specimensOf(tx, order.id)).find(({ id }) => id === labelled.id)
  return specimen ? { order, specimen } : null
}

/** How a delivered report fits a sample: the line of each value, and what prevents filling it in. */
export type Fit = {
  readonly found: Found
  readonly measured: readonly Measured<ReportRow>[]
  readonly matches: readonly Match[]
  readonly patientDiffers: boolean
  readonly problem: DeliveryProblem | null
}

/**
 * Finds where the values of a delivered report fit the reports of a sample. Begins the reports of an order whose samples
 * are in the lab, and changes nothing else.
 */
export async function fit(tx: Tx, found: Found, delivered: Delivered, at: Date): Promise<Fit> {
  const { order, specimen } = found
  const patientDiffers = isAnotherPatient(delivered, order)
  const barred = sampleProblem(found)
  const matches = delivered.values.map(() => unknownLine)
  if (barred) return { found, measured: [], matches, patientDiffers, problem: barred }
  const reports = (await beginReports(tx, order)).filter((report) => isAmong(specimen.tests, report))
  const testIds = [...new Set(reports.map(({ test_id }) => test_id))]
  // Locks the lines, so that each value is stored for the line that it was matched with.
  await holdLines(tx, testIds)
  const measured = await linesOfReports(tx, order, reports, at)
  const reportIds = reports.map(({ id }) => id)
  const names = await testNames(tx, reportIds)
  const conversions = await conversionsTo(
    tx,
    measured.flatMap(({ lines }) => lines.flatMap(({ loinc }) => loinc ?? [])),
  )
  const fitted = matchValues(delivered, names, linesOf(measured, conversions))
  const hit = reports.filter(({ id }) =>
    fitted.some(({ line, typed }) => line?.reportId === id && typed !== ''),
  )
  return { found, measured, matches: fitted, patientDiffers, problem: await reportProblem(tx, found, hit) }
}

const unknownLine = { line: null, typed: null, comment: null, sent: null, problem: 'unknown_code' } as const

function sampleProblem({ order, specimen }: Found): DeliveryProblem | null {
  if (specimen.state === 'rejected') return 'rejected'
  if (order.paid_at === null || !isWorkedOn(order)) return 'order_over'
  return specimen.state === 'received' ? null : 'not_received'
}

/** The accession number may have been mistyped in the other system, so the other patient data must agree. */
function isAnotherPatient({ patient }: Delivered, order: OrderRow): boolean {
  const anotherDay =
    patient.dob !== null && order.patient_born_on !== null && patient.dob !== order.patient_born_on
  return anotherDay || (patient.gender !== null && patient.gender !== order.patient_gender)
}

function linesOf(measured: readonly Measured<ReportRow>[], conversions: readonly Conversion[]): Line[] {
  return measured.flatMap(({ report, lines }) =>
    lines.map(({ position, name, loinc, kind, structure, ucum, unit, choices, reportedIn, calculation }) => ({
      ...{
        reportId: report.id,
        test: report.test_name,
        position,
        name,
        loinc,
        structure,
        ucum,
        unit,
        choices,
        reportedIn,
      },
      isCalculated: calculation?.mayBeTyped === false,
      // The table allows no other kinds.
      kind: kind as Line['kind'],
      conversions: conversions.filter(({ analyte }) => analyte === loinc),
    })),
  )
}

/** A report that already has values is not overwritten, nor is one that was verified or released. */
async function reportProblem(
  tx: Tx,
  { order }: Found,
  hit: readonly ReportRow[],
): Promise<DeliveryProblem | null> {
  const ids = hit.map(({ id }) => id)
  const versions = await versionsOf(tx, ids)
  const values = await valuesOf(tx, ids)
  const samples = await specimensOf(tx, order.id)
  for (const report of hit) {
    const newest = versions.find(({ report_id }) => report_id === report.id)
    if (!newest) continue
    if (newest.state !== 'draft') return 'result_out'
    const isFilled =
      newest.attachment_hash !== null ||
      values.some(({ report_id, number }) => report_id === report.id && number === newest.number)
    // Values measured in a sample that was rejected since do not count, nor those that only repeat a preliminary version.
    if (isFilled && !newest.is_untouched && !isOfEarlierSample(samples, report, newest.entered_at))
      return 'already_entered'
  }
  return hit.length === 0 ? 'values' : null
}

/** Which system the values come from, who placed them, and when. */
type Filling = {
  readonly system: { readonly id: number; readonly made_by: number }
  /** The account that placed them by hand; null if they were placed automatically. */
  readonly placedBy: number | null
  readonly at: Date
}

/**
 * Stores the values that have a line as drafts, with our intervals and flags, and with the lines that are calculated from
 * them; what was delivered for a line that is always calculated is ignored. They count as the system's until a person has
 * saved them, and cannot be verified before. The accounts that made the system's key or placed them can never verify them.
 */
export async function fillIn(tx: Tx, { found, measured, matches }: Fit, filling: Filling): Promise<void> {
  const { system, placedBy, at } = filling
  const accountId = placedBy ?? system.made_by
  for (const { report, lines } of measured) {
    const typed = matches.flatMap((match) =>
      match.line !== null && match.line.reportId === report.id
        ? [{ position: match.line.position, value: match.typed, comment: match.comment }]
        : [],
    )
    if (typed.every(({ value }) => value === '')) continue
    const [newest, before] = await versionsOf(tx, [report.id])
    const stands = newest?.is_untouched ? await typedBefore(tx, newest, lines) : []
    const isDelivered = (position: number) =>
      typed.some((one) => one.position === position && one.value !== '')
    const follows = (position: number) =>
      lines.find((line) => line.position === position)?.calculation?.from.some(isDelivered) ?? false
    const others = stands.filter(({ position }) => !isDelivered(position) && !follows(position))
    const drafted = (await valuesOf(tx, [report.id])).filter(({ number }) => number === newest?.number)
    const earlier = await valuesThatStand(tx, { order: found.order, report, before })
    const read = withMethods(readValues(lines, [...others, ...typed]), earlier)
    const values = withSent(read, [...sentFor(report, matches), ...(newest?.is_untouched ? drafted : [])])
    const actor = placedBy === null ? 'system' : 'lab'
    const entry = { actor, accountId, enteredBy: system.made_by, systemId: system.id, at } as const
    const version = await recordEntry(tx, { order: found.order, report, newest }, entry)
    const own = values.map((value) => ({ ...value, entered_by: accountId }))
    await replaceValues(tx, version, own)
  }
}

/** What was sent for the values of a report, as far as they were converted. */
function sentFor({ id }: Pick<ReportRow, 'id'>, matches: readonly Match[]) {
  return matches.flatMap(({ line, typed, sent }) =>
    line?.reportId === id && sent !== null
      ? [
          {
            ...{ position: line.position, value: typed, ucum: line.ucum },
            ...{ sent_value: sent.value, sent_unit: sent.unit },
          },
        ]
      : [],
  )
}

/**
 * The values that a version began with and their comments, as they were typed. Lines that follow from others follow again, except
 * two that follow from each other: one of them was typed.
 */
async function typedBefore(
  tx: Tx,
  { report_id: id, number }: VersionRow,
  lines: readonly MeasuredLine[],
): Promise<{ position: number; value: string; comment: string | null }[]> {
  const own = (await valuesOf(tx, [id])).filter((value) => value.number === number)
  const typed = own.filter(({ position }) =>
    lines.some((line) => line.position === position && (line.calculation === null || isMutual(line, lines))),
  )
  return typed.map((row) => ({ position: row.position, value: shownValue(row), comment: row.comment }))
}

/** Whether a line follows from another one that follows from it, such as HbA1c in two units. */
function isMutual({ position, calculation }: MeasuredLine, lines: readonly MeasuredLine[]): boolean {
  return lines.some(
    (other) => calculation?.from.includes(other.position) && other.calculation?.from.includes(position),
  )
}
