import type { Db, Tx } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { transition } from '../../../infra/state-machine.ts'
import { testsSold } from '../../catalogue/index.ts'
import { type MemberRow, requireDuty, worksAt } from '../../labs/index.ts'
import {
  type ClinicalRequestRow,
  clinicalRequestOf,
  linesOf,
  lockOrder,
  type OrderRow,
  orderById,
} from '../../orders/index.ts'
import { specimensOf, testsReady } from '../../specimens/index.ts'
import { counselledAmong, describePlainly, holdLines } from '../analytes/repository.ts'
import { dropAttachment, keepAttachment } from '../attachments/repository.ts'
import type { ByMember } from '../by-member.ts'
import { requireAcceptance } from '../clinical/acceptance.ts'
import { type Confirmed, requireConfirmed } from '../confirmations/confirm-values.ts'
import { openCall, voidCall } from '../critical-calls/open-call.ts'
import { deleteSeenDraft } from '../drafts/repository.ts'
import { judgeAnew } from './judge-anew.ts'
import { measuredReport, requireLines } from './measured-lines.ts'
import {
  isAmong,
  isOfEarlierSample,
  isPregnancyAnswered,
  lastReceived,
  mayBePreliminary,
  withMethods,
  withSent,
} from './policy.ts'
import { readValues, requirePossible, type Typed } from './read-values.ts'
import { type ReportState, reportTransitions } from './report-state-machine.ts'
import * as repository from './repository.ts'
import { requireFollowUps, requireWhole } from './whole-report.ts'

/** A report with its order and its newest version. */
export type Opened = {
  readonly order: OrderRow
  readonly report: repository.ReportRow
  readonly newest: repository.VersionRow | undefined
  /** The version before the newest. */
  readonly before: repository.VersionRow | undefined
}

/** Begins a report for each test of an order that has none. Calling it again has no effect. */
export async function beginReports(tx: Tx, order: Pick<OrderRow, 'id'>): Promise<repository.ReportRow[]> {
  const sold = await testsSold(tx, await linesOf(tx, order.id))
  const testIds = sold.map(({ testId }) => testId)
  await describePlainly(tx, testIds)
  await repository.insertReports(tx, order.id, sold)
  return await repository.reportsOf(tx, order.id)
}

/** Locks the order of a report, then reads the report. Throws DomainError `not_found` as `readReport` does. */
export async function openReport(tx: Tx, member: MemberRow, id: string): Promise<Opened> {
  const report = await repository.reportById(tx, id)
  return await opened(tx, member, report, report && (await lockOrder(tx, report.order_id)))
}

/** A report, without a lock. Throws DomainError `not_found` if the member does not work at its location. */
export async function readReport(db: Db, member: MemberRow, id: string): Promise<Opened> {
  const report = await repository.reportById(db, id)
  return await opened(db, member, report, report && (await orderById(db, report.order_id)))
}

async function opened(
  db: Db,
  member: MemberRow,
  report: repository.ReportRow | undefined,
  order: OrderRow | undefined,
): Promise<Opened> {
  if (!report || !order || !worksAt(member, order)) throw new DomainError('not_found')
  const [newest, before] = await repository.versionsOf(db, [report.id])
  return { order, report, newest, before }
}

/** Throws DomainError `wrong_state` unless the sample of a report is in the lab, and its newest version is a draft. */
export async function requireEnterable(db: Db, { order, report, newest }: Opened): Promise<void> {
  nextState('enter', newest?.state ?? 'draft')
  await requireReady(db, order, report)
}

/** Throws DomainError `wrong_state` if the order is not worked on, or no sample of the report is in the lab. */
async function requireReady(db: Db, order: OrderRow, report: repository.ReportRow): Promise<void> {
  if (!isWorkedOn(order) || !isAmong(await testsReady(db, order.id), report))
    throw new DomainError('wrong_state')
}

/** The state that a lab staff member's transition leads to. Throws DomainError `wrong_state` if it is not possible. */
export function nextState(verb: keyof typeof reportTransitions, state: ReportState): ReportState {
  const next = transition(reportTransitions, verb, state, 'lab')
  if (!next.ok) throw new DomainError('wrong_state')
  return next.to
}

/** Makes a transition of a version by a lab staff member, and records it. Throws DomainError `wrong_state`. */
export async function transitionVersion(
  tx: Tx,
  { accountId, at }: Pick<ByMember, 'accountId' | 'at'>,
  version: repository.VersionRow,
  verb: keyof typeof reportTransitions,
  { reason, ...changes }: repository.VersionChanges & { readonly reason?: string } = {},
): Promise<void> {
  const made = {
    verb,
    from: version.state,
    to: nextState(verb, version.state),
    actor: 'lab',
    accountId,
    at,
  } as const
  await repository.moveVersion(tx, version, { ...made, ...(reason !== undefined && { reason }) }, changes)
}

/**
 * Whether results of an order can be worked on, each as soon as its own sample is in the lab: the order is paid and not
 * cancelled. Other samples may still be on their way, or must be taken again.
 */
export function isWorkedOn({ state }: Pick<OrderRow, 'state'>): boolean {
  return workedOn.some((one) => one === state)
}
const workedOn = ['scheduled', 'sample_collected', 'lab_processing', 'results_ready'] as const

type Entered = {
  readonly values: readonly Typed[]
  readonly basedOn: string | null
  /** The version of the result draft that was stored while they were typed. */
  readonly typed?: string | null | undefined
  /** The version of the lines that they were typed on, if the client knows it. */
  readonly linesVersion?: string | undefined
}

/**
 * Replaces the values of a report's draft, each with its interval and limits, and with the lines that are calculated from
 * them; begins the draft if there is none.
 * `basedOn` is the entry time of the draft that the scientist saw. Deletes the result draft that was stored while they were
 * typed; one that another person types meanwhile stays. Throws DomainError `not_your_duty`, `wrong_state`, `result_changed`
 * if another person was faster, `lines_changed` if they were typed on other lines than the current ones, and `invalid` for
 * impossible values.
 */
export async function enterResults(
  tx: Tx,
  by: ByMember,
  id: string,
  { values, basedOn, typed, linesVersion: typedOn }: Entered,
): Promise<void> {
  requireDuty(by.member, 'scientist')
  const opened = await openReport(tx, by.member, id)
  const { order, report } = opened
  await holdLines(tx, [report.test_id])
  // Before the draft of an earlier sample is emptied: its values decide in which units the form was.
  const { lines, patient } = await measuredReport(tx, order, report, by.at)
  const version = await enterDraft(tx, by, opened, basedOn)
  requireLines(lines, typedOn)
  const read = readValues(lines, values)
  requirePossible(lines, read, patient)
  const anew = values.filter(({ methodNow }) => methodNow).map(({ position }) => position)
  const drafted = (await repository.valuesOf(tx, [id])).filter(({ number }) => number === version.number)
  const measured = withSent(withMethods(read, await valuesThatStand(tx, opened), anew), drafted)
  const entered = measured.map((value) => ({ ...value, entered_by: by.accountId }))
  await repository.replaceValues(tx, version, entered)
  await deleteSeenDraft(tx, id, { version: typed ?? null, accountId: by.accountId })
}

/** The values of the version before a draft: none if it was withdrawn, or if another specimen was received since. */
export async function valuesThatStand(
  db: Db,
  { order, report, before }: Pick<Opened, 'order' | 'report' | 'before'>,
): Promise<repository.ValueRow[]> {
  if (!before || before.state === 'withdrawn') return []
  if (isOfEarlierSample(await specimensOf(db, order.id), report, before.entered_at)) return []
  return (await repository.valuesOf(db, [report.id])).filter(({ number }) => number === before.number)
}

/**
 * Records an entry of a scientist into the draft of a report, which begins if there was none. Returns the version. Throws
 * DomainError `wrong_state`, and `result_changed` if another person was faster.
 */
export async function enterDraft(
  tx: Tx,
  by: ByMember,
  opened: Opened,
  basedOn: string | null,
): Promise<repository.VersionKey> {
  await requireEnterable(tx, opened)
  if ((opened.newest?.entered_at.toISOString() ?? null) !== basedOn) throw new DomainError('result_changed')
  const { accountId, at } = by
  return await recordEntry(tx, opened, { actor: 'lab', accountId, enteredBy: accountId, systemId: null, at })
}

/** An entry into a draft: the accounts that made it and that count as its author, and the system that it came from. */
type Entry = {
  readonly actor: 'lab' | 'system'
  readonly accountId: number
  readonly enteredBy: number
  readonly systemId: number | null
  readonly at: Date
}

/**
 * Records an entry into a draft, which begins if there was none; first deletes what was entered of a sample that was
 * rejected since. The caller has checked that values can be entered.
 */
export async function recordEntry(
  tx: Tx,
  { order, report, newest }: Omit<Opened, 'before'>,
  { enteredBy, ...by }: Entry,
): Promise<repository.VersionKey> {
  const version = { report_id: report.id, number: newest?.number ?? 1 }
  const changes = {
    entered_by: enteredBy,
    entered_at: laterThan(by.at, newest?.entered_at),
    filled_by_system: by.systemId,
  }
  if (!newest) await repository.insertVersion(tx, { ...version, correction: null, ...changes })
  else if (isOfEarlierSample(await specimensOf(tx, order.id), report, newest.entered_at))
    await emptyDraft(tx, version)
  await repository.moveVersion(tx, version, { verb: 'enter', from: 'draft', to: 'draft', ...by }, changes)
  return version
}

/** Deletes the values and the PDF of a draft. */
export async function emptyDraft(tx: Tx, version: repository.VersionKey): Promise<void> {
  await repository.replaceValues(tx, version, [])
  await dropAttachment(tx, version.report_id, version.number)
}

/** A draft is identified by its entry time, so each entry time must be later than the one before. */
export function laterThan(at: Date, before: Date | undefined): Date {
  return before && before >= at ? new Date(before.getTime() + 1) : at
}

/** Throws DomainError `wrong_state` if the values are not of the sample now in the lab: it is another, or there is none. */
export async function requireSample(
  db: Db,
  { order, report }: Pick<Opened, 'order' | 'report'>,
  { entered_at: enteredAt }: Pick<repository.VersionRow, 'entered_at'>,
): Promise<void> {
  await requireReady(db, order, report)
  if (isOfEarlierSample(await specimensOf(db, order.id), report, enteredAt))
    throw new DomainError('wrong_state')
}

/** What a verifier has seen, whether it goes out as preliminary, and why values that stop are right. */
type Seen = {
  readonly seen: string
  readonly preliminary?: boolean | undefined
  readonly confirmed?: readonly Confirmed[] | undefined
}

/**
 * Verifies what others have entered, in the version that was seen; a critical value in it opens its critical call.
 * Repeating it by the same person has no effect. Throws DomainError `not_your_duty`, `wrong_state` (also if nothing is
 * entered), `result_changed`, `own_entry` to an author of any of the values or of a change of their marks, `not_checked` if a system filled it in and no
 * person has checked it since, and `values_missing` if a line that a final report needs, by the present catalogue or
 * because of a finding (`follow-up-lines.ts`), has neither a value nor why it was not measured, or if the HIV status does not
 * follow from its tests at the age that the lab now knows. That also holds for the correction of a report that was released with
 * fewer lines. A preliminary version may miss lines; the next one, which begins when it is released, is only verified after another
 * entry. No version is preliminary (`wrong_state`) after a final one, if its
 * test needs counselling, or before it answers whether the patient is pregnant where that is asked. Throws
 * `birth_date_needed` if its values are read by age, and neither the booking nor the lab gave one; `values_not_confirmed`,
 * with the lines, if a value beyond a plausibility limit that stops has no reason, in this call or in an earlier one about the
 * same entry; and `limits_not_accepted` while a real lab has not accepted the critical limits that no pathologist has signed.
 */
export async function verifyReport(tx: Tx, by: ByMember, id: string, seen: Seen): Promise<void> {
  requireDuty(by.member, 'verifier')
  const opened = await openReport(tx, by.member, id)
  const { newest, before } = opened
  if (!newest) throw new DomainError('wrong_state')
  await requireSample(tx, opened, newest)
  await requireAcceptance(tx, opened.order, opened.report.test_id)
  const { preliminary = false } = seen
  const isSeen = newest.entered_at.toISOString() === seen.seen
  const isVerified = newest.state === 'verified' && newest.preliminary === preliminary
  if (isVerified && newest.verified_by === by.accountId && isSeen) return
  nextState('verify', newest.state)
  if (newest.is_untouched) throw new DomainError('wrong_state')
  if (!isSeen) throw new DomainError('result_changed')
  const authors = (await repository.authorsOf(tx, [id])).filter(({ number }) => number === newest.number)
  const isAuthor = authors.some(({ account_id }) => account_id === by.accountId)
  const request = await clinicalRequestOf(tx, opened.order.id)
  if (isAuthor || newest.entered_by === by.accountId || isMarkedBy(by.accountId, newest, request))
    throw new DomainError('own_entry')
  if (newest.filled_by_system !== null) throw new DomainError('not_checked')
  const values = await repository.valuesOf(tx, [id])
  const own = values.filter(({ number }) => number === newest.number)
  const hasPdf = newest.attachment_hash !== null
  if (!hasPdf && own.length === 0) throw new DomainError('wrong_state')
  const measured = await measuredReport(tx, opened.order, opened.report, by.at)
  const { patient, isReadByAge, lines } = measured
  if (own.length > 0 && isReadByAge && patient.bornOn === null) throw new DomainError('birth_date_needed')
  if (preliminary) await requirePreliminary(tx, opened, newest, isPregnancyAnswered(lines, own))
  else {
    requireWhole(lines, own, hasPdf)
    requireFollowUps(measured, own)
  }
  await requireConfirmed(tx, by, { ...opened, measured, version: newest, values: own }, seen.confirmed ?? [])
  const verified = { verified_by: by.accountId, verified_at: by.at, preliminary }
  await transitionVersion(tx, by, newest, 'verify', verified)
  const sampleReceivedAt = lastReceived(await specimensOf(tx, opened.order.id), opened.report)
  await openCall(tx, { version: newest, values, before, sampleReceivedAt, at: by.at })
}

/** Whether this account changed the clinical request, and by that the marks of a draft that no scientist has entered since. */
function isMarkedBy(
  accountId: number,
  { entered_at: enteredAt }: repository.VersionRow,
  request: ClinicalRequestRow | undefined,
): boolean {
  return request?.account_id === accountId && request.at.getTime() === enteredAt.getTime()
}

/** Throws DomainError `wrong_state` if a version cannot be preliminary. */
async function requirePreliminary(
  tx: Tx,
  { order, report }: Pick<Opened, 'order' | 'report'>,
  { number }: repository.VersionRow,
  isAnswered: boolean,
): Promise<void> {
  const isCounselled = (await counselledAmong(tx, order, [report.test_id])).has(report.test_id)
  if (isCounselled || !isAnswered || !mayBePreliminary(number, await repository.versionsOf(tx, [report.id])))
    throw new DomainError('wrong_state')
}

/**
 * Makes a verified report that is not released a draft again. Its open critical call becomes void. Throws DomainError
 * `not_your_duty` and `wrong_state`.
 */
export async function sendBackReport(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  requireDuty(by.member, 'verifier')
  const { newest } = await openReport(tx, by.member, id)
  if (!newest) throw new DomainError('wrong_state')
  await transitionVersion(tx, by, newest, 'send_back', {
    ...{ verified_by: null, verified_at: null, preliminary: false },
    reason,
  })
  await voidCall(tx, newest, by.at)
}

/**
 * Begins the next version of a released report, with the values and the PDF of the version before, which stays in force
 * until this one is released; or of a withdrawn report, with no values, because the earlier ones may belong to another
 * patient. The values are judged anew if the clinical request has changed since they were entered. Throws DomainError
 * `not_your_duty`, and `wrong_state` if a correction has already begun.
 */
export async function correctReport(tx: Tx, by: ByMember, id: string, reason: string): Promise<void> {
  requireDuty(by.member, 'verifier')
  const { order, report, newest } = await openReport(tx, by.member, id)
  if (!isWorkedOn(order) || (newest?.state !== 'released' && newest?.state !== 'withdrawn'))
    throw new DomainError('wrong_state')
  await beginNextVersion(tx, by, newest, { reason, enteredAt: laterThan(by.at, newest.entered_at) })
  const request = await clinicalRequestOf(tx, order.id)
  const isOlder = request !== undefined && request.at > newest.entered_at
  if (isOlder) await judgeAnew(tx, order, report, { report_id: id, number: newest.number + 1 }, by.at)
}

/**
 * Begins the version after this one, with its values and its PDF unless it was withdrawn. The PDF of a preliminary version
 * stays with that: a final report needs a new one.
 */
export async function beginNextVersion(
  tx: Tx,
  { accountId, at }: Pick<ByMember, 'accountId' | 'at'>,
  version: Pick<repository.VersionRow, 'report_id' | 'number' | 'state' | 'preliminary'>,
  { reason, enteredAt }: { readonly reason: string; readonly enteredAt: Date },
): Promise<void> {
  const next = { report_id: version.report_id, number: version.number + 1 }
  const begun = { entered_by: accountId, entered_at: enteredAt }
  await repository.insertVersion(tx, { ...next, correction: reason, ...begun })
  const made = { verb: 'begin', from: 'draft', to: 'draft', actor: 'lab', reason, accountId, at } as const
  await repository.insertEvent(tx, next, made)
  if (version.state === 'withdrawn') return
  if (!version.preliminary) await keepAttachment(tx, version.report_id, next.number)
  const values = await repository.valuesOf(tx, [version.report_id])
  const before = values.filter(({ number }) => number === version.number)
  await repository.replaceValues(tx, next, before)
}
