import { createHash } from 'node:crypto'
import {
  type Calculation,
  lagosDate,
  limitsIn,
  type PregnancyLimit,
  pregnancyLoinc,
  trimestersOf,
} from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import {
  type ClinicalRequestRow,
  clinicalRequestOf,
  type OrderRow,
  trimestersOn,
} from '../../orders/index.ts'
import { specimensOf } from '../../specimens/index.ts'
import { type AnalyteRow, analytesOf } from '../analytes/repository.ts'
import { calculationInUnits, calculationOf } from '../clinical/calculated-lines.ts'
import { pregnancyLimitsOf } from '../clinical/pregnancy-repository.ts'
import { criticalRowsOf } from '../clinical/repository.ts'
import { type IntervalRow, intervalOf, intervalsOf, lastIntervalsOf } from '../intervals/repository.ts'
import { acceptedIntervals, confirmedLines } from '../intervals/unconfirmed-repository.ts'
import { methodsOf } from '../methods/repository.ts'
import {
  type ChosenUnit,
  leftAt,
  type StoredUnit,
  unitNow,
  unitsChosen,
  unitsStored,
} from '../units/lab-unit-repository.ts'
import { limitsInUnit, lineIn, pregnancyInUnit, type ReportingUnit } from '../units/reporting.ts'
import {
  type CriticalRow,
  isAskedOf,
  type Measures,
  measuresFor,
  type PatientThen,
  sampleTakenAt,
} from './policy.ts'

/** The lines of a report, its patient, and when its sample was taken; the present time if no sample is taken. */
export type Measured<Of> = {
  readonly report: Of
  readonly takenAt: Date
  readonly patient: PatientThen
  /** Whether any of its values is read by the age of the patient. */
  readonly isReadByAge: boolean
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
    /** How the lab measures it, in its own words; null if it has not said. */
    readonly method: string | null
    readonly calculation: Calculation | null
    /** They hold only if the report says that the patient is pregnant. */
    readonly inPregnancy: PregnancyLimit[]
  }

/** A hash of the lines. It changes as soon as a line measures something else or has another name. */
export function linesVersion(lines: readonly AnalyteRow[]): string {
  const measured = lines.map((one) => [
    one.position,
    one.name,
    one.kind,
    one.structure,
    one.ucum,
    one.unit,
    one.loinc,
  ])
  return createHash('sha256').update(JSON.stringify(measured)).digest('hex').slice(0, 16)
}

/** Throws DomainError `lines_changed` if the values were typed on other lines than these. */
export function requireLines(lines: readonly AnalyteRow[], typedOn: string | undefined): void {
  if (typedOn !== undefined && typedOn !== linesVersion(lines)) throw new DomainError('lines_changed')
}

type OfOrder = Pick<OrderRow, 'id' | 'lab_id' | 'patient_gender' | 'patient_born_on'>
type OfRequest = Pick<
  ClinicalRequestRow,
  'pregnancy' | 'week' | 'week_on' | 'last_period_on' | 'intervals_of' | 'born_on'
>
type ReportOf = { readonly id: string; readonly position: number; readonly test_id: number }

/**
 * The lines of a report, with the present limits for the patient's age on the day the sample was taken. A line
 * keeps the unit of the value that the report has: a lab that changes a unit does so for values that it enters later.
 */
export async function measuredLines(
  db: Db,
  order: OfOrder,
  report: ReportOf,
  at: Date,
): Promise<MeasuredLine[]> {
  const { lines } = await measuredReport(db, order, report, at)
  return [...lines]
}

/** The same lines, with what judges them. */
export async function measuredReport<Of extends ReportOf>(
  db: Db,
  order: OfOrder,
  report: Of,
  at: Date,
): Promise<Measured<Of>> {
  const [only] = await linesOfReports(db, order, [report], at)
  if (!only) throw new Error(`report ${report.id} has no lines`)
  return only
}

/** The same for several reports of one order. */
export async function linesOfReports<Of extends ReportOf>(
  db: Db,
  order: OfOrder,
  reports: readonly Of[],
  at: Date,
): Promise<Measured<Of>[]> {
  const [catalogue, samples] = await Promise.all([
    analytesOf(db, [...new Set(reports.map(({ test_id }) => test_id))]),
    specimensOf(db, order.id),
  ])
  const analyteIds = catalogue.map(({ id }) => id)
  const [critical, pregnancy, chosen, stored, request, methods, accepted] = await Promise.all([
    criticalRowsOf(db, analyteIds),
    pregnancyLimitsOf(db, catalogue),
    unitsChosen(db, order.lab_id, analyteIds),
    unitsStored(
      db,
      reports.map(({ id }) => id),
    ),
    clinicalRequestOf(db, order.id),
    methodsOf(db, order.lab_id, analyteIds),
    acceptedIntervals(db, order.lab_id, analyteIds),
  ])
  const analytes = confirmedLines(catalogue, accepted)
  const units = new Map(reports.map((report) => [report, unitsIn(report, { analytes, chosen, stored })]))
  const intervals = await intervalsIn(db, order.lab_id, analytes, { chosen, units: [...units.values()] })
  return reports.map((report) => {
    const takenAt = sampleTakenAt(samples, report) ?? at
    const patient = patientAt(order, request, takenAt)
    // Whose intervals hold does not decide who can be pregnant.
    const booked = order.patient_gender === 'Female' ? { ...patient, sex: order.patient_gender } : patient
    const own = analytes
      .filter((line) => line.test_id === report.test_id && isAskedOf(booked, line))
      .map((line) => answerable(line, patient))
    const asks = own.some(({ loinc }) => loinc === pregnancyLoinc)
    const ofReport = units.get(report) ?? new Map<number, ReportingUnit>()
    const lines = own.map((line): MeasuredLine => {
      const unit = ofReport.get(line.position) ?? null
      const shown = unit ? lineIn(unit, line) : line
      const ofLine = intervals.filter((one) => one.analyte_id === line.id && one.ucum === shown.ucum)
      const rows = limitsInUnit(unit, critical.get(line.id) ?? [])
      const measured = {
        ...{ ...shown, ...measuresFor(shown, ofLine.map(intervalOf), rows, patient), reportedIn: unit },
        method: methods.get(line.id) ?? null,
        inPregnancy: pregnancyInUnit(unit, pregnancy.get(line.id) ?? []),
        calculation: calculationInUnits(calculationOf(line, own, patient), line.position, ofReport),
      }
      // A report that asks judges by its own answer, any other by that of the order.
      return asks
        ? measured
        : {
            ...unnamed(measured, limitsIn(measured, patient.trimesters)),
            ...{ inPregnancy: [], criticalsInPregnancy: [] },
          }
    })
    const isReadByAge = own.some(
      ({ id, kind }) => kind === 'quantity' || (critical.get(id) ?? []).some(isForSomeAges),
    )
    return { report, takenAt, patient, isReadByAge, lines }
  })
}

type UnitFacts = {
  readonly analytes: readonly AnalyteRow[]
  readonly chosen: readonly ChosenUnit[]
  readonly stored: readonly StoredUnit[]
}

/** The units of a report's lines that are not the catalogue's, by position: that of its value, or else the lab's now. */
function unitsIn(
  { id, test_id: testId }: ReportOf,
  { analytes, chosen, stored }: UnitFacts,
): Map<number, ReportingUnit> {
  const units = new Map<number, ReportingUnit>()
  for (const line of analytes.filter(({ test_id }) => test_id === testId)) {
    const value = stored.find(({ reportId, position }) => reportId === id && position === line.position)
    const unit = value ? unitOfValue(value, line, chosen) : unitNow(chosen, line)
    if (unit) units.set(line.position, unit)
  }
  return units
}

function unitOfValue({ ucum }: StoredUnit, line: AnalyteRow, chosen: readonly ChosenUnit[]) {
  return chosen.findLast(({ analyteId, unit }) => analyteId === line.id && unit.ucum === ucum)?.unit ?? null
}

/**
 * The lab's own intervals of these lines that are in force; and for lines that a report still has in a unit which the lab has
 * left, the last ones in that unit.
 */
async function intervalsIn(
  db: Db,
  labId: number,
  analytes: readonly AnalyteRow[],
  { chosen, units }: { chosen: readonly ChosenUnit[]; units: readonly ReadonlyMap<number, ReportingUnit>[] },
): Promise<IntervalRow[]> {
  const inForce = await intervalsOf(
    db,
    labId,
    analytes.map(({ id }) => id),
  )
  const left = analytes.flatMap((line) => {
    const now = unitNow(chosen, line)?.ucum ?? line.ucum
    const shown = units.map((ofReport) => ofReport.get(line.position)?.ucum ?? line.ucum)
    return [...new Set(shown)].flatMap((ucum) => {
      const at = ucum === now ? null : leftAt(chosen, line, ucum)
      return at ? [{ id: line.id, ucum, leftAt: at }] : []
    })
  })
  return [...inForce, ...(await lastIntervalsOf(db, labId, left))]
}

/** The line about pregnancy takes no answer that contradicts a pregnancy that the order names. */
function answerable(line: AnalyteRow, { trimesters }: PatientThen): AnalyteRow {
  if (line.loinc !== pregnancyLoinc || trimesters.length === 0) return line
  return { ...line, choices: line.choices.filter((choice) => trimestersOf(choice).length > 0) }
}

/**
 * A line with limits of pregnancy that do not name it: readers of a test that is not sensitive must not learn it from the
 * source of an interval.
 */
function unnamed(usual: MeasuredLine, inPregnancy: MeasuredLine): MeasuredLine {
  const { low, high } = inPregnancy
  if (low === usual.low && high === usual.high) return inPregnancy
  return { ...inPregnancy, basis: usual.basis === 'adults_only' ? 'catalogue' : (usual.basis ?? 'catalogue') }
}

/** Whether a row of critical limits is for some ages alone. */
function isForSomeAges({ from, to }: CriticalRow): boolean {
  return from.amount > 0 || to !== null
}

/** The patient of an order when a sample was taken, by the booking and by what the lab knows of them. */
function patientAt(
  order: Pick<OrderRow, 'patient_gender' | 'patient_born_on'>,
  request: OfRequest | undefined,
  takenAt: Date,
): PatientThen {
  const on = lagosDate(takenAt)
  return {
    sex: request?.intervals_of ?? order.patient_gender,
    bornOn: order.patient_born_on ?? request?.born_on ?? null,
    ...{ on, takenAt },
    trimesters: trimestersOn(request, on),
  }
}
