import { createHash } from 'node:crypto'
import { type Calculation, lagosDate, type PregnancyLimit, pregnancyLoinc } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import type { OrderRow } from '../../orders/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { type AnalyteRow, analytesOf } from '../analytes/repository.ts'
import { calculationInUnits, calculationOf } from '../clinical/calculated-lines.ts'
import { pregnancyLimitsOf } from '../clinical/pregnancy-repository.ts'
import { criticalRowsOf } from '../clinical/repository.ts'
import { intervalOf, intervalsOf } from '../intervals/repository.ts'
import { type ChosenUnit, firstEntries, unitsChosen } from '../units/lab-unit-repository.ts'
import { limitsInUnit, lineIn, pregnancyInUnit, type ReportingUnit } from '../units/reporting.ts'
import { isAskedOf, type Measures, measuresFor, type PatientThen, sampleTakenAt } from './policy.ts'

/** The lines of a report, and when its sample was taken; the present time if no sample is taken. */
export type Measured<Of> = {
  readonly report: Of
  readonly takenAt: Date
  readonly lines: readonly MeasuredLine[]
}

/**
 * A line of a report with its limits for the patient of one order, and how it follows from other lines; all in the unit in
 * which the lab reports it.
 */
export type MeasuredLine = AnalyteRow &
  Measures & {
    /** The lab's own unit; null if it reports the line in the catalogue's. */
    readonly reportedIn: ReportingUnit | null
    readonly calculation: Calculation | null
    /** They hold only if the report says that the patient is pregnant. */
    readonly inPregnancy: PregnancyLimit[]
  }

/** A hash of the lines. It changes as soon as a line measures something else or has another name. */
export function linesVersion(lines: readonly AnalyteRow[]): string {
  const measured = lines.map((one) => [one.position, one.name, one.kind, one.ucum, one.unit, one.loinc])
  return createHash('sha256').update(JSON.stringify(measured)).digest('hex').slice(0, 16)
}

/** Throws DomainError `lines_changed` if the values were typed on other lines than these. */
export function requireLines(lines: readonly AnalyteRow[], typedOn: string | undefined): void {
  if (typedOn !== undefined && typedOn !== linesVersion(lines)) throw new DomainError('lines_changed')
}

type OfOrder = Pick<OrderRow, 'id' | 'lab_id' | 'patient_gender' | 'patient_born_on'>
type ReportOf = { readonly id: string; readonly position: number; readonly test_id: number }

/**
 * The lines of a report, with the present limits for the patient's age on the day the sample was taken. A report keeps the
 * units of its first entry: a lab that changes a unit does so for reports that it begins later.
 */
export async function measuredLines(
  db: Db,
  order: OfOrder,
  report: ReportOf,
  at: Date,
): Promise<MeasuredLine[]> {
  const [only] = await linesOfReports(db, order, [report], at)
  return [...(only?.lines ?? [])]
}

/** The same for several reports of one order. */
export async function linesOfReports<Of extends ReportOf>(
  db: Db,
  order: OfOrder,
  reports: readonly Of[],
  at: Date,
): Promise<Measured<Of>[]> {
  const [analytes, samples] = await Promise.all([
    analytesOf(db, [...new Set(reports.map(({ test_id }) => test_id))]),
    specimensOf(db, order.id),
  ])
  const analyteIds = analytes.map(({ id }) => id)
  const [intervals, critical, pregnancy, chosen, begun] = await Promise.all([
    intervalsOf(db, order.lab_id, analyteIds),
    criticalRowsOf(db, analyteIds),
    pregnancyLimitsOf(db, ofTestsThatAsk(analytes)),
    unitsChosen(db, order.lab_id, analyteIds),
    firstEntries(
      db,
      reports.map(({ id }) => id),
    ),
  ])
  return reports.map((report) => {
    const takenAt = sampleTakenAt(samples, report) ?? at
    const patient = patientAt(order, takenAt)
    const own = analytes.filter((line) => line.test_id === report.test_id && isAskedOf(patient, line))
    const asks = own.some(({ loinc }) => loinc === pregnancyLoinc)
    const units = unitsAt(chosen, own, begun.get(report.id) ?? at)
    const lines = own.map((line): MeasuredLine => {
      const unit = units.get(line.position) ?? null
      const shown = unit ? lineIn(unit, line) : line
      const ofLine = intervals.filter((one) => one.analyte_id === line.id && one.ucum === shown.ucum)
      const rows = limitsInUnit(unit, critical.get(line.id) ?? [])
      return {
        ...{ ...shown, ...measuresFor(shown, ofLine.map(intervalOf), rows, patient), reportedIn: unit },
        inPregnancy: asks ? pregnancyInUnit(unit, pregnancy.get(line.id) ?? []) : [],
        calculation: calculationInUnits(calculationOf(line, own, patient), line.position, units),
      }
    })
    return { report, takenAt, lines }
  })
}

/** The units that a lab had of its own at a time, by the positions of these lines. */
function unitsAt(
  chosen: readonly ChosenUnit[],
  lines: readonly AnalyteRow[],
  at: Date,
): Map<number, ReportingUnit> {
  const then = chosen.filter(({ from, until }) => from <= at && (until === null || until > at))
  return new Map(
    lines.flatMap((line) => {
      const own = then.find(
        ({ analyteId, unit }) => analyteId === line.id && unit.catalogueUcum === line.ucum,
      )
      return own ? [[line.position, own.unit] as const] : []
    }),
  )
}

/** The lines of tests that ask whether the patient is pregnant: only they have limits in pregnancy. */
function ofTestsThatAsk(analytes: readonly AnalyteRow[]): AnalyteRow[] {
  const asking = analytes.filter(({ loinc }) => loinc === pregnancyLoinc).map(({ test_id }) => test_id)
  return analytes.filter(({ test_id }) => asking.includes(test_id))
}

/** The patient of an order when a sample was taken. */
export function patientAt(
  order: Pick<OrderRow, 'patient_gender' | 'patient_born_on'>,
  takenAt: Date,
): PatientThen {
  return { sex: order.patient_gender, bornOn: order.patient_born_on, on: lagosDate(takenAt) }
}
