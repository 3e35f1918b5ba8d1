import type * as contract from '@labalaba/contract'
import { isComment, pregnancyLoinc } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { bookingDoctorName, doctorNameOf } from '../../accounts/index.ts'
import { worksAt } from '../../labs/index.ts'
import { lockOrder, type OrderRow, orderByReference, readClinicalRequest } from '../../orders/index.ts'
import { specimensOf, testsReady } from '../../specimens/index.ts'
import { insertOpenings } from '../access-log-repository.ts'
import { counselledAmong, sensitiveAmong } from '../analytes/repository.ts'
import type { ByMember } from '../by-member.ts'
import {
  genotypeLines,
  interferenceOf,
  isGlycatedHaemoglobin,
  sickleCellDisease,
} from '../clinical/interference.ts'
import { plausibilityRowsOf } from '../clinical/plausibility-repository.ts'
import { expectedResistances } from '../clinical/resistance/repository.ts'
import { type PlausibilityRow, warningLimitsFor } from '../clinical/warnings.ts'
import { confirmationsOf } from '../confirmations/repository.ts'
import { doctorMayTalk } from '../counselling/counselling.ts'
import { counsellingOf, notesOf } from '../counselling/repository.ts'
import { presentCall, readCalls } from '../critical-calls/present.ts'
import { type DraftRow, draftsOf } from '../drafts/repository.ts'
import { inCatalogueUnit, limitsInUnit } from '../units/reporting.ts'
import { type LastValue, lastChoice, lastValues } from './last-values-repository.ts'
import { linesOfReports, linesVersion, type Measured, type MeasuredLine } from './measured-lines.ts'
import { accessionsOf, isAmong, isOfEarlierSample, missingLines, sampleTakenAt } from './policy.ts'
import { type DoctorTalk, presentReport, type WarnedLine } from './present.ts'
import { beginReports, isWorkedOn } from './reports.ts'
import * as repository from './repository.ts'

/** The reports of an order; begins them if a sample of it is in the lab. The reading is recorded. */
export async function labResults(db: Db, by: ByMember, reference: string): Promise<contract.LabResults> {
  const order = await orderByReference(db, reference)
  if (!order?.paid_at || !worksAt(by.member, order)) throw new DomainError('not_found')
  const before = await repository.reportsOf(db, order.id)
  const begins = before.length === 0 && isWorkedOn(order) && (await testsReady(db, order.id)).length > 0
  const reports = begins
    ? await db.transaction().execute(async (tx) => beginReports(tx, await lockOrder(tx, order.id)))
    : before
  return {
    ...{ reference: order.reference, state: order.state, location: order.location_name },
    patient: { name: order.patient_name, gender: order.patient_gender, dob: order.patient_born_on },
    clinical: await readClinicalRequest(db, order.id, by.at),
    requestedBy: await bookingDoctorName(db, order.account_id),
    reports: await presented(db, order, reports, by),
  }
}

async function presented(db: Db, order: OrderRow, reports: readonly repository.ReportRow[], by: ByMember) {
  const ids = reports.map(({ id }) => id)
  const testIds = [...new Set(reports.map(({ test_id }) => test_id))]
  const [
    ready,
    specimens,
    sensitive,
    counselled,
    measured,
    versions,
    values,
    authors,
    noted,
    mayTalk,
    drafts,
    talks,
    calls,
    confirmations,
  ] = await Promise.all([
    testsReady(db, order.id),
    specimensOf(db, order.id),
    sensitiveAmong(db, order, testIds),
    counselledAmong(db, order, testIds),
    linesOfReports(db, order, reports, by.at),
    repository.versionsOf(db, ids),
    repository.valuesOf(db, ids),
    repository.authorsOf(db, ids),
    counsellingOf(db, ids),
    doctorMayTalk(db, order, by.at),
    draftsOf(db, ids, by.at),
    talksNoted(db, order),
    readCalls(db, order, ids, by.at),
    confirmationsOf(db, ids),
  ])
  const taken = measured.flatMap(({ takenAt, lines }) =>
    lines.filter(isCompared).map((line) => ({
      ...{ analyteId: line.id, ucum: line.ucum, catalogueUcum: convertedTo(line) },
      takenAt,
    })),
  )
  const allLines = measured.flatMap(({ lines }) => lines)
  const [last, genotype, plausibility, resistances] = await Promise.all([
    lastValues(db, order.id, taken),
    allLines.some(isGlycatedHaemoglobin)
      ? lastChoice(db, order.id, genotypeLines, sickleCellDisease)
      : undefined,
    plausibilityRowsOf(db, order.lab_id, allLines),
    allLines.some(({ structure }) => structure === 'isolates') ? expectedResistances(db) : [],
  ])
  await noteReading(db, by, order, versions, genotype ? [...last, genotype] : last)
  // Values measured in a sample that was rejected since are not shown again.
  const isGone = (report: repository.ReportRow, { state, entered_at }: repository.VersionRow) =>
    (state === 'draft' || state === 'verified') && isOfEarlierSample(specimens, report, entered_at)
  const isCurrent = (report: repository.ReportRow, one: DraftRow) =>
    one.report_id === report.id && !isOfEarlierSample(specimens, report, one.typed_at)
  return reports.map((report) => {
    const mine = measured.find((one) => one.report === report)
    const lines = withWarningLimits(mine, plausibility, last).map((line) => ({
      ...line,
      warningLimits: [...line.warningLimits, ...interferenceOf(line, genotype?.value)],
      resistances: line.structure === 'isolates' ? resistances : [],
    }))
    const own = versions.filter(({ report_id }) => report_id === report.id)
    const gone = own.filter((version) => isGone(report, version)).map(({ number }) => number)
    const shown = own.map((one) => (gone.includes(one.number) ? { ...one, attachment_hash: null } : one))
    const entered = values.filter((value) => value.report_id === report.id && !gone.includes(value.number))
    return presentReport(
      {
        ...{ order, report, sensitive: sensitive.get(report.test_id) ?? null },
        needsCounselling: counselled.has(report.test_id),
        ...{
          ready: isAmong(ready, report),
          needsBirthDate: mine?.patient.bornOn === null && mine.isReadByAge,
          takenAt: sampleTakenAt(specimens, report),
          accessions: accessionsOf(specimens, report),
          doctorMayTalk: mayTalk,
        },
        noted: noted.filter(({ report_id }) => report_id === report.id),
        talks: talks.filter((one) => one.position === report.position && one.test_id === report.test_id),
        ...{ linesVersion: linesVersion(lines), lines, missing: missingOf(lines, shown[0], entered) },
        versions: shown,
        confirmations: confirmations.filter(({ report_id }) => report_id === report.id),
        authors: authors.filter(({ report_id }) => report_id === report.id),
        values: entered,
        draft: drafts.find((one) => isCurrent(report, one)),
        call: presentCall(calls, { id: report.id, sensitive: sensitive.has(report.test_id) }),
      },
      by.member,
      by.accountId,
    )
  })
}

/** An earlier answer about a pregnancy, or an earlier comment, says nothing of this report. */
const isCompared = (line: MeasuredLine) => line.loinc !== pregnancyLoinc && !isComment(line)

/** The lines of a report with the last value of each, and the values that should be checked. */
function withWarningLimits(
  measured: Measured<repository.ReportRow> | undefined,
  plausibility: ReadonlyMap<number, readonly PlausibilityRow[]>,
  ofLines: readonly LastValue[],
): Omit<WarnedLine, 'resistances'>[] {
  if (!measured) return []
  const { patient, takenAt, lines } = measured
  return lines.map((line) => {
    const last = ofLines.find(({ analyteId }) => analyteId === line.id)
    const before = last && {
      value: valueInCatalogue(last),
      daysBefore: (takenAt.getTime() - last.at.getTime()) / dayMs,
    }
    const limits = warningLimitsFor(plausibility.get(line.id) ?? [], patient, before ?? null)
    return { ...line, last, warningLimits: limitsInUnit(line.reportedIn, limits) }
  })
}

/** The catalogue's unit, if the line is in it or converted to it; null if nothing converts the line. */
function convertedTo({ ucum, reportedIn }: MeasuredLine): string | null {
  if (reportedIn === null) return ucum
  return reportedIn.factor === null ? null : reportedIn.catalogueUcum
}

/** The last value in the catalogue's unit. One with `<` or `>` stays as it is: nothing is compared with it. */
function valueInCatalogue({ value, factor }: LastValue): string {
  return factor === null || Number.isNaN(Number(value))
    ? value
    : String(inCatalogueUnit(Number(value), factor))
}

const dayMs = 24 * 3_600_000

/** The names of the needed lines that the newest version lacks. Empty unless it is a draft with values. */
function missingOf(
  lines: readonly WarnedLine[],
  newest: repository.VersionRow | undefined,
  values: readonly repository.ValueRow[],
): string[] {
  const own = values.filter(({ number }) => number === newest?.number)
  if (newest?.state !== 'draft' || own.length === 0) return []
  const missing = missingLines(lines, own, newest.attachment_hash !== null)
  // A line that is always calculated has a value, or says why not, as soon as the lines that it follows from are there.
  const typed = missing.filter(({ calculation }) => calculation?.mayBeTyped !== false)
  return (typed.length > 0 ? typed : missing).map(({ name }) => name)
}

/** The talks that the doctor of an order has noted, with the name that patients know the doctor by. */
async function talksNoted(db: Db, order: OrderRow): Promise<DoctorTalk[]> {
  const notes = await notesOf(db, order.id)
  const by = notes.length > 0 ? await doctorNameOf(db, order.account_id) : null
  return notes.map((note) => ({ ...note, by: by ?? 'A doctor who has left' }))
}

/**
 * Records that a lab staff member has read the newest version of each report, and values of earlier orders shown with them,
 * each with its own order. The view of this order is recorded in any case.
 */
async function noteReading(
  db: Db,
  by: ByMember,
  order: Pick<OrderRow, 'id'>,
  versions: readonly repository.VersionRow[],
  last: readonly LastValue[],
): Promise<void> {
  const seen = { order_id: order.id, role: 'lab', account_id: by.accountId, at: by.at } as const
  const reader = { account_id: by.accountId, reader: 'lab', way: 'screen', at: by.at } as const
  const newestLast = versions
    .toReversed()
    .map(({ report_id, number }) => ({ report_id, number, orderId: order.id }))
  const earlier = last.map(({ reportId, number, orderId }) => ({ report_id: reportId, number, orderId }))
  const once = new Map([...newestLast, ...earlier].map((version) => [version.report_id, version]))
  const openings = [...once.values()].map((version) => ({ ...reader, ...version }))
  await db.transaction().execute((tx) => insertOpenings(tx, openings, { ...seen, what: 'results_seen' }))
}
